/** Extraction by templates and definitions: the cases of the SDC guide, written anew, and the limits. */
import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import t from 'tap'
import { missing } from '../../../core/test/fixtures/programs.ts'
import { loadFhirPath } from '../../expressions/load-fhirpath.ts'
import { refused } from '../../model/issue.ts'
import { readForm } from '../../model/read-form.ts'
import { prepareQuestionnaire } from '../../prepare.ts'
import { allDefinitions } from '../../structure/all.ts'
import { extractResources } from '../extract.ts'
import { extractionFaults } from '../faults.ts'

const SDC = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-'
const CORE = 'http://hl7.org/fhir/StructureDefinition/'
const LOINC = 'http://loinc.org'

const definitions = await allDefinitions('R4')
const compileExpression = await loadFhirPath('R4')
const idOf = (name: string) =>
  createHash('sha256')
    .update(name)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')

const value = (words: string) => ({
  extension: [{ url: `${SDC}templateExtractValue`, valueString: words }],
})
const context = (words: string) => ({
  extension: [{ url: `${SDC}templateExtractContext`, valueString: words }],
})
const template = (reference: string, more: object[] = []) => ({
  url: `${SDC}templateExtract`,
  extension: [{ url: 'template', valueReference: { reference } }, ...more],
})
const allocate = (valueString: string) => ({ url: `${SDC}extractAllocateId`, valueString })
const defined = (type: string, more: object[] = []) => ({
  url: `${SDC}definitionExtract`,
  extension: [{ url: 'definition', valueCanonical: `${CORE}${type}` }, ...more],
})
const fixed = (path: string, given: object) => ({
  url: `${SDC}definitionExtractValue`,
  extension: [
    { url: 'definition', valueUri: at(path) },
    { url: 'fixed-value', ...given },
  ],
})
const computed = (path: string, expression: string) => ({
  url: `${SDC}definitionExtractValue`,
  extension: [
    { url: 'definition', valueUri: at(path) },
    { url: 'expression', valueExpression: { language: 'text/fhirpath', expression } },
  ],
})
const at = (path: string) => `${CORE}${path.split('.')[0]}#${path}`
const said = (linkId: string, ...answers: object[]) => ({ linkId, answer: answers })
const text = (valueString: string) => ({ valueString })

function extracted(form: object, item: object[], more: object = {}) {
  const engines = { compileExpression }
  const questionnaire = { resourceType: 'Questionnaire', status: 'active', ...form }
  const response = { resourceType: 'QuestionnaireResponse', id: 'r1', status: 'completed', item, ...more }
  const options = { definitions, idOf, responseId: 'r1' }
  const { entries, issues } = extractResources(readForm(questionnaire, 'R4', engines), response, options)
  return {
    entries,
    resources: entries.map(({ resource }) => resource),
    issues: issues.map(issue => `${issue.severity}: ${issue.text}`),
    isRefused: refused(issues),
  }
}

/** The person of the guide's complex example, with synthetic answers. */
const answers = [
  {
    linkId: 'patient',
    item: [
      { linkId: 'name', item: [said('given', text('Synthia'), text('B.')), said('family', text('Example'))] },
      { linkId: 'name', item: [said('given', text('Syn'))] },
      said('gender', {
        valueCoding: { system: 'http://hl7.org/fhir/administrative-gender', code: 'female' },
      }),
      said('ihi', text('123')),
    ],
  },
  { linkId: 'contacts', item: [said('contact-name', text('A')), said('phone', text('1'))] },
  { linkId: 'contacts', item: [said('contact-name', text('B'))] },
  { linkId: 'obs', item: [said('height', { valueDecimal: 1.7 })] },
]

/** The items of that example; each begins the extraction of a resource. */
const items = (marks: Readonly<Record<string, object>>) => {
  const item = (linkId: string, type: string, inner: object[] = [], repeats = false) => ({
    ...{ linkId, type, ...marks[linkId] },
    ...(inner.length > 0 && { item: inner }),
    ...(repeats && { repeats }),
  })
  return [
    item('patient', 'group', [
      item('name', 'group', [item('given', 'string', [], true), item('family', 'string')], true),
      item('gender', 'choice'),
      item('ihi', 'string'),
    ]),
    item('contacts', 'group', [item('contact-name', 'string'), item('phone', 'string')], true),
    item('obs', 'group', [item('height', 'decimal')]),
  ]
}

const patient = {
  resourceType: 'Patient',
  identifier: [{ type: { text: 'National' }, system: 'urn:nhio', value: '123' }],
  name: [
    { text: 'Synthia B. Example', family: 'Example', given: ['Synthia', 'B.'] },
    { text: 'Syn', given: ['Syn'] },
  ],
  gender: 'female',
}
const join = "item.where(linkId='given' or linkId='family').answer.value.join(' ')"

/** @param id - the template of a reference to the person */
function complexForm(id: object = value('%NewPatientId')) {
  const templates = [
    {
      ...{ resourceType: 'Patient', id: 'patTemplate' },
      identifier: [
        {
          ...context("item.where(linkId = 'ihi').answer.value"),
          ...{ type: { text: 'National' }, system: 'urn:nhio', _value: value('first()') },
        },
      ],
      name: [
        {
          ...context("item.where(linkId = 'name')"),
          _text: value(join),
          _family: value("item.where(linkId = 'family').answer.value.first()"),
          _given: [value("item.where(linkId = 'given').answer.value")],
        },
      ],
      telecom: [
        {
          ...context("item.where(linkId = 'mobile').answer.value"),
          system: 'phone',
          _value: value('first()'),
        },
      ],
      gender: 'unknown',
      _gender: value("item.where(linkId = 'gender').answer.value.first().code"),
    },
    {
      ...{ resourceType: 'RelatedPerson', id: 'rpTemplate' },
      patient: id,
      name: [{ _text: value("item.where(linkId = 'contact-name').answer.value.first()") }],
    },
    {
      ...{ resourceType: 'Observation', id: 'obs', status: 'final' },
      code: { coding: [{ system: LOINC, code: '8302-2' }] },
      subject: { _reference: value('%NewPatientId') },
      effectiveDateTime: '1900-01-01',
      _effectiveDateTime: value('%resource.authored'),
      performer: [value('%resource.author')],
      valueQuantity: {
        ...{ _value: value('answer.value * 100'), unit: 'cm' },
        ...{ system: 'http://unitsofmeasure.org', code: 'cm' },
      },
    },
  ]
  return {
    contained: templates,
    extension: [allocate('NewPatientId')],
    item: items({
      patient: {
        extension: [template('#patTemplate', [{ url: 'fullUrl', valueString: '%NewPatientId' }])],
      },
      contacts: { extension: [template('#rpTemplate')] },
      height: { extension: [template('#obs')] },
    }),
  }
}

t.test('templates of SDC: the complex example', async t => {
  const form = complexForm()
  const authored = '2026-01-02T03:04:05Z'
  const { entries, resources, issues } = extracted(form, answers, {
    authored,
    author: { reference: 'Patient/1' },
  })
  t.same(issues, [])
  const [{ fullUrl } = { fullUrl: '' }] = entries
  t.match(fullUrl, /^urn:uuid:/)
  t.equal(new Set(entries.map(each => each.fullUrl)).size, 4)
  t.same(
    entries.map(({ request }) => `${request.method} ${request.url}`),
    ['POST Patient', 'POST RelatedPerson', 'POST RelatedPerson', 'POST Observation'],
  )
  t.same(resources, [
    patient,
    { resourceType: 'RelatedPerson', patient: { reference: fullUrl }, name: [{ text: 'A' }] },
    { resourceType: 'RelatedPerson', patient: { reference: fullUrl }, name: [{ text: 'B' }] },
    {
      ...{ resourceType: 'Observation', status: 'final' },
      code: { coding: [{ system: LOINC, code: '8302-2' }] },
      subject: { reference: fullUrl },
      effectiveDateTime: authored,
      performer: [{ reference: 'Patient/1' }],
      valueQuantity: { value: 170, unit: 'cm', system: 'http://unitsofmeasure.org', code: 'cm' },
    },
  ])
  t.same(extracted(form, answers, { authored, author: { reference: 'Patient/1' } }).entries, entries)
})

/** Cases in which Smart Forms and the guide agree. */
const agreed: Readonly<Record<string, readonly [form: object, items: object[]]>> = {
  'the complex example': [complexForm({ _reference: value('%NewPatientId') }), answers],
  'a repeating group in a repeating group': [
    {
      contained: [
        {
          ...{ resourceType: 'AllergyIntolerance', id: 'a', patient: { reference: 'Patient/1' } },
          code: { _text: value("item.where(linkId='substance').answer.value") },
          reaction: [
            {
              ...context("item.where(linkId='reaction')"),
              manifestation: [{ _text: value("item.where(linkId='sign').answer.value") }],
              _severity: value("item.where(linkId='severity').answer.value.code"),
            },
          ],
        },
      ],
      item: [
        {
          ...{ linkId: 'allergy', type: 'group', repeats: true, extension: [template('#a')] },
          item: [
            { linkId: 'substance', type: 'string' },
            {
              ...{ linkId: 'reaction', type: 'group', repeats: true },
              item: [
                { linkId: 'sign', type: 'string' },
                { linkId: 'severity', type: 'choice' },
              ],
            },
          ],
        },
      ],
    },
    [
      {
        linkId: 'allergy',
        item: [
          said('substance', text('peanuts')),
          {
            linkId: 'reaction',
            item: [said('sign', text('hives')), said('severity', { valueCoding: { code: 'mild' } })],
          },
          { linkId: 'reaction', item: [said('sign', text('swelling'))] },
        ],
      },
      { linkId: 'allergy', item: [said('substance', text('pollen'))] },
    ],
  ],
  'a Coding, a Quantity and a date as whole elements': [
    {
      contained: [
        {
          ...{ resourceType: 'Condition', id: 'c', subject: { reference: 'Patient/1' } },
          code: { coding: [value("item.where(linkId='code').answer.value")], text: 'fixed' },
          _onsetDateTime: value("item.where(linkId='onset').answer.value"),
          stage: [{ ...context("item.where(linkId='none')"), summary: { text: 'never' } }],
        },
      ],
      item: [
        {
          ...{ linkId: 'g', type: 'group', extension: [template('#c')] },
          item: [
            { linkId: 'code', type: 'choice' },
            { linkId: 'onset', type: 'date' },
            { linkId: 'none', type: 'string' },
          ],
        },
      ],
    },
    [
      {
        linkId: 'g',
        item: [
          said('code', { valueCoding: { system: 'http://snomed.info/sct', code: '38341003' } }),
          said('onset', { valueDate: '2025-05-01' }),
        ],
      },
    ],
  ],
}

t.test('agrees with Smart Forms on', { skip: missing('extraction') }, async t => {
  const place = new URL('fhir/extract/test/reference/', import.meta.resolve('#root/package.json'))
  const { extract } = createRequire(place)('@aehrc/sdc-template-extract')
  for (const [name, [form, item]] of Object.entries(agreed))
    t.test(name, async t => {
      const more = { authored: '2026-01-02T03:04:05Z', author: { reference: 'Patient/1' } }
      const response = { resourceType: 'QuestionnaireResponse', id: 'r1', status: 'completed', item, ...more }
      const questionnaire = { resourceType: 'Questionnaire', status: 'active', ...form }
      const parameter = [
        { name: 'questionnaire-response', resource: response },
        { name: 'questionnaire', resource: questionnaire },
      ]
      const theirs = await extract(structuredClone({ resourceType: 'Parameters', parameter }), undefined, {})
      const { entry } = theirs.parameter.find((each: { name: string }) => each.name === 'return').resource
      t.same(plain(extracted(form, item, more).entries), plain(entry))
    })
})

/** Entries without the ids that differ, which Smart Forms writes without `urn:uuid:`. */
const plain = (entries: unknown) =>
  JSON.parse(
    JSON.stringify(entries).replaceAll(/(?:urn:uuid:)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id'),
  )

t.test('definitions of SDC: the complex example', async t => {
  const { entries, resources, issues } = extracted(
    {
      extension: [allocate('NewPatientId')],
      item: items({
        patient: { extension: [defined('Patient', [{ url: 'fullUrl', valueString: '%NewPatientId' }])] },
        name: { definition: at('Patient.name'), extension: [computed('Patient.name.text', join)] },
        given: { definition: at('Patient.name.given') },
        family: { definition: at('Patient.name.family') },
        gender: { definition: at('Patient.gender') },
        ihi: {
          definition: at('Patient.identifier.value'),
          extension: [
            fixed('Patient.identifier.type', { valueCodeableConcept: { text: 'National' } }),
            fixed('Patient.identifier.system', { valueUri: 'urn:nhio' }),
          ],
        },
        contacts: {
          extension: [defined('RelatedPerson'), computed('RelatedPerson.patient.reference', '%NewPatientId')],
        },
        'contact-name': { definition: at('RelatedPerson.name.text') },
        height: {
          definition: at('Observation.value[x]:valueQuantity.value'),
          extension: [
            defined('Observation'),
            fixed('Observation.status', { valueCode: 'final' }),
            fixed('Observation.code.coding', { valueCoding: { system: LOINC, code: '8302-2' } }),
            fixed('Observation.value[x]:valueQuantity.code', { valueCode: 'm' }),
            fixed('Observation.value[x]:valueQuantity.system', { valueUri: 'http://unitsofmeasure.org' }),
            computed('Observation.effective', '%resource.authored'),
            computed('Observation.derivedFrom.reference', "'QuestionnaireResponse/' + %resource.id"),
          ],
        },
      }),
    },
    answers,
    { authored: '2026-01-02T03:04:05Z' },
  )
  t.same(issues, ['warning: Give this value in cm or [in_i], as a UCUM code.'])
  const [{ fullUrl } = { fullUrl: '' }] = entries
  t.same(resources, [
    patient,
    { resourceType: 'RelatedPerson', patient: { reference: fullUrl }, name: [{ text: 'A' }] },
    { resourceType: 'RelatedPerson', patient: { reference: fullUrl }, name: [{ text: 'B' }] },
    {
      ...{ resourceType: 'Observation', status: 'final' },
      code: { coding: [{ system: LOINC, code: '8302-2' }] },
      valueQuantity: { value: 1.7, code: 'm', system: 'http://unitsofmeasure.org' },
      effectiveDateTime: '2026-01-02T03:04:05Z',
      derivedFrom: [{ reference: 'QuestionnaireResponse/r1' }],
    },
  ])
})

t.test('a template Bundle of SDC gives one entry per result of its context', async t => {
  const bundle = {
    ...{ resourceType: 'Bundle', id: 'all', type: 'transaction' },
    entry: [
      {
        ...context("item.where(linkId = 'contacts')"),
        fullUrl: 'urn:uuid:6f6177d2-13ee-4d27-b0e8-3eaf663dd032',
        resource: {
          ...{ resourceType: 'RelatedPerson', patient: { reference: 'Patient/1' } },
          name: [{ _text: value("item.where(linkId = 'contact-name').answer.value") }],
        },
        request: {
          method: 'POST',
          url: 'RelatedPerson',
          _ifNoneExist: value("'name=' + item.answer.value.first()"),
        },
      },
    ],
  }
  const extension = [{ url: `${SDC}templateExtractBundle`, valueReference: { reference: '#all' } }]
  const { entries, issues } = extracted({ contained: [bundle], extension, item: items({}) }, answers)
  t.match(entries, [
    { resource: { name: [{ text: 'A' }] }, request: { method: 'POST', ifNoneExist: 'name=A' } },
    { resource: { name: [{ text: 'B' }] }, request: { method: 'POST', ifNoneExist: 'name=B' } },
  ])
  t.notOk(entries[0]?.fullUrl === entries[1]?.fullUrl)
  t.match(issues, [/^warning: Several resources have the fullUrl/])
})

t.test('each answer of a repeating question makes a resource, with ids of its own', async t => {
  const form = {
    contained: [
      {
        ...{ resourceType: 'Condition', id: 'c', subject: { reference: 'Patient/1' } },
        code: { _text: value('answer.value') },
        note: [{ _text: value('%mine') }],
      },
    ],
    item: [
      {
        ...{ linkId: 'conditions', type: 'string', repeats: true },
        extension: [allocate('mine'), template('#c')],
      },
    ],
  }
  const { resources, issues } = extracted(form, [said('conditions', text('one'), text('two'))])
  t.same(issues, [])
  t.match(resources, [{ code: { text: 'one' } }, { code: { text: 'two' } }])
  t.equal(new Set(resources.map(({ note }) => JSON.stringify(note))).size, 2)
  t.same(extracted(form, []).resources, [], 'nothing without an answer')
})

t.test('a resource with an id is an update, and the parts of the extension set conditions', async t => {
  const parts = [
    { url: 'resourceId', valueString: "'Patient/p1'" },
    { url: 'ifMatch', valueString: '\'W/"3"\'' },
    { url: 'ifNoneExist', valueString: '{}' },
  ]
  const contained = [{ resourceType: 'Patient', id: 'p', active: true }]
  const { entries, issues } = extracted({ contained, extension: [template('#p', parts)], item: [] }, [])
  t.same(issues, [])
  t.match(entries, [
    {
      resource: { id: 'p1', active: true },
      request: { method: 'PUT', url: 'Patient/p1', ifMatch: 'W/"3"' },
    },
  ])
  const { entries: byDefinition } = extracted(
    {
      extension: [defined('Patient')],
      item: [{ linkId: 'id', type: 'string', definition: at('Patient.id') }],
    },
    [said('id', text('p2'))],
  )
  t.match(byDefinition, [{ request: { method: 'PUT', url: 'Patient/p2' } }])
})

t.test('the context of an earlier edition names a type', async t => {
  const legacy = { url: `${SDC}itemExtractionContext`, valueCode: 'Patient' }
  const definition = 'http://hl7.org/fhir/Patient#Patient.address.text'
  const { resources, issues } = extracted(
    {
      extension: [legacy],
      item: [
        { linkId: 'home', type: 'string', definition },
        { linkId: 'others', type: 'string', repeats: true, definition },
        { linkId: 'none', type: 'string', definition: 'http://hl7.org/fhir/Group#Group.name' },
      ],
    },
    [said('home', text('1')), said('others', text('2'), text('3')), said('none', text('x'))],
  )
  t.same(issues, [])
  t.same(resources, [{ resourceType: 'Patient', address: [{ text: '1' }, { text: '2' }, { text: '3' }] }])
})

t.test('answers are written as the types of their elements', async t => {
  const item = (linkId: string, type: string, path: string) => ({ linkId, type, definition: at(path) })
  const coding = { system: 'urn:s', code: 'c', display: 'C' }
  const { resources, issues } = extracted(
    {
      extension: [defined('Condition')],
      item: [
        item('subject', 'string', 'Condition.subject'),
        item('code', 'choice', 'Condition.code'),
        item('stage', 'choice', 'Condition.stage.summary.text'),
        item('onset', 'quantity', 'Condition.onset[x]'),
        item('recorded', 'date', 'Condition.recordedDate'),
        item('note', 'string', 'Condition.note'),
        item('wrong', 'boolean', 'Condition.recorder'),
        item('absent', 'string', 'Condition.nothing'),
      ],
    },
    [
      said('subject', text('Patient/1')),
      said('code', { valueCoding: coding }),
      said('stage', { valueCoding: coding }),
      said('onset', {
        valueQuantity: { value: 4, unit: 'a', system: 'http://unitsofmeasure.org', code: 'a' },
      }),
      said('recorded', { valueDate: '2026-01' }),
      said('note', text('words')),
      said('wrong', { valueBoolean: true }),
      said('absent', text('x')),
    ],
  )
  t.match(resources, [
    {
      subject: { reference: 'Patient/1' },
      code: { coding: [coding] },
      stage: [{ summary: { text: 'C' } }],
      onsetAge: { value: 4, code: 'a' },
      recordedDate: '2026-01',
      note: [{ text: 'words' }],
    },
  ])
  t.same(issues, [
    "error: Item 'wrong': The value does not fit into Condition.recorder.",
    "error: Item 'absent': There is no element Condition.nothing.",
  ])
})

t.test('slices, groups and profiles name elements', async t => {
  const profile = 'http://example.org/StructureDefinition/person'
  const inProfile = (path: string) => `${profile}#${path}`
  const { resources, issues } = extracted(
    {
      extension: [
        {
          url: `${SDC}definitionExtract`,
          extension: [{ url: 'definition', valueCanonical: `${profile}|1.0` }],
        },
      ],
      item: [
        { linkId: 'a', type: 'string', definition: inProfile('Patient.identifier:a.value') },
        { linkId: 'b', type: 'string', definition: inProfile('Patient.identifier:b.value') },
        { linkId: 'a-use', type: 'choice', definition: inProfile('Patient.identifier:a.use') },
        {
          ...{ linkId: 'status', type: 'group', definition: inProfile('Patient.maritalStatus') },
          item: [
            { linkId: 'code', type: 'choice', definition: inProfile('Patient.maritalStatus.coding') },
            { linkId: 'words', type: 'string', definition: inProfile('Patient.maritalStatus.text') },
          ],
        },
        {
          ...{ linkId: 'contact', type: 'group', repeats: true, definition: inProfile('Patient.contact') },
          item: [{ linkId: 'who', type: 'string', definition: inProfile('Patient.contact.name.text') }],
        },
        { linkId: 'race', type: 'string', definition: inProfile('Patient.extension:race.valueString') },
        { linkId: 'twice', type: 'date', repeats: true, definition: inProfile('Patient.birthDate') },
        { linkId: 'malformed', type: 'string', definition: inProfile('Patient..name') },
      ],
    },
    [
      ...[said('a', text('1')), said('b', text('2')), said('a-use', { valueCoding: { code: 'usual' } })],
      {
        linkId: 'status',
        item: [said('code', { valueCoding: { system: 'urn:s', code: 'M' } }), said('words', text('Married'))],
      },
      ...['A', 'B'].map(who => ({ linkId: 'contact', item: [said('who', text(who))] })),
      ...[said('race', text('x')), said('twice', { valueDate: '1980-01-01' }, { valueDate: '1981-01-01' })],
      said('malformed', text('x')),
    ],
  )
  t.same(resources, [
    {
      resourceType: 'Patient',
      meta: { profile: [`${profile}|1.0`] },
      identifier: [{ value: '1', use: 'usual' }, { value: '2' }],
      maritalStatus: { coding: [{ system: 'urn:s', code: 'M' }], text: 'Married' },
      contact: [{ name: { text: 'A' } }, { name: { text: 'B' } }],
      birthDate: '1980-01-01',
    },
  ])
  t.match(issues, [
    /^warning: Fixed values of the profile/,
    /^error: Item 'race': Its definition names an extension of a profile/,
    /^error: Item 'twice': There is more than one value for Patient.birthDate/,
    /^error: Item 'malformed': 'http:.*' names no element/,
  ])
})

t.test('a context has a name, an item has a context, and elements keep what is fixed', async t => {
  const named = {
    url: `${SDC}templateExtractContext`,
    valueExpression: { name: 'whose', language: 'text/fhirpath', expression: "item.where(linkId='name')" },
  }
  const form = {
    contained: [
      {
        ...{ resourceType: 'Patient', id: 'p' },
        name: [
          {
            extension: [named, { url: 'urn:kept', valueString: 'x' }],
            given: ['Fixed'],
            _given: [null, value('%whose.answer.value')],
            _family: { ...value('%whose.answer.value.upper()'), id: 'f' },
            period: { _start: value("'2020' | '2021'") },
          },
        ],
        gender: 'other',
        _birthDate: context("item.where(linkId='none')"),
        maritalStatus: {
          coding: [{ ...value("item.where(linkId='code').answer.value"), userSelected: true }],
        },
      },
    ],
    item: [
      {
        ...{ linkId: 'people', type: 'group' },
        extension: [
          template('#p'),
          { url: `${SDC}templateExtractContext`, valueString: "item.where(linkId='person')" },
        ],
        item: [
          {
            ...{ linkId: 'person', type: 'group', repeats: true },
            item: [
              { linkId: 'name', type: 'string' },
              { linkId: 'code', type: 'choice' },
            ],
          },
        ],
      },
    ],
  }
  const person = (name: string) => ({
    linkId: 'person',
    item: [said('name', text(name)), said('code', { valueCoding: { system: 'urn:s', code: name } })],
  })
  const { resources, issues } = extracted(form, [{ linkId: 'people', item: [person('a'), person('b')] }])
  t.match(
    resources,
    ['a', 'b'].map(name => ({
      name: [
        {
          extension: [{ url: 'urn:kept' }],
          given: ['Fixed', name],
          family: name.toUpperCase(),
          _family: { id: 'f' },
          period: { start: '2020' },
        },
      ],
      gender: 'other',
      maritalStatus: { coding: [{ system: 'urn:s', code: name, userSelected: true }] },
    })),
  )
  t.match(
    issues[0],
    /^warning: Item 'people': The expression of Patient.name.period.start has several results/,
  )
  t.ok(issues.every(each => !each.startsWith('error')))
})

t.test('every problem names its item, and the rest is extracted', async t => {
  const form = {
    contained: [
      {
        ...{ resourceType: 'Patient', id: 'p', active: true },
        _birthDate: value('answer.value'),
        _gender: value('('),
        name: [{ _text: value('%nobody') }],
        maritalStatus: value("'M'"),
        deceasedBoolean: false,
        _deceasedBoolean: value('answer'),
      },
    ],
    item: [
      { linkId: 'a', type: 'string', extension: [template('#p')] },
      { linkId: 'b', type: 'string', extension: [template('#constructor')] },
      { linkId: 'c', type: 'string', extension: [defined('Nothing')] },
    ],
  }
  const { resources, issues } = extracted(
    form,
    ['a', 'b', 'c'].map(linkId => said(linkId, text('x'))),
  )
  t.match(resources, [{ active: true, birthDate: 'x', maritalStatus: { text: 'M' } }])
  t.match(issues, [
    /^error: Item 'a': The expression of Patient.gender has no result, because it is no FHIRPath\.$/,
    /^error: Item 'a': The expression of Patient.name.text has no result/,
    /^error: Item 'a': The result of its expression does not fit into Patient.deceased/,
    /^error: Item 'b': The template must be a resource that the form contains/,
    /^error: Item 'c': Its extraction names no resource type/,
    /^error: .*date/i,
  ])
})

t.test('beyond a limit nothing is extracted', async t => {
  const contained = (expression: string) => [
    { resourceType: 'Patient', id: 'p', name: [{ ...context(expression), _text: value('%resource.id') }] },
  ]
  const many = (count: number) => Array.from({ length: count }, (_, at) => text(`${at}`))
  const repeating = (count: number) =>
    extracted(
      {
        contained: contained('%resource'),
        item: [{ linkId: 'a', type: 'string', repeats: true, extension: [template('#p')] }],
      },
      [said('a', ...many(count))],
    )
  t.equal(repeating(500).entries.length, 500)
  t.match(repeating(501), { entries: [], issues: [/More than 500 resources would be extracted: nothing/] })
  const large = extracted(
    { contained: contained('%resource.repeat(item).answer'), extension: [template('#p')], item: [] },
    [{ ...said('a', ...many(60_000)) }],
  )
  t.match(large, { entries: [], issues: [/nothing is extracted/] })
  let deep: object = { text: 'x' }
  for (let depth = 0; depth < 70; depth++) deep = { extension: [{ url: 'urn:x', ...deep }] }
  const nested = extracted(
    { contained: [{ resourceType: 'Patient', id: 'p', ...deep }], extension: [template('#p')], item: [] },
    [],
  )
  t.match(nested, { entries: [], issues: [/nests too deeply/] })
})

t.test('names of the language are names in a template', async t => {
  const hostile = JSON.parse(
    '{"resourceType":"Patient","id":"p","__proto__":{"polluted":"x"},"constructor":"y"}',
  )
  const { resources, isRefused } = extracted(
    {
      contained: [hostile],
      extension: [template('#p'), allocate('__proto__'), allocate('resource')],
      item: [],
    },
    [said('__proto__', text('\0\ud800'))],
  )
  t.equal(({} as { polluted?: string }).polluted, undefined)
  t.ok(Object.hasOwn(resources[0] ?? {}, '__proto__'))
  t.ok(isRefused, 'and no element of a Patient')
})

t.test('every fault of a template is reported with the form, at once, with its path', async t => {
  const faulty = {
    resourceType: 'Patient',
    id: 'p',
    gender: 'female',
    name: [
      { family: 'fixed' },
      { _family: value('item.where('), given: ['A'], _given: [value(')')], period: { _start: value('%x.') } },
    ],
    contact: [{ ...context('item['), name: value('') }],
  }
  const form = {
    resourceType: 'Questionnaire',
    status: 'active',
    contained: [
      faulty,
      {
        resourceType: 'Bundle',
        id: 'b',
        type: 'transaction',
        entry: [{ resource: { resourceType: 'Patient' } }, {}],
      },
    ],
    extension: [
      template('#p'),
      template('#nothing'),
      { url: `${SDC}templateExtractBundle`, valueReference: { reference: '#b' } },
      allocate('no name'),
    ],
    item: [
      { linkId: 'a', type: 'string', text: 'A', extension: [template('#p')] },
      {
        linkId: 'b',
        type: 'string',
        text: 'B',
        extension: [
          { url: `${SDC}templateExtractContext`, valueExpression: { language: 'text/cql', expression: 'x' } },
        ],
      },
    ],
  }
  const { issues } = await prepareQuestionnaire(form, { fhirVersion: 'R4' })
  const found = issues.filter(({ rule }) => rule === 'Q-EXTRACT')
  t.same(
    found.map(({ severity, expression }) => `${severity} ${expression}`),
    [
      'error Questionnaire.extension[1]',
      'error Questionnaire.extension[3]',
      'warning Questionnaire.item[1].extension[0]',
      'error Questionnaire.contained[0].name[1].family.extension[0]',
      'error Questionnaire.contained[0].name[1].given[0].extension[0]',
      'error Questionnaire.contained[0].name[1].period.start.extension[0]',
      'error Questionnaire.contained[0].contact[0].extension[0]',
      'error Questionnaire.contained[0].contact[0].name.extension[0]',
      'error Questionnaire.contained[1].entry[1]',
    ],
  )
})

t.test('a template that nests without end is one fault', async t => {
  let deep: object = {}
  for (let depth = 0; depth < 5_000; depth++) deep = { extension: [], name: deep }
  const contained = [{ resourceType: 'Patient', id: 'p', ...deep }]
  const form = readForm({ resourceType: 'Questionnaire', contained, extension: [template('#p')] }, 'R4')
  t.match(extractionFaults(form), [{ text: 'Nest a template at most 64 deep.' }])
})
