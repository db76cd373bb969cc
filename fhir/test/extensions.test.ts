/** The table of extensions: complete, and true of the rules. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { missing } from '../../core/test/fixtures/programs.ts'
import { folderOf } from '../generate/packages.ts'
import { EXTENSIONS } from '../model/extensions.ts'
import { FURTHER } from '../model/further-extensions.ts'
import { EXTENSION_TABLE, isSupported, rowOf } from '../rules/extension-table.ts'
import { RULES } from '../rules/index.ts'

interface Definition {
  readonly url: string
  readonly type: string
  readonly derivation: string
  readonly context?: readonly { readonly expression: string }[]
}

t.test('has one row for each extension, with a reason', async t => {
  const urls = EXTENSION_TABLE.map(({ url }) => url)
  t.equal(new Set(urls).size, urls.length)
  for (const { url, treatments, effect } of EXTENSION_TABLE) {
    t.match(effect, /^[A-Z$a-z].*\.$/s, url)
    t.ok(treatments.length > 0, url)
    for (const treatment of treatments)
      t.ok(['enforced', 'drawn', 'operation', 'refused', 'noted'].includes(treatment), url)
    t.ok(treatments.length === 1 || !treatments.includes('noted'), `${url}: no effect beside an effect`)
  }
})

t.test('names rules that exist', async t => {
  const ids = new Set(RULES.map(({ id }) => id))
  for (const { effect } of EXTENSION_TABLE)
    for (const [id] of effect.matchAll(/\bQR?-[A-Z]+(?:-[A-Z]+)*/g)) t.ok(ids.has(id), id)
})

t.test('has every extension that the rules read, and knows its spellings', async t => {
  for (const url of [...Object.values(EXTENSIONS), ...Object.values(FURTHER)].flat()) t.ok(rowOf(url), url)
  t.ok(isSupported('http://hl7.org/fhir/StructureDefinition/questionnaire-minQuantity'), 'a former spelling')
  t.notOk(isSupported('http://hl7.org/fhir/StructureDefinition/designNote'))
  for (const url of ['constructor', '__proto__', '', 'x'.repeat(100_000)]) t.notOk(rowOf(url))
})

const hl7 = { skip: missing('hl7') }
t.test('has every extension that the versions of FHIR publish for forms and responses', hl7, async t => {
  for (const name of ['hl7.fhir.r4.examples', 'hl7.fhir.r4b.core']) {
    const folder = folderOf(name)
    const files = readdirSync(folder).filter(file => file.startsWith('StructureDefinition-'))
    const found = files
      .map((file): Definition => JSON.parse(readFileSync(join(folder, file), 'utf8')))
      .filter(
        ({ type, derivation, context = [] }) =>
          type === 'Extension' &&
          derivation === 'constraint' &&
          context.some(({ expression }) => /^Questionnaire(Response)?(\.|$)/.test(expression)),
      )
    t.ok(found.length > 30, name)
    for (const { url } of found) t.ok(rowOf(url), url)
  }
})
