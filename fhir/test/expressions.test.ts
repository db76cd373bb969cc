/** Expressions of a form's author: what they see, when they stop, and that a form without them loads nothing. */
import t from 'tap'
import { compileRules, loadEngines, prepareQuestionnaire } from '../index.ts'

const HL7 = 'http://hl7.org/fhir/StructureDefinition/'
const SDC = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-'
const path = (expression: string, name?: string) => ({
  valueExpression: { ...(name !== undefined && { name }), language: 'text/fhirpath', expression },
})
const variable = (name: string, expression: string) => ({ url: `${HL7}variable`, ...path(expression, name) })
const enabledIf = (expression: string) => ({ url: `${SDC}enableWhenExpression`, ...path(expression) })
const a = (linkId: string, ...answer: object[]) => ({ linkId, answer })

const form = (item: readonly object[], more: object = {}) => ({
  resourceType: 'Questionnaire',
  status: 'active',
  item,
  ...more,
})
const response = (item: readonly object[]) => ({
  resourceType: 'QuestionnaireResponse',
  status: 'completed',
  questionnaire: 'x',
  item,
})
const rules = (issues: readonly { rule: string }[]) => issues.map(({ rule }) => rule)

t.test('sees the variables of the form, of the items above, and those declared before', async t => {
  const questions = form(
    [
      {
        linkId: 'g',
        type: 'group',
        repeats: true,
        extension: [
          variable('here', "item.where(linkId='n').answer.value"),
          variable('sum', '%here + %bonus'),
        ],
        item: [
          { linkId: 'n', type: 'integer' },
          {
            linkId: 'why',
            type: 'string',
            required: true,
            extension: [enabledIf('%sum > 10 and %qitem.required')],
          },
        ],
      },
    ],
    { extension: [variable('bonus', '%resource.item.count()')] },
  )
  const { issues, validate } = await prepareQuestionnaire(questions, { fhirVersion: 'mix' })
  t.same(issues, [])
  const group = (n: number, ...more: object[]) => ({
    linkId: 'g',
    item: [a('n', { valueInteger: n }), ...more],
  })
  t.same(rules(validate(response([group(8), group(9, a('why', { valueString: 'x' }))]))), [])
  t.same(rules(validate(response([group(9), group(8, a('why', { valueString: 'x' }))]))), ['QR-EW', 'QR-REQ'])
})

t.test('stops when the time is used up, and says so', async t => {
  let now = 0
  const questions = form([
    { linkId: 'a', type: 'string', extension: [enabledIf('true')] },
    { linkId: 'b', type: 'string', extension: [enabledIf('true')] },
  ])
  const engines = await loadEngines(questions, 'R4')
  const { validate } = compileRules(questions, {
    fhirVersion: 'R4',
    ...engines,
    expressionBudget: 5,
    clock: () => (now += 4),
  })
  t.same(rules(validate(response([a('a', { valueString: 'x' }), a('b', { valueString: 'x' })]))), ['QR-EWX'])
})

t.test('stops after so many runs where there is no clock', async t => {
  const questions = form([
    {
      linkId: 'g',
      type: 'group',
      repeats: true,
      item: [{ linkId: 'a', type: 'string', extension: [enabledIf('true')] }],
    },
  ])
  let runs = 0
  const { validate } = compileRules(questions, {
    fhirVersion: 'R4',
    compileExpression: () => () => {
      runs++
      return [true]
    },
  })
  const groups = Array.from({ length: 6_000 }, () => ({ linkId: 'g', item: [a('a', { valueString: 'x' })] }))
  t.ok(validate(response(groups)).every(({ rule, severity }) => rule === 'QR-EWX' && severity === 'warning'))
  t.equal(runs, 5_000)
})

t.test('leaves the response as it is', async t => {
  const { validate } = await prepareQuestionnaire(
    form([{ linkId: 'a', type: 'string', extension: [enabledIf('%resource.item.answer.value.exists()')] }]),
    { fhirVersion: 'R5' },
  )
  const given = response([a('a', { valueString: 'x' })])
  const before = structuredClone(given)
  t.same(validate(Object.freeze(given)), [])
  t.strictSame(given, before)
})

t.test('prints nothing and fetches nothing, whatever the expression says', async t => {
  const log = t.capture(console, 'log')
  const questions = form([
    { linkId: 'a', type: 'string', extension: [enabledIf("'Patient/1'.resolve().trace('x').exists()")] },
  ])
  const { validate } = await prepareQuestionnaire(questions, { fhirVersion: 'R4' })
  t.same(rules(validate(response([a('a', { valueString: 'x' })]))), ['QR-EWX'])
  t.equal(log().length, 0)
})

t.test('loads no engine for a form that needs none', async t => {
  t.same(await loadEngines(form([{ linkId: 'a', type: 'string' }]), 'mix'), {})
  const limit = { url: `${SDC}minQuantity`, valueQuantity: { value: 1 } }
  t.same(
    Object.keys(await loadEngines(form([{ linkId: 'a', type: 'quantity', extension: [limit] }]), 'mix')),
    ['convertUnit'],
  )
  t.same(
    Object.keys(
      await loadEngines(form([{ linkId: 'a', type: 'string', extension: [enabledIf('true')] }]), 'mix'),
    ),
    ['compileExpression'],
  )
})

t.test('compares dates and texts as far as they go', async t => {
  const when = (operator: string, answerDateTime: string) =>
    compileRules(
      form([
        { linkId: 'a', type: 'dateTime' },
        { linkId: 'b', type: 'string', enableWhen: [{ question: 'a', operator, answerDateTime }] },
      ]),
      { fhirVersion: 'mix' },
    )
  const given = (valueDateTime: string) => response([a('a', { valueDateTime }), a('b', { valueString: 'x' })])
  t.same(rules(when('>', '2026-01-01').validate(given('2026-01-01T10:00:00Z'))), ['QR-EW-INDET'])
  t.same(rules(when('>', '2026-01-01T10:00:00Z').validate(given('2026-01-01T10:00:00-01:00'))), [])
  t.same(rules(when('>', '2026-01-01T10:00:00').validate(given('2026-01-01T10:00:00Z'))), ['QR-EW-INDET'])
  t.same(rules(when('=', 'soon').validate(given('2026'))), ['QR-EW'])
  const text = compileRules(
    form([
      { linkId: 'a', type: 'string' },
      { linkId: 'b', type: 'string', enableWhen: [{ question: 'a', operator: '>', answerString: 'b' }] },
    ]),
    { fhirVersion: 'mix' },
  )
  t.same(rules(text.validate(response([a('a', { valueString: 'c' }), a('b', { valueString: 'x' })]))), [])
  t.same(rules(text.validate(response([a('a', { valueString: 'a' }), a('b', { valueString: 'x' })]))), [
    'QR-EW',
  ])
})
