/** HL7's published examples of R4 and R5: every issue is expected and has a reason. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { demand } from '../../core/test/fixtures/programs.ts'
import { folderOf } from '../generate/packages.ts'
import { checkStructureOnly, compileQuestionnaire, finderOf, type Issue } from '../index.ts'
import type { FhirVersion } from '../model/version.ts'
import { type Expected, OFFICIAL } from './fixtures/official.ts'

demand(t, 'hl7')

type Resource = Readonly<Record<string, unknown>> & { readonly id: string; readonly resourceType: string }

const TYPES: ReadonlySet<string> = new Set([
  'Binary',
  'Bundle',
  'CodeSystem',
  'DocumentReference',
  'Observation',
  'OperationOutcome',
  'Questionnaire',
  'QuestionnaireResponse',
  'ValueSet',
])

function examplesOf(name: string): readonly Resource[] {
  const folder = folderOf(name)
  return readdirSync(folder)
    .filter(file => file.endsWith('.json') && TYPES.has(file.split('-', 1)[0] ?? ''))
    .map(file => JSON.parse(readFileSync(join(folder, file), 'utf8')))
}

/** The issues of every example: responses with their forms, forms with the value sets of the package. */
function* issuesIn(examples: readonly Resource[], fhirVersion: FhirVersion): Generator<[Resource, Issue]> {
  const ofType = (type: string) => examples.filter(({ resourceType }) => resourceType === type)
  const valueSets = finderOf([...ofType('ValueSet'), ...ofType('CodeSystem')])
  const find = finderOf(ofType('Questionnaire'))
  const formOf = ({ questionnaire, contained }: Resource): unknown => {
    if (typeof questionnaire !== 'string') return undefined
    const inside = (contained ?? []) as readonly Resource[]
    return questionnaire.startsWith('#')
      ? inside.find(({ id }) => id === questionnaire.slice(1))
      : (find(questionnaire) ??
          ofType('Questionnaire').find(({ id }) => questionnaire.endsWith(`Questionnaire/${id}`)))
  }
  for (const example of examples) {
    const form = example.resourceType === 'QuestionnaireResponse' ? formOf(example) : undefined
    const issues =
      example.resourceType === 'Questionnaire'
        ? compileQuestionnaire(example, { fhirVersion, valueSets }).issues
        : form === undefined
          ? checkStructureOnly(example, { fhirVersion })
          : compileQuestionnaire(form, { fhirVersion, valueSets }).validate(example)
    for (const issue of issues) yield [example, issue]
  }
}

const packages = new Map([...new Set(OFFICIAL.map(({ name }) => name))].map(name => [name, examplesOf(name)]))

for (const { name, fhirVersion, checked, found } of OFFICIAL)
  t.test(`${name} as ${fhirVersion}`, async t => {
    const examples = packages.get(name) ?? []
    t.equal(examples.length, checked)
    const groups: Record<string, { issues: number; examples: Set<string> }> = {}
    for (const [{ resourceType, id }, { severity, rule }] of issuesIn(examples, fhirVersion)) {
      const key = `${resourceType} ${severity} ${rule}`
      const group = groups[key] ?? { issues: 0, examples: new Set() }
      groups[key] = { issues: group.issues + 1, examples: group.examples.add(id) }
    }
    const counts = Object.fromEntries(
      Object.entries(groups).map(([key, { issues, examples }]) => [key, [issues, examples.size]]),
    )
    const numbers = (expected: Expected) =>
      Object.fromEntries(
        Object.entries(expected).map(([key, { issues, examples }]) => [key, [issues, examples]]),
      )
    t.same(counts, numbers(found))
  })
