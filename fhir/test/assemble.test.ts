/** Assembly of modular forms: the example of the SDC guide, written anew, and every error that it names. */
import t from 'tap'
import { assemble, DEEPEST_FORM, modulesOf } from '../assemble.ts'
import { loadFhirPath } from '../expressions/load-fhirpath.ts'
import { prepareQuestionnaire, refused } from '../index.ts'

const SDC = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-'
const HL7 = 'http://hl7.org/fhir/StructureDefinition/'
const compileExpression = await loadFhirPath('R4')

const variable = (name: string, expression: string) => ({
  url: `${HL7}variable`,
  valueExpression: { name, language: 'text/fhirpath', expression },
})
const needs = (valueString: string) => ({ url: `${SDC}assembleContext`, valueString })
const expects = (valueCode: string) => ({ url: `${SDC}assemble-expectation`, valueCode })
const launch = (code: string) => ({
  url: `${SDC}launchContext`,
  extension: [
    { url: 'name', valueCoding: { system: 'http://hl7.org/fhir/uv/sdc/CodeSystem/launchContext', code } },
    { url: 'type', valueCode: 'Patient' },
  ],
})
const constraint = (key: string) => ({
  url: `${HL7}targetConstraint`,
  extension: [
    { url: 'key', valueId: key },
    { url: 'severity', valueCode: 'error' },
    { url: 'human', valueString: 'Give a name.' },
    {
      url: 'expression',
      valueExpression: {
        language: 'text/fhirpath',
        expression: "item.where(linkId=%linkIdPrefix+'1').exists()",
      },
    },
  ],
})
const module = (name: string, linkId = name) => ({
  ...{ linkId, type: 'display', text: `The module '${name}' is missing.` },
  extension: [{ url: `${SDC}subQuestionnaire`, valueCanonical: `http://example.org/${name}` }],
})
const form = (name: string, item: object[], more: object = {}) => ({
  ...{ resourceType: 'Questionnaire', url: `http://example.org/${name}`, version: '1.0', status: 'active' },
  ...{ ...more, item },
})
const question = (linkId: string, more: object = {}) => ({ linkId, text: linkId, type: 'string', ...more })
const group = (linkId: string, item: object[], extension: object[] = []) => ({
  ...{ linkId, type: 'group', item },
  ...(extension.length > 0 && { extension }),
})

function assembled(root: object, modules: readonly { readonly url?: unknown }[] = []) {
  const known = new Map(modules.map(each => [each.url, each as never]))
  const { questionnaire, issues } = assemble(root, {
    compileExpression,
    find: canonical => known.get(canonical.split('|')[0]),
  })
  return { form: questionnaire, errors: issues.map(({ text }) => text) }
}

/** The linkIds, with those below in brackets. */
const linkIds = (items: unknown): unknown =>
  (items as { linkId: string; item?: unknown[] }[] | undefined)?.map(({ linkId, item }) =>
    item ? [linkId, linkIds(item)] : linkId,
  )

const names = form(
  'name',
  [
    question('1'),
    question('2', { enableWhen: [{ question: '1', operator: 'exists', answerBoolean: true }] }),
  ],
  {
    extension: [
      ...[expects('assemble-child'), needs('linkIdPrefix'), needs('person'), constraint('name-1')],
      variable('name', '%person.name.first()'),
    ],
  },
)
const contact = form(
  'contact',
  [group('1', [module('name', '1.1')], [variable('linkIdPrefix', "%linkIdPrefix + 'name.'")]), question('2')],
  {
    extension: [
      expects('assemble-child'),
      needs('linkIdPrefix'),
      needs('person'),
      launch('patient'),
      launch('user'),
    ],
  },
)
const root = form(
  'root',
  [
    group('1', [module('name')], [variable('linkIdPrefix', "'patientname.'")]),
    question('2'),
    group('5', [module('contact')], [variable('linkIdPrefix', "'patientcontact.'")]),
  ],
  {
    meta: { profile: [`${SDC}modular`] },
    extension: [expects('assemble-root'), launch('patient'), variable('person', '%patient')],
  },
)

t.test('modules of modules take the places of their display items, with prefixes', async t => {
  t.same(modulesOf(root), ['http://example.org/contact', 'http://example.org/name'])
  const { form, errors } = assembled(root, [names, contact])
  t.same(errors, [])
  t.same(linkIds(form?.['item']), [
    ['1', ['patientname.1', 'patientname.2']],
    '2',
    ['5', [['patientcontact.1', ['patientcontact.name.1', 'patientcontact.name.2']], 'patientcontact.2']],
  ])
  t.match(form, {
    url: 'http://example.org/root',
    version: '1.0',
    item: [
      {
        extension: [
          { valueExpression: { name: 'linkIdPrefix' } },
          { url: /targetConstraint/ },
          { valueExpression: { name: 'name' } },
        ],
        item: [{}, { enableWhen: [{ question: 'patientname.1' }] }],
      },
    ],
  })
  t.equal(form?.['meta'], undefined)
  t.same(
    (form?.['extension'] as { url: string; valueCanonical?: string }[] | undefined)?.map(
      ({ url, valueCanonical }) =>
        valueCanonical ??
        url
          .slice(url.lastIndexOf('-') + 1)
          .split('/')
          .at(-1),
    ),
    [
      'launchContext',
      'variable',
      'knowledgeCapability',
      'http://example.org/name|1.0',
      'http://example.org/contact|1.0',
      'launchContext',
    ],
  )
  const { issues } = await prepareQuestionnaire(form, { fhirVersion: 'R4' })
  t.same(
    issues.filter(each => refused([each])),
    [],
    'a form that can be registered',
  )
  t.same(assembled(form ?? {}), { form: { ...form }, errors: [] }, 'assembling it again changes nothing')
})

t.test('contained resources come once, with ids of their own, and references follow', async t => {
  const values = (id: string, code: string) => ({
    ...{ resourceType: 'ValueSet', id, status: 'active' },
    compose: { include: [{ system: 'urn:s', concept: [{ code }] }] },
  })
  const choice = (linkId: string) => ({ linkId, type: 'choice', answerValueSet: '#yesno' })
  const one = form('one', [choice('a')], { contained: [values('yesno', 'one')] })
  const other = form('other', [choice('b')], { contained: [values('yesno', 'other')] })
  const { form: whole, errors } = assembled(
    form('root', [
      module('one'),
      module('other'),
      group('g', [module('one', 'again')], [variable('linkIdPrefix', "'x.'")]),
    ]),
    [one, other],
  )
  t.same(errors, [])
  t.match(whole, {
    contained: [{ id: 'yesno' }, { id: 'yesno-2' }, { id: 'x.yesno' }],
    item: [
      { linkId: 'a', answerValueSet: '#yesno' },
      { linkId: 'b', answerValueSet: '#yesno-2' },
      { item: [{ linkId: 'x.a', answerValueSet: '#x.yesno' }] },
    ],
  })
  t.equal((whole?.['contained'] as unknown[] | undefined)?.length, 3)
})

t.test('expectations become independent', async t => {
  for (const [code, becomes] of [
    ['assemble-root', undefined],
    ['assemble-root-or-child', 'independent-root-or-child'],
    ['assemble-child', 'independent-child'],
  ] as const) {
    const { form: whole } = assembled(form('root', [question('1')], { extension: [expects(code)] }))
    const extensions = whole?.['extension'] as { url: string; valueCode?: string }[] | undefined
    const found = extensions?.find(({ url }) => url.endsWith('expectation'))
    t.equal(found?.valueCode, becomes)
  }
})

const cases: readonly (readonly [string, object, readonly object[], RegExp])[] = [
  [
    'a form in itself',
    form('a', [module('b')]),
    [form('a', [module('b')]), form('b', [module('a')])],
    /include each other: 'http:\/\/example.org\/a\|1.0' → 'http:\/\/example.org\/b\|1.0' → 'http:\/\/example.org\/a/,
  ],
  [
    'too many levels',
    form('0', [module('1')]),
    Array.from({ length: 12 }, (_, at) => form(`${at + 1}`, [module(`${at + 2}`)])),
    new RegExp(`deeper than ${DEEPEST_FORM}: .*/0.* → .*/8`),
  ],
  [
    'an unknown form',
    form('a', [module('b')]),
    [],
    /'http:\/\/example.org\/a\|1.0'.*'http:\/\/example.org\/b', which is not known/,
  ],
  [
    'the same linkId twice',
    form('a', [question('1'), module('b')]),
    [form('b', [question('1')])],
    /linkId '1' of 'http:\/\/example.org\/b\|1.0' is also in 'http:\/\/example.org\/a\|1.0': declare 'linkIdPrefix'/,
  ],
  ['a missing variable', form('a', [module('name')]), [names], /needs the variable 'linkIdPrefix'/],
  ['a module alone', names, [], /It is a module/],
  [
    'two variables of one name',
    form('a', [module('b'), module('c')]),
    [form('b', [], { extension: [variable('v', '1')] }), form('c', [], { extension: [variable('v', '2')] })],
    /different variables 'v'/,
  ],
  [
    'a root as a module',
    form('a', [module('b')]),
    [form('b', [], { extension: [expects('assemble-root')] })],
    /may not be included/,
  ],
  [
    'an extraction on the root of a module',
    form('a', [module('b')]),
    [form('b', [], { extension: [{ url: `${SDC}observationExtract`, valueBoolean: true }] })],
    /'observationExtract' on its root/,
  ],
  [
    'an adaptive module',
    form('a', [module('b')]),
    [form('b', [], { extension: [{ url: `${SDC}questionnaireAdaptive`, valueBoolean: true }] })],
    /questionnaireAdaptive/,
  ],
  [
    'another language',
    form('a', [module('b')], { language: 'en' }),
    [form('b', [], { language: 'de' })],
    /another 'language'/,
  ],
  [
    'another security label',
    form('a', [module('b')]),
    [form('b', [], { meta: { security: [{ code: 'R' }] } })],
    /security label/,
  ],
  [
    'a modifier extension',
    form('a', [module('b')]),
    [form('b', [], { modifierExtension: [{ url: 'urn:x' }] })],
    /modifierExtension/,
  ],
  [
    'a group as the place of a module',
    form('a', [{ ...module('b'), type: 'group' }]),
    [form('b', [])],
    /must be a display item/,
  ],
  [
    'a prefix that is no text',
    form('a', [group('g', [module('b')], [variable('linkIdPrefix', '1 + 1')])]),
    [form('b', [question('1')])],
    /must be an expression of a short text/,
  ],
  [
    'a prefix that is too deep to read',
    form('a', [group('g', [module('b')], [variable('linkIdPrefix', `${'('.repeat(90)}'a'`)])]),
    [form('b', [question('1')])],
    /must be an expression of a short text/,
  ],
  [
    'an item for every path of a lattice',
    form('0', [module('1', 'x'), module('1', 'y')]),
    Array.from({ length: 7 }, (_, at) =>
      form(
        `${at + 1}`,
        at === 6
          ? Array.from({ length: 100 }, (_, index) => question(`${index}`))
          : [
              group('x', [module(`${at + 2}`, 'mx')], [variable('linkIdPrefix', "%linkIdPrefix + 'x'")]),
              group('y', [module(`${at + 2}`, 'my')], [variable('linkIdPrefix', "%linkIdPrefix + 'y'")]),
            ],
      ),
    ),
    /More than 10000 items/,
  ],
]

for (const [name, root, modules, words] of cases)
  t.test(`refuses ${name}`, async t => {
    const { form, errors } = assembled(root, modules as never)
    t.equal(form, undefined)
    t.match(errors.join('\n'), words)
  })

t.test('names of the language are linkIds and variables like others', async t => {
  const hostile = JSON.parse(
    '{"linkId":"__proto__","type":"string","__proto__":{"polluted":1},"constructor":2}',
  )
  const { form: whole, errors } = assembled(
    form('a', [hostile, question('constructor'), question('\0\ud800'), module('b')], {
      extension: [variable('__proto__', '1'), variable('constructor', '2')],
    }),
    [form('b', [], { extension: [needs('toString'), needs('hasOwnProperty')] })],
  )
  t.equal(whole, undefined)
  t.match(errors.join('\n'), /needs the variable 'toString'.*\n.*needs the variable 'hasOwnProperty'/)
  t.equal(({} as { polluted?: number }).polluted, undefined)
})
