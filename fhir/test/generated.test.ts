/** The committed tables equal the output of the generators, and accept the published examples. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { missing } from '../../core/test/fixtures/programs.ts'
import { folderOf } from '../generate/packages.ts'
import { renderRules } from '../generate/rules.ts'
import { generateOthers, generateUnits, generateVersion, PACKAGES } from '../generate/write.ts'
import { checkStructureOnly, RULES, refused } from '../index.ts'
import { EXTENSION_TABLE } from '../rules/extension-table.ts'
import { allDefinitions } from '../structure/all.ts'
import { checkStructure } from '../structure/check.ts'
import { R4 } from '../structure/r4.ts'
import { OTHERS as R4_OTHERS } from '../structure/r4-others.ts'
import { R4B } from '../structure/r4b.ts'
import { OTHERS as R4B_OTHERS } from '../structure/r4b-others.ts'
import { R5 } from '../structure/r5.ts'
import { OTHERS as R5_OTHERS } from '../structure/r5-others.ts'

t.test('has the definitions of the installed packages', { skip: missing('hl7') }, async t => {
  t.same(generateVersion('R4'), R4)
  t.same(generateVersion('R4B'), R4B)
  t.same(generateVersion('R5'), R5)
  t.same(generateOthers('R4'), R4_OTHERS)
  t.same(generateOthers('R4B'), R4B_OTHERS)
  t.same(generateOthers('R5'), R5_OTHERS)
  const units = new URL('plugins/fhir-terminology/bundled/ucum.ts', import.meta.resolve('#root/package.json'))
  t.equal(readFileSync(units, 'utf8'), generateUnits())
})

t.test('has the page of the rules as the table says', async t => {
  const page = new URL('../../docs/fhir-rules.md', import.meta.url)
  t.ok(existsSync(page))
  t.equal(readFileSync(page, 'utf8'), renderRules(RULES, EXTENSION_TABLE))
})

/** Examples of R4 that break rules of R4, by the first rule that they break. */
const BROKEN: Readonly<Record<string, string>> = {
  'Bundle-dataelements': 'bdl-7',
  'Bundle-v2-valuesets': 'S-PRIM',
  'Observation-clinical-gender': 'S-REF',
  'Questionnaire-qs1': 'S-CARD',
  'Questionnaire-zika-virus-exposure-assessment': 'S-XHTML',
}

t.test(
  'accepts the published examples, in their version and in mix, but for those that break a rule',
  { skip: missing('hl7') },
  async t => {
    const folder = folderOf(PACKAGES.R4)
    const checked =
      /^(?:Binary|Bundle|DocumentReference|Observation|OperationOutcome|Questionnaire|QuestionnaireResponse)-(.*)\.json$/
    const files = readdirSync(folder).filter(
      file => checked.test(file) && !file.startsWith('Bundle-valuesets'),
    )
    t.ok(files.length > 100)
    for (const file of files) {
      const resource = JSON.parse(readFileSync(join(folder, file), 'utf8'))
      for (const fhirVersion of ['R4', 'mix'] as const) {
        const issues = checkStructureOnly(resource, { fhirVersion }).filter(issue => refused([issue]))
        const broken = BROKEN[file.slice(0, -'.json'.length)]
        if (broken === undefined) t.same(issues, [], `${file} in ${fhirVersion}`)
        else
          t.ok(
            issues.some(({ rule }) => rule === broken),
            `${file} in ${fhirVersion}`,
          )
      }
    }
  },
)

t.test(
  'with every type, accepts the published examples of R4 but for 15 that break a rule',
  { skip: missing('hl7') },
  async t => {
    const definitions = await allDefinitions('R4')
    const folder = folderOf(PACKAGES.R4)
    const skipped = /^(?:StructureDefinition|ValueSet|CodeSystem|ConceptMap|SearchParameter|Bundle)-/
    const broken: Record<string, number> = {}
    let count = 0
    for (const file of readdirSync(folder)) {
      if (!/^[A-Z].*\.json$/.test(file) || skipped.test(file)) continue
      const resource = JSON.parse(readFileSync(join(folder, file), 'utf8'))
      if (!definitions.resources.has(resource.resourceType)) continue
      count++
      const issue = checkStructure(resource, undefined, definitions).find(each => refused([each]))
      if (issue) broken[issue.rule] = (broken[issue.rule] ?? 0) + 1
    }
    t.equal(count, 748)
    t.same(broken, { 'S-XHTML': 4, 'S-MODEXT': 1, 'S-URI': 3, 'S-REF': 4, 'S-ATT-HASH': 1, 'S-CARD': 2 })
  },
)
