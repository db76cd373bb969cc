/** Extraction of Observations: items, values and ids; every Observation is valid. */
import { readFileSync } from 'node:fs'
import t, { type Test } from 'tap'
import { checkStructureOnly, type ExtractionOptions, observationsOf, prepareExtraction } from '../index.ts'

const LOINC = 'http://loinc.org'
const MARK = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-observationExtract'
const CATEGORY =
  'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-observation-extract-category'
const UNIT = 'http://hl7.org/fhir/StructureDefinition/questionnaire-unit'
const mark = (value: boolean | string) => ({
  url: MARK,
  ...(typeof value === 'string' ? { valueCode: value } : { valueBoolean: value }),
})
const loinc = (code: string, ...extension: object[]) => ({
  system: LOINC,
  code,
  ...(extension.length > 0 && { extension }),
})

const options: ExtractionOptions = { fhirVersion: 'mix', responseId: 'r1', idOf: name => name }
const form = (item: object[], more: object = {}) => ({
  resourceType: 'Questionnaire',
  status: 'active',
  ...more,
  item,
})
const response = (item: object[], more: object = {}) => ({
  resourceType: 'QuestionnaireResponse',
  status: 'completed',
  authored: '2026-02-03T04:05:06Z',
  subject: { reference: 'Patient/1' },
  author: { reference: 'Practitioner/2' },
  ...more,
  item,
})
const answer = (linkId: string, ...answers: object[]) => ({ linkId, answer: answers })
const example = (name: string): object =>
  JSON.parse(readFileSync(new URL(`../../examples/forms/${name}.json`, import.meta.url), 'utf8'))

/** Extracts the Observations and validates each. */
function extract(t: Test, item: object[], answers: object[], more: object = {}, own: object = {}) {
  const found = observationsOf(form(item, more), response(answers), { ...options, ...own })
  const { fhirVersion } = { ...options, ...own }
  for (const observation of found) {
    // The id here is a name; everything else is as stored.
    const issues = checkStructureOnly(
      { ...observation, id: 'x' },
      { fhirVersion, resourceType: 'Observation' },
    )
    t.same(
      issues.filter(({ severity }) => severity !== 'information' && severity !== 'warning'),
      [],
    )
  }
  return found
}

t.test('each answer has its value', async t => {
  const code = [loinc('1-1')]
  const extension = [mark(true)]
  const kg = { url: UNIT, valueCoding: { system: 'http://unitsofmeasure.org', code: 'kg', display: 'kilo' } }
  const quantity = { value: 7, unit: 'kg', system: 'http://unitsofmeasure.org', code: 'kg' }
  const coding = { system: LOINC, code: 'LA1-1', display: 'One' }
  const cases: [string, object, object, object | undefined, object?][] = [
    ['quantity', {}, { valueQuantity: quantity }, { valueQuantity: quantity }],
    [
      'decimal',
      { extension: [mark(true), kg] },
      { valueDecimal: 7.5 },
      { valueQuantity: { ...quantity, value: 7.5, unit: 'kilo' } },
    ],
    ['decimal', {}, { valueDecimal: 7.5 }, { valueQuantity: { value: 7.5 } }],
    [
      'integer',
      { extension: [mark(true), kg] },
      { valueInteger: 7 },
      { valueQuantity: { ...quantity, unit: 'kilo' } },
    ],
    ['integer', {}, { valueInteger: 7 }, { valueInteger: 7 }],
    ['choice', {}, { valueCoding: coding }, { valueCodeableConcept: { coding: [coding] } }],
    ['coding', {}, { valueCoding: coding }, { valueCodeableConcept: { coding: [coding] } }],
    ['open-choice', {}, { valueString: 'else' }, { valueCodeableConcept: { text: 'else' } }],
    ['string', {}, { valueString: 'x' }, { valueString: 'x' }],
    ['text', {}, { valueString: 'x' }, { valueString: 'x' }],
    ['url', {}, { valueUri: 'https://a.example' }, { valueString: 'https://a.example' }],
    ['boolean', {}, { valueBoolean: false }, { valueBoolean: false }],
    ['time', {}, { valueTime: '07:00:00' }, { valueTime: '07:00:00' }],
    ['date', {}, { valueDate: '2026-01-01' }, { valueDateTime: '2026-01-01' }],
    ['dateTime', {}, { valueDateTime: '2026-01-01T00:00:00Z' }, { valueDateTime: '2026-01-01T00:00:00Z' }],
    ['reference', {}, { valueReference: { reference: 'MolecularSequence/1' } }, undefined],
    [
      'reference',
      {},
      { valueReference: { reference: 'MolecularSequence/1' } },
      { valueReference: { reference: 'MolecularSequence/1' } },
      { fhirVersion: 'R5' },
    ],
    ['attachment', {}, { valueAttachment: { url: 'https://a.example/b' } }, undefined],
    ['display', {}, { valueString: 'x' }, undefined],
    ['quantity', {}, { extension: [{ url: 'https://a.example', valueBoolean: true }] }, undefined],
  ]
  for (const [type, more, given, value, own] of cases) {
    const found = extract(t, [{ linkId: 'a', type, code, extension, ...more }], [answer('a', given)], {}, own)
    const [first] = found.map(observation =>
      Object.fromEntries(Object.entries(observation).filter(([name]) => name.startsWith('value'))),
    )
    t.same(first, value, `${type} ${JSON.stringify(given)}`)
  }
})

t.test('what an Observation says of the response', async t => {
  const [observation] = extract(
    t,
    [{ linkId: 'a', text: 'Weight', type: 'decimal', code: [loinc('29463-7')] }],
    [answer('a', { valueDecimal: 70 })],
  )
  t.same(observation, {
    resourceType: 'Observation',
    id: '["r1","a",0,0]',
    category: [
      {
        coding: [
          { system: 'http://terminology.hl7.org/CodeSystem/observation-category', code: 'vital-signs' },
        ],
      },
    ],
    code: { coding: [loinc('29463-7')], text: 'Weight' },
    status: 'final',
    subject: { reference: 'Patient/1' },
    effectiveDateTime: '2026-02-03T04:05:06Z',
    issued: '2026-02-03T04:05:06Z',
    performer: [{ reference: 'Practitioner/2' }],
    derivedFrom: [{ reference: 'QuestionnaireResponse/r1' }],
    valueQuantity: { value: 70 },
  })
})

t.test('which items are extracted', async t => {
  const coded = { linkId: 'a', type: 'integer', code: [loinc('1-1')] }
  const one = [answer('a', { valueInteger: 1 })]
  const count = (item: object, more: object = {}, own: object = {}) =>
    extract(t, [item], one, more, own).length
  t.equal(count(coded), 1, 'one with a LOINC code')
  t.equal(count(coded, {}, { extractCodedItems: false }), 0, 'unless that is off')
  t.equal(count({ ...coded, code: [{ system: 'urn:x', code: '1' }] }), 0, 'not one with another code')
  t.equal(count({ ...coded, code: [] }), 0, 'nor one with none')
  t.equal(count({ ...coded, extension: [mark(false)] }), 0, 'nor one that says no')
  t.equal(count(coded, { extension: [mark(false)] }), 0, 'nor one of a form that says no')
  t.equal(
    count({ ...coded, extension: [mark(true)] }, { extension: [mark(false)] }),
    1,
    'but the nearest mark wins',
  )
  const other = { ...coded, code: [{ system: 'urn:x', code: '1' }] }
  t.equal(
    count(other, { extension: [mark(true)] }, { extractCodedItems: false }),
    1,
    'the form marks all of its items',
  )
  t.equal(count({ ...other, extension: [mark('independent')] }), 1, 'a relation is a mark')
  const onCode = [
    { system: 'urn:x', code: '1', extension: [mark(true)] },
    { system: 'urn:x', code: '2' },
  ]
  t.same(
    extract(t, [{ ...coded, code: onCode }], one)[0]?.code.coding,
    [{ system: 'urn:x', code: '1' }],
    'one code of several',
  )
  const group = { linkId: 'g', type: 'group', extension: [mark(true)], item: [other] }
  t.equal(
    extract(t, [group], [{ linkId: 'g', item: one }]).length,
    1,
    'a group marks what stands in it, and is none itself',
  )
  t.equal(observationsOf(undefined, null, options).length, 0, 'and nothing holds nothing')
})

t.test('a form that is prepared once gives what it gives each time anew', async t => {
  const weight = { linkId: 'w', type: 'decimal', code: [loinc('29463-7')] }
  const panel = form([{ linkId: 'g', type: 'group', extension: [mark(true)], item: [weight] }])
  const extraction = prepareExtraction(panel, options)
  for (const [responseId, valueDecimal] of [
    ['r1', 70.5],
    ['r2', 81],
    ['r1', 70.5],
  ] as const) {
    const answers = response([{ linkId: 'g', item: [answer('w', { valueDecimal })] }])
    const found = extraction(answers, responseId)
    t.equal(found[0]?.valueQuantity?.value, valueDecimal)
    t.same(found, observationsOf(panel, answers, { ...options, responseId }))
  }
})

t.test('the category is the nearest one given', async t => {
  const category = (code: string) => ({
    url: CATEGORY,
    valueCodeableConcept: { coding: [{ system: 'http://x.example', code }] },
  })
  const item = { linkId: 'a', type: 'integer', code: [loinc('1-1')] }
  const ofIt = (item: object, more: object = {}) =>
    extract(t, [item], [answer('a', { valueInteger: 1 })], more)[0]?.category?.map(
      ({ coding }) => coding?.[0]?.code,
    )
  t.same(ofIt(item), ['survey'])
  t.same(ofIt(item, { extension: [category('form')] }), ['form'])
  t.same(
    ofIt({ ...item, extension: [category('one'), category('two')] }, { extension: [category('form')] }),
    ['one', 'two'],
  )
})

t.test('a blood pressure is one Observation with two components', async t => {
  const mmHg = (value: number) => ({
    valueQuantity: { value, unit: 'mmHg', system: 'http://unitsofmeasure.org', code: 'mm[Hg]' },
  })
  const found = observationsOf(
    example('blood-pressure'),
    response([
      { linkId: 'blood-pressure', item: [answer('systolic', mmHg(120)), answer('diastolic', mmHg(80))] },
    ]),
    options,
  )
  t.equal(found.length, 1)
  t.match(found[0], {
    code: { coding: [{ code: '85354-9' }] },
    category: [{ coding: [{ code: 'vital-signs' }] }],
    component: [
      { code: { coding: [{ code: '8480-6' }] }, ...mmHg(120) },
      { code: { coding: [{ code: '8462-4' }] }, ...mmHg(80) },
    ],
  })
  t.notOk('valueQuantity' in (found[0] ?? {}))
  t.same(
    checkStructureOnly({ ...found[0], id: 'x' }, { fhirVersion: 'R4', resourceType: 'Observation' }).filter(
      ({ severity }) => severity !== 'information',
    ),
    [],
  )

  const unmarked = form([
    {
      linkId: 'bp',
      type: 'group',
      code: [loinc('85354-9')],
      item: [{ linkId: 's', type: 'integer', code: [loinc('8480-6')] }],
    },
  ])
  const pressure = response([{ linkId: 'bp', item: [answer('s', { valueInteger: 120 })] }])
  t.equal(observationsOf(unmarked, pressure, options)[0]?.component?.length, 1, 'marked or not')
  t.same(
    observationsOf(unmarked, response([{ linkId: 'bp', item: [] }]), options),
    [],
    'and none without an answer',
  )
})

t.test('when it was so', async t => {
  const EFFECTIVE = 'http://hl7.org/fhir/StructureDefinition/Observation#Observation.effective'
  const SNOMED = 'http://snomed.info/sct'
  const timeQuestion = (linkId: string, more: object = {}) => ({ linkId, type: 'dateTime', ...more })
  const defined = (linkId: string, suffix = 'DateTime') =>
    timeQuestion(linkId, { definition: `${EFFECTIVE}${suffix}` })
  const coded = (linkId: string, code = '439771001', system = SNOMED) =>
    timeQuestion(linkId, { code: [{ system, code }] })
  const weight = (linkId = 'w', more: object = {}) => ({
    ...{ linkId, type: 'decimal', code: [loinc('29463-7')] },
    ...more,
  })
  const kilos = (linkId = 'w') => answer(linkId, { valueDecimal: 70 })
  const at = (linkId: string, valueDateTime: string) => answer(linkId, { valueDateTime })
  const times = (items: object[], answers: object[], own: object = {}) => {
    const made = response(answers, own)
    return observationsOf(form(items), made, options).map(observation => {
      const issues = checkStructureOnly(
        { ...observation, id: 'x' },
        { fhirVersion: 'mix', resourceType: 'Observation' },
      )
      t.same(
        issues.filter(({ severity }) => severity === 'error'),
        [],
      )
      return observation.effectiveDateTime ?? observation.effectivePeriod
    })
  }
  const AUTHORED = '2026-02-03T04:05:06Z'

  await t.test('by the definition of a question, however it is written', async t => {
    for (const suffix of ['DateTime', '', '[x]', '%5Bx%5D', '[x]:effectiveDateTime', 'Instant'])
      t.same(
        times([defined('d', suffix), weight()], [at('d', '2025-12-24'), kilos()]),
        ['2025-12-24'],
        suffix,
      )
    const profile = 'https://a.example/StructureDefinition/inr#Observation.effectiveDateTime'
    t.same(times([timeQuestion('d', { definition: profile }), weight()], [at('d', '2025-12-24'), kilos()]), [
      '2025-12-24',
    ])
    for (const definition of [
      'https://a.example/StructureDefinition/Observation#Observation.effectiveTiming',
      'https://a.example/StructureDefinition/Condition#Condition.onsetDateTime',
      `https://a.example/${'#Observation.effective'.repeat(5000)}`,
    ])
      t.same(times([timeQuestion('d', { definition }), weight()], [at('d', '2025-12-24'), kilos()]), [
        AUTHORED,
      ])
  })

  await t.test('as precisely as it is known', async t => {
    for (const known of ['2026', '2026-03', '2026-03-01', '2026-03-01T10:00:00+01:00'])
      t.same(times([defined('d'), weight()], [at('d', known), kilos()]), [known])
    const day = { ...defined('d'), type: 'date' }
    t.same(times([day, weight()], [answer('d', { valueDate: '2026-03' }), kilos()]), ['2026-03'])
    t.same(times([defined('d'), weight()], [at('d', '2026-02-30'), kilos()]), [AUTHORED], 'no day')
  })

  await t.test('by a code that means it, after a definition', async t => {
    t.same(times([coded('c'), weight()], [at('c', '2025-01-01'), kilos()]), ['2025-01-01'])
    t.same(times([coded('c', '33882-2', LOINC), weight()], [at('c', '2025-01-01'), kilos()]), ['2025-01-01'])
    t.same(times([coded('c', '439771001', LOINC), weight()], [at('c', '2025-01-01'), kilos()]), [AUTHORED])
    t.same(
      times([coded('c'), defined('d'), weight()], [at('c', '2025-01-01'), at('d', '2025-02-02'), kilos()]),
      ['2025-02-02'],
    )
  })

  await t.test('a period', async t => {
    const items = [defined('s', 'Period.start'), defined('e', 'Period.end'), weight()]
    const [start, end] = ['2026-01', '2026-02-01T10:00:00Z']
    t.same(times(items, [at('s', start), at('e', end), kilos()]), [{ start, end }])
    t.same(times(items, [at('s', start), kilos()]), [{ start }])
    t.same(times(items, [at('s', '2026-03'), at('e', end), kilos()]), [AUTHORED], 'no end before its start')
    const snomed = [coded('s', '398201009'), coded('e', '397898000'), weight()]
    t.same(times(snomed, [at('s', start), at('e', end), kilos()]), [{ start, end }])
  })

  await t.test('by the nearest question: below, beside, further out; each repetition by its own', async t => {
    const group = { linkId: 'g', type: 'group', repeats: true, item: [defined('in'), weight()] }
    const items = [defined('out'), group, weight('x', { item: [defined('below')] })]
    t.same(
      times(items, [
        at('out', '2020'),
        { linkId: 'g', item: [at('in', '2021'), kilos()] },
        { linkId: 'g', item: [at('in', '2022'), kilos()] },
        { linkId: 'g', item: [kilos()] },
        { linkId: 'x', answer: [{ valueDecimal: 70, item: [at('below', '2023')] }] },
      ]),
      ['2021', '2022', '2020', '2023'],
    )
    t.same(
      times([defined('one'), defined('two'), weight()], [at('one', '2021'), at('two', '2022'), kilos()]),
      [AUTHORED],
      'of two different ones none',
    )
    t.same(times([defined('one'), defined('two'), weight()], [at('two', '2022'), kilos()]), ['2022'])
  })

  await t.test('of a panel, of which it is no component', async t => {
    const panel = {
      ...{ linkId: 'bp', type: 'group', code: [loinc('85354-9')], extension: [mark(true)] },
      item: [coded('c'), { linkId: 's', type: 'integer', code: [loinc('8480-6')] }],
    }
    const [found, ...more] = extract(
      t,
      [panel],
      [{ linkId: 'bp', item: [at('c', '2026-01-02'), answer('s', { valueInteger: 120 })] }],
    )
    t.same(more, [])
    t.equal(found?.effectiveDateTime, '2026-01-02')
    t.equal(found?.component?.length, 1)
  })

  await t.test('by what the person says of the whole response; it is issued when it was stored', async t => {
    const sent = { extension: [{ url: 'urn:andiron:sent-authored', valueDateTime: '2026-01' }] }
    t.same(times([weight()], [kilos()], sent), ['2026-01'])
    t.same(times([defined('d'), weight()], [at('d', '2025'), kilos()], sent), ['2025'])
    const [stored] = observationsOf(form([weight()]), response([kilos()], sent), options)
    t.equal(stored?.issued, AUTHORED)
    const [vague] = observationsOf(form([weight()]), response([kilos()], { authored: '2026-01' }), options)
    t.same([vague?.effectiveDateTime, vague?.issued], ['2026-01', undefined], 'an instant or nothing')
  })
})

t.test('relations', async t => {
  const item = (linkId: string, code: string, relation: string) => ({
    linkId,
    type: 'integer',
    code: [loinc(code)],
    extension: [mark(relation)],
  })
  const items = [item('m', '1-1', 'member'), item('c', '2-2', 'component'), item('i', '3-3', 'independent')]
  const inner = [
    answer('m', { valueInteger: 1 }),
    answer('c', { valueInteger: 2 }),
    answer('i', { valueInteger: 3 }),
  ]
  const group = { linkId: 'g', type: 'group', code: [loinc('9-9')], extension: [mark(true)], item: items }
  const found = extract(t, [group], [{ linkId: 'g', item: inner }])
  t.same(
    found.map(({ code }) => code.coding?.[0]?.code),
    ['9-9', '1-1', '3-3'],
  )
  t.match(found[0], {
    hasMember: [{ reference: `Observation/${found[1]?.id}` }],
    component: [{ valueInteger: 2 }],
  })

  const question = {
    ...item('q', '8-8', 'independent'),
    item: [item('d', '7-7', 'derived'), item('s', '8-8', 'component')],
  }
  const below = [answer('d', { valueInteger: 4 }), answer('s', { valueInteger: 5 })]
  const nested = extract(t, [question], [{ linkId: 'q', answer: [{ valueInteger: 1, item: below }] }])
  t.match(nested[1]?.derivedFrom, [{}, { reference: `Observation/${nested[0]?.id}` }])
  t.equal(nested.length, 3, 'a component with the code of its Observation is one of its own (obs-7)')
})

t.test('ids follow from the place and the answer', async t => {
  const day = {
    linkId: 'g',
    type: 'group',
    repeats: true,
    item: [{ linkId: 'a', type: 'integer', repeats: true, code: [loinc('1-1')] }],
  }
  const days = [
    { linkId: 'g', item: [answer('a', { valueInteger: 1 }, { valueInteger: 1 })] },
    { linkId: 'g', item: [answer('a', { valueInteger: 1 })] },
  ]
  const ids = (own: object = {}) => extract(t, [day], days, {}, own).map(({ id }) => id)
  t.same(ids(), ['["r1","g",0,-1,"a",0,0]', '["r1","g",0,-1,"a",0,1]', '["r1","g",1,-1,"a",0,0]'])
  t.same(ids(), ids())
  t.notMatch(ids({ responseId: 'r2' }), ids())
})

t.test('a score has the band that its form declares', async t => {
  const band = (label: unknown, range: object) => ({
    url: 'https://forms.example/StructureDefinition/questionnaire-score-band',
    extension: [
      { url: 'label', valueString: label },
      { url: 'range', valueRange: range },
    ],
  })
  const bands = [
    ...[band('low', { high: { value: 13 } }), band('medium', { low: { value: 14 }, high: { value: 20 } })],
    ...[band('high', { low: { value: 21 } }), band(7, { low: { value: 0 } }), band('nothing', {})],
  ]
  const items = ['integer', 'decimal', 'quantity'].map(type => ({
    ...{ linkId: type, type, code: [loinc('1-1')] },
    extension: [mark(true), ...bands],
  }))
  const cases: [object, string | undefined][] = [
    [{ valueInteger: 13 }, 'low (up to 13)'],
    [{ valueDecimal: 14 }, 'medium (14–20)'],
    [{ valueDecimal: 20.5 }, undefined],
    [{ valueQuantity: { value: 25 } }, 'high (from 21)'],
  ]
  for (const [value, words] of cases) {
    const linkId = Object.keys(value)[0]?.slice(5).toLowerCase() ?? ''
    const [found] = extract(t, items, [answer(linkId, value)])
    t.equal(found?.interpretation?.[0]?.text, words, JSON.stringify(value))
  }
})
