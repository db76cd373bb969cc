/** Registered value sets and code systems: their references and their codes. */
import t from 'tap'
import { compileQuestionnaire, compileRulesOnly, containedForm } from '../index.ts'
import { canonicalsOf, finderOf } from '../terminology/canonicals.ts'
import { openValueSet } from '../terminology/value-sets.ts'

const system = 'http://example.org/animals'

const animals = {
  resourceType: 'CodeSystem',
  url: system,
  version: '2',
  content: 'complete',
  hierarchyMeaning: 'is-a',
  property: [{ code: 'legs', type: 'integer' }],
  concept: [
    {
      code: 'mammal',
      display: 'Mammal',
      concept: [
        { code: 'dog', display: 'Dog', property: [{ code: 'legs', valueInteger: 4 }] },
        { code: 'whale', display: 'Whale' },
      ],
    },
    {
      code: 'bat',
      display: 'Bat',
      property: [
        { code: 'parent', valueCode: 'mammal' },
        { code: 'kin', valueCoding: { system, code: 'dog' } },
      ],
    },
    { code: 'bird', display: 'Bird', property: [{ code: 'legs', valueInteger: 2 }] },
  ],
}
const grouped = { ...animals, url: 'http://example.org/grouped', hierarchyMeaning: 'grouped-by' }
const partial = { ...animals, url: 'http://example.org/partial', content: 'fragment' }
const loose = {
  resourceType: 'CodeSystem',
  url: 'http://example.org/loose',
  content: 'complete',
  caseSensitive: false,
  concept: [{ code: 'Up' }],
}
/** Each is the parent of the other. */
const circle = {
  resourceType: 'CodeSystem',
  url: 'http://example.org/circle',
  content: 'complete',
  concept: ['a', 'b'].map(code => ({
    code,
    property: [{ code: 'parent', valueCode: code === 'a' ? 'b' : 'a' }],
  })),
}
const mammals = {
  resourceType: 'ValueSet',
  url: 'http://example.org/mammals',
  compose: { include: [{ system, filter: [{ property: 'concept', op: 'is-a', value: 'mammal' }] }] },
}
const find = finderOf([animals, grouped, partial, loose, circle, mammals])

/** The membership of these codes in an include, as `code+`, `code-`, or `code?` if undecidable here. */
function held(include: object, exclude: object[], from: string, codes: readonly string[]): string {
  const set = { resourceType: 'ValueSet', id: 'vs', compose: { include: [include], exclude } }
  const holds = openValueSet('#vs', [set], find)
  return codes
    .map(code => {
      const answer = holds?.({ system: from, code })
      return `${code}${answer === undefined ? '?' : answer ? '+' : '-'}`
    })
    .join(' ')
}

const where = (property: string, op: string, value: string, from = system) => ({
  system: from,
  filter: [{ property, op, value }],
})

t.test('a filter chooses the codes of a registered code system', async t => {
  const codes = ['mammal', 'dog', 'bat', 'bird', 'stone']
  const cases: [string, object, string][] = [
    ['no filter', { system }, 'mammal+ dog+ bat+ bird+ stone-'],
    ['is-a', where('concept', 'is-a', 'mammal'), 'mammal+ dog+ bat+ bird- stone-'],
    ['is-a on code', where('code', 'is-a', 'mammal'), 'mammal+ dog+ bat+ bird- stone-'],
    ['descendent-of', where('concept', 'descendent-of', 'mammal'), 'mammal- dog+ bat+ bird- stone-'],
    ['is-not-a', where('concept', 'is-not-a', 'mammal'), 'mammal- dog- bat- bird+ stone-'],
    ['is-a of nothing', where('concept', 'is-a', 'stone'), 'mammal- dog- bat- bird- stone-'],
    ['= on a property', where('legs', '=', '4'), 'mammal- dog+ bat- bird- stone-'],
    ['= on a coded property', where('kin', '=', 'dog'), 'mammal- dog- bat+ bird- stone-'],
    ['= on the code', where('code', '=', 'bird'), 'mammal- dog- bat- bird+ stone-'],
    ['= on the display', where('display', '=', 'Dog'), 'mammal- dog+ bat- bird- stone-'],
    ['in', where('legs', 'in', '2, 4'), 'mammal- dog+ bat- bird+ stone-'],
    ['not-in', where('legs', 'not-in', '2'), 'mammal+ dog+ bat+ bird- stone-'],
    ['exists', where('legs', 'exists', 'true'), 'mammal- dog+ bat- bird+ stone-'],
    ['does not exist', where('legs', 'exists', 'false'), 'mammal+ dog- bat+ bird- stone-'],
    ['a pattern', where('code', 'regex', 'b.*'), 'mammal? dog? bat? bird? stone-'],
    [
      'two filters',
      { system, filter: [where('code', 'is-a', 'mammal'), where('legs', '=', '4')].flatMap(f => f.filter) },
      'mammal- dog+ bat- bird- stone-',
    ],
    ['a property that nobody has', where('wings', '=', '2'), 'mammal? dog? bat? bird? stone-'],
    ['an operator of later', where('concept', 'child-of', 'mammal'), 'mammal? dog? bat? bird? stone-'],
    ['a filter without a value', { system, filter: [{ op: '=' }] }, 'mammal? dog? bat? bird? stone-'],
    ['a version that is registered', { system, version: '2' }, 'mammal+ dog+ bat+ bird+ stone-'],
    ['a version that is not', { system, version: '1' }, 'mammal? dog? bat? bird? stone?'],
    [
      'a registered value set',
      { valueSet: ['http://example.org/mammals'] },
      'mammal+ dog+ bat+ bird- stone-',
    ],
    [
      'both a system and a value set',
      { system, concept: [{ code: 'dog' }, { code: 'bird' }], valueSet: ['http://example.org/mammals'] },
      'mammal- dog+ bat- bird- stone-',
    ],
    ['one that is not registered', { valueSet: ['http://example.org/x'] }, 'mammal? dog? bat? bird? stone?'],
  ]
  for (const [what, include, expected] of cases) t.equal(held(include, [], system, codes), expected, what)
  t.equal(
    held({ system }, [where('concept', 'is-a', 'mammal')], system, codes),
    'mammal- dog- bat- bird+ stone-',
    'what is excluded',
  )
})

t.test('a code system is taken as it says it is meant', async t => {
  const cases: [string, object, string, string][] = [
    ['grouped codes are no kinds', where('concept', 'is-a', 'mammal', grouped.url), grouped.url, 'dog? x-'],
    ['a part of a system is not it', { system: partial.url }, partial.url, 'dog? x?'],
    ['upper and lower case are one', { system: loose.url }, loose.url, 'up+ UP+ down-'],
    ['nothing hangs in a circle', where('concept', 'is-a', 'a', circle.url), circle.url, 'a+ b+'],
  ]
  for (const [what, include, from, expected] of cases) {
    const codes = expected.split(' ').map(each => each.slice(0, -1))
    t.equal(held(include, [], from, codes), expected, what)
  }
})

t.test('a contained value set is asked for by its version', async t => {
  const url = 'http://example.org/contained'
  const contained = [{ resourceType: 'ValueSet', url, version: '1', compose: { include: [{ system }] } }]
  for (const [name, known] of [
    [url, true],
    [`${url}|1`, true],
    [`${url}|2`, false],
  ] as const)
    t.equal(openValueSet(name, contained, undefined) !== undefined, known, name)
})

t.test('a form is checked with what is registered, and says what it needs', async t => {
  const item = { linkId: 'a', type: 'coding', answerValueSet: mammals.url }
  const unit = {
    url: 'http://hl7.org/fhir/StructureDefinition/questionnaire-unitValueSet',
    valueCanonical: 'http://example.org/units|1',
  }
  const form = {
    derivedFrom: ['http://example.org/base', 7],
    contained: [
      {
        resourceType: 'ValueSet',
        id: 'own',
        compose: {
          include: [
            { system: 'http://example.org/s', version: '3' },
            { valueSet: ['http://example.org/vs'] },
          ],
          exclude: [{ system: 'http://loinc.org', concept: [{ code: 'x' }] }],
        },
      },
    ],
    item: [
      item,
      { linkId: 'g', type: 'group', item: [{ linkId: 'b', type: 'coding', answerValueSet: '#own' }] },
      { linkId: 'c', type: 'quantity', extension: [unit] },
    ],
  }
  t.same(canonicalsOf(form), {
    valueSets: new Set([
      mammals.url,
      'http://example.org/units|1',
      'http://example.org/s|3',
      'http://example.org/vs',
    ]),
    codeSystems: new Set(['http://example.org/s|3']),
    questionnaires: new Set(['http://example.org/base']),
  })
  t.same(canonicalsOf(mammals).valueSets, new Set([system]))
  for (const nothing of [undefined, null, 'x', animals])
    t.same(canonicalsOf(nothing), {
      valueSets: new Set(),
      codeSystems: new Set(),
      questionnaires: new Set(),
    })

  const { issues, validate } = compileRulesOnly({ item: [item] }, { fhirVersion: 'mix', valueSets: find })
  t.same(issues, [])
  const issuesFor = (code: string) =>
    validate({ status: 'completed', item: [{ linkId: 'a', answer: [{ valueCoding: { system, code } }] }] })
      .map(({ rule }) => rule)
      .filter(rule => rule.startsWith('QR-VS'))
  t.same(issuesFor('bat'), [])
  t.same(issuesFor('bird'), ['QR-VS'])
})

t.test('a contained form finds the value sets beside it', async t => {
  const beside = {
    resourceType: 'ValueSet',
    id: 'vs',
    status: 'active',
    compose: { include: [{ system: 'http://example.org/codes', concept: [{ code: 'x' }] }] },
  }
  const form = {
    resourceType: 'Questionnaire',
    id: 'form',
    status: 'active',
    item: [{ linkId: 'a', type: 'choice', answerValueSet: '#vs' }],
  }
  const response = (contained: readonly object[], code: string) => ({
    resourceType: 'QuestionnaireResponse',
    status: 'completed',
    questionnaire: '#form',
    contained,
    item: [{ linkId: 'a', answer: [{ valueCoding: { system: 'http://example.org/codes', code } }] }],
  })
  const rulesOf = (sent: ReturnType<typeof response>) => {
    const { issues, validate } = compileQuestionnaire(containedForm(sent), { fhirVersion: 'R4' })
    return [...issues, ...validate(sent)].map(({ rule }) => rule)
  }
  t.same(rulesOf(response([form, beside], 'x')), [])
  t.same(rulesOf(response([form, beside], 'y')), ['QR-VS'])
  t.same(
    rulesOf(response([form], 'x')),
    ['Q-VS', 'QR-VS-UNRESOLVED'],
    'one that is not there is an error of the form',
  )
  t.equal(containedForm({ ...response([form], 'x'), questionnaire: '#other' }), undefined)
  t.equal(containedForm({ questionnaire: '#__proto__', contained: [null, 7, 'x'] }), undefined)
  t.equal(containedForm('#form'), undefined)
})
