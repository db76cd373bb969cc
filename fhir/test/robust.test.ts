/** Hostile and broken documents must not throw, hang, or cost more than their size. */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import t from 'tap'
import { rounds } from '../../core/test/fixtures/rounds.ts'
import {
  checkStructureOnly,
  compileQuestionnaire,
  compileRulesOnly,
  FHIR_VERSIONS,
  MOST_ISSUES,
} from '../index.ts'

const read = (name: string): object =>
  JSON.parse(readFileSync(new URL(`../../examples/forms/${name}.json`, import.meta.url), 'utf8'))

const form = read('phq-9')
const never = { valueCoding: { system: 'http://loinc.org', code: 'LA6568-5', display: 'Not at all' } }
const response = {
  resourceType: 'QuestionnaireResponse',
  status: 'completed',
  questionnaire: 'https://andiron.example/Questionnaire/phq-9',
  subject: { reference: 'Patient/1' },
  item: [
    {
      linkId: 'phq-9-questions',
      item: Array.from({ length: 9 }, (_, index) => ({ linkId: String(index + 1), answer: [never] })),
    },
    { linkId: 'total', answer: [{ valueInteger: 0 }] },
  ],
}

/** Values that a mutation inserts. */
const JUNK: readonly unknown[] = [
  null,
  '',
  ' ',
  'x',
  '1',
  'constructor',
  '__proto__',
  'group',
  'display',
  'open-choice',
  '2023-02-30',
  0,
  -1,
  1.5,
  1e300,
  true,
  [],
  {},
  [null],
  [[]],
  [{}],
  { linkId: '1' },
  { valueString: 'x' },
  { valueCoding: { code: 'constructor' } },
  [{ question: '1', operator: 'constructor', answerString: 'x' }],
  [{ url: 'http://hl7.org/fhir/StructureDefinition/regex', valueString: '(a+)+$' }],
]

interface Mutation {
  /** Index of the mutated place. */
  readonly place: number
  readonly how: 'replace' | 'remove' | 'rename' | 'double'
  readonly junk: number
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  place: fc.nat(),
  how: fc.constantFrom('replace', 'remove', 'rename', 'double'),
  junk: fc.nat(JUNK.length - 1),
})

/** Every holder of a value in a document, with its key. */
function places(value: unknown, found: { holder: Record<string, unknown>; key: string }[] = []) {
  if (typeof value !== 'object' || value === null) return found
  const holder = value as Record<string, unknown>
  for (const key of Object.keys(holder)) {
    found.push({ holder, key })
    places(holder[key], found)
  }
  return found
}

function mutate(document: object, mutations: readonly Mutation[]): object {
  const copy = structuredClone(document)
  for (const { place, how, junk } of mutations) {
    const all = places(copy)
    const chosen = all[place % all.length]
    if (chosen === undefined) continue
    const { holder, key } = chosen
    const value = holder[key]
    if (how === 'replace') holder[key] = structuredClone(JUNK[junk])
    else if (how === 'remove') delete holder[key]
    else if (how === 'double') holder[key] = [value, structuredClone(value)]
    else holder[`${key}X`] = value
  }
  return copy
}

const WELL_FORMED = {
  severity: /^(fatal|error|warning|information)$/,
  code: /./,
  rule: /./,
  expression: /^[A-Z]/,
  text: /./,
}

const mutations = fc.array(mutation, { minLength: 1, maxLength: 5 })
const versions = fc.constantFrom(...FHIR_VERSIONS)

t.test('tells mutated responses what is wrong with them and throws at none', async t => {
  const compiled = new Map(
    FHIR_VERSIONS.map(fhirVersion => [fhirVersion, compileQuestionnaire(form, { fhirVersion })]),
  )
  let reported = 0
  fc.assert(
    fc.property(mutations, versions, (made, version) => {
      const issues = compiled.get(version)?.validate(mutate(response, made)) ?? []
      reported += issues.length
      return (
        issues.length <= MOST_ISSUES &&
        issues.every(issue => issue.text !== '' && issue.rule !== '' && issue.expression !== '')
      )
    }),
    { seed: 5, numRuns: rounds(8_000) },
  )
  t.ok(reported > rounds(8_000), 'most of them have something wrong')
})

t.test('compiles mutated forms, and checks responses by them', async t => {
  fc.assert(
    fc.property(mutations, versions, (made, fhirVersion) => {
      const { issues, validate } = compileQuestionnaire(mutate(form, made), { fhirVersion })
      return [...issues, ...validate(response)].length <= 2 * MOST_ISSUES
    }),
    { seed: 6, numRuns: rounds(2_000) },
  )
  t.pass()
})

t.test('takes anything for a document', async t => {
  for (const junk of [...JUNK, undefined, Number.NaN, Symbol('x'), () => 1]) {
    for (const fhirVersion of FHIR_VERSIONS) {
      const { issues, validate } = compileQuestionnaire(junk, { fhirVersion })
      t.match(issues[0], WELL_FORMED)
      t.match(validate(junk)[0], WELL_FORMED)
      t.match(checkStructureOnly(junk, { fhirVersion })[0], WELL_FORMED)
      compileRulesOnly(junk, { fhirVersion }).validate(junk)
    }
  }
})

t.test('stops at a depth that nobody fills in', async t => {
  let item: object = { linkId: 'a', type: 'group' }
  for (let depth = 0; depth < 5_000; depth++) item = { linkId: 'a', type: 'group', item: [item] }
  const deep = { resourceType: 'Questionnaire', status: 'active', item: [item] }
  t.match(compileQuestionnaire(deep, { fhirVersion: 'mix' }).issues, [{ severity: 'fatal', rule: 'S-JSON' }])
  const found = compileRulesOnly(deep, { fhirVersion: 'mix' }).issues.find(
    ({ severity }) => severity === 'fatal',
  )
  t.match(found, { rule: 'Q-DEPTH' })
  const shallow = compileRulesOnly({ item: [{ linkId: 'a', type: 'group' }] }, { fhirVersion: 'mix' })
  t.ok(shallow.validate({ ...deep, resourceType: 'QuestionnaireResponse' }).length > 0)
})

t.test('matches a pattern that would take a backtracking engine years', async t => {
  const regex = { url: 'http://hl7.org/fhir/StructureDefinition/regex', valueString: '(a+)+$' }
  const bomb = {
    resourceType: 'Questionnaire',
    status: 'active',
    item: [{ linkId: 'a', type: 'string', extension: [regex] }],
  }
  const { validate } = compileQuestionnaire(bomb, { fhirVersion: 'mix' })
  const text = `${'a'.repeat(20_000)}!`
  const issues = validate({
    resourceType: 'QuestionnaireResponse',
    status: 'completed',
    questionnaire: 'x',
    item: [{ linkId: 'a', answer: [{ valueString: text }] }],
  })
  t.match(issues, [{ rule: 'QR-REGEX' }])
})

t.test('names the limit that a pattern met', async t => {
  const said = (pattern: string) => {
    const regex = { url: 'http://hl7.org/fhir/StructureDefinition/regex', valueString: pattern }
    const item = [{ linkId: 'a', text: 'A', type: 'string', extension: [regex] }]
    return compileRulesOnly({ item }, { fhirVersion: 'mix' }).issues[0]?.text
  }
  for (const [pattern, limit] of [
    ['(?=a)b', /: it looks around \('\(\?='\)/],
    ['(?<!a)b', /: it looks around/],
    ['(a)\\1', /: it refers back to a group \('\\1'\)/],
    ['a++', /possessive/],
    ['a{1,2000}', /: it repeats '\{1,2000\}', and a count is at most 1000\./],
    ['a{2,1}', /: its count '\{2,1\}' ends below its start\./],
    ['[a', /: missing closing \] in '\[a'\./],
    ['a{1000}b{1000}c{1000}d{1000}e{1000}f{1000}', /larger than 5000 instructions/],
    [`[${'a'.repeat(100_000)}`, /larger than 5000 instructions/],
  ] as const)
    t.match(said(pattern), limit, pattern.slice(0, 40))
})

t.test('reads a narrative and base64 made to take long in one pass', async t => {
  const div = `<div>${'<!-- '.repeat(50_000)}</div>`
  t.match(
    checkStructureOnly(
      { resourceType: 'Questionnaire', status: 'active', text: { status: 'generated', div } },
      { fhirVersion: 'R4' },
    ),
    [{ rule: 'S-XHTML' }],
  )
  const binary = { resourceType: 'Binary', contentType: 'text/plain', data: `${'    '.repeat(50_000)}!` }
  t.match(checkStructureOnly(binary, { fhirVersion: 'R4' }), [{ rule: 'S-B64' }])
})

/** A form with a chain of conditions, and its response. */
function chain(length: number) {
  const items = Array.from({ length }, (_, index) => ({
    linkId: `q${index}`,
    text: `Question ${index}`,
    type: 'integer',
    required: true,
    ...(index > 0 && { enableWhen: [{ question: `q${index - 1}`, operator: '=', answerInteger: 1 }] }),
  }))
  return {
    form: { resourceType: 'Questionnaire', status: 'active', item: items },
    response: {
      resourceType: 'QuestionnaireResponse',
      status: 'completed',
      questionnaire: 'x',
      item: items.map(({ linkId }) => ({ linkId, answer: [{ valueInteger: 1 }] })),
    },
  }
}

t.test('checks a form of 5,000 items that all depend on one another', async t => {
  const { form, response } = chain(5_000)
  const { issues, validate } = compileQuestionnaire(form, { fhirVersion: 'mix' })
  t.same(issues, [])
  t.same(validate(response), [])
  t.equal(validate({ ...response, item: undefined }).length, 1, 'only the first is asked')
  const backwards = { ...form, item: [...form.item].reverse() }
  const back = compileQuestionnaire(backwards, { fhirVersion: 'mix' })
  t.ok(
    back
      .validate({ ...response, item: [...response.item].reverse() })
      .every(({ severity }) => severity !== 'error'),
  )
})

t.test('lists a bounded number of issues', async t => {
  const { form } = chain(2_000)
  const items = form.item.map(item => ({ ...item, enableWhen: undefined }))
  const { validate } = compileQuestionnaire(
    { ...form, item: JSON.parse(JSON.stringify(items)) },
    { fhirVersion: 'mix' },
  )
  t.equal(
    validate({ resourceType: 'QuestionnaireResponse', status: 'completed', questionnaire: 'x', item: [] })
      .length,
    MOST_ISSUES,
  )
})

t.test('opens value sets that include one another many times over', async t => {
  const system = 'http://example.org/codes'
  const set = (id: string, include: readonly object[]) => ({
    resourceType: 'ValueSet',
    id,
    status: 'active',
    compose: { include },
  })
  const twice = (id: string) => Array.from({ length: 10 }, () => ({ valueSet: [id] }))
  const chain = Array.from({ length: 14 }, (_, index) => set(`v${index}`, twice(`#v${index + 1}`)))
  const contained = [
    ...chain,
    set('v14', [{ system, concept: [{ code: 'x' }] }]),
    set('loop', [...twice('#loop'), { system, concept: [{ code: 'y' }] }]),
  ]
  const { validate } = compileRulesOnly(
    {
      contained,
      item: [
        { linkId: 'a', type: 'coding', answerValueSet: '#v0' },
        { linkId: 'b', type: 'coding', answerValueSet: '#loop' },
      ],
    },
    { fhirVersion: 'mix' },
  )
  const reported = (linkId: string, code: string) =>
    validate({
      status: 'completed',
      questionnaire: 'x',
      item: [{ linkId, answer: [{ valueCoding: { system, code } }] }],
    }).map(({ rule }) => rule)
  t.same(reported('a', 'x'), [])
  t.same(reported('a', 'z'), ['QR-VS'])
  t.same(reported('b', 'y'), [])
  t.same(reported('b', 'z'), ['QR-VS-UNRESOLVED'])
})
