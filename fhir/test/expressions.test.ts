/**
 * Expressions of a form's author: their variables, their limits, and that a form without them loads nothing.
 */
import fhirpath from 'fhirpath'
import t from 'tap'
import { patternFunctions } from '../expressions/expression-patterns.ts'
import { loadFhirPath } from '../expressions/load-fhirpath.ts'
import { compileRulesOnly, loadEngines, prepareQuestionnaire } from '../index.ts'

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
  const { validate } = compileRulesOnly(questions, {
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
  const { validate } = compileRulesOnly(questions, {
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
    compileRulesOnly(
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
  const text = compileRulesOnly(
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

t.test('runs the patterns of expressions on RE2, however the function is spelt', async t => {
  const bomb = `${'a'.repeat(60)}!`
  const compile = await loadFhirPath('R4')
  for (const words of [
    `'${bomb}'.matches('(a+)+$')`,
    `'${bomb}'.\`matches\`('(a+)+$')`,
    `'${bomb}'.matches('(a+)+$', 'im')`,
    `'${bomb}'.matchesFull('(a+)+')`,
    `'${bomb}'.select($this.matches('(a+)+$')).first()`,
    `iif('${bomb}'.matches('(a+)+$'), true, false)`,
    `'${bomb}'.replaceMatches('(a+)+$', 'x') != '${bomb}'`,
  ]) {
    t.same(compile(words, 'QuestionnaireResponse')({}, {}), [false], words.slice(60))
    const options = { userInvocationTable: patternFunctions() }
    t.same(fhirpath.evaluate({}, words, undefined, undefined, options), [false], 'evaluated at once')
  }
  const { usesExpressions } = await prepareQuestionnaire(
    form([{ linkId: 'a', type: 'string', extension: [enabledIf(`'${bomb}'.matches('(a+)+$')`)] }]),
    { fhirVersion: 'mix' },
  )
  t.equal(usesExpressions, true)
  t.equal(
    compileRulesOnly(form([{ linkId: 'a', type: 'string' }]), { fhirVersion: 'mix' }).usesExpressions,
    false,
  )
})

/** The result of an expression, or its failure. */
const outcomeOf = (words: string, options: object) => {
  try {
    return fhirpath.evaluate({}, words, undefined, undefined, options)
  } catch {
    return 'fails'
  }
}

t.test('gives what the engine of expressions gives for patterns that both can read', async t => {
  const options = { userInvocationTable: patternFunctions() }
  for (const words of [
    "'abc'.matches('b')",
    "'abc'.matches('^b$')",
    "'a\\nb'.matches('a.b')",
    "'a\\nb'.matches('^b$')",
    "'a\\nb'.matches('^b$', 'm')",
    "'ABC'.matches('b', 'i')",
    "'ABC'.matches('b', 'x')",
    "'abc'.matchesFull('b')",
    "'abc'.matchesFull('a|abc')",
    "'ABC'.matchesFull('abc', 'i')",
    "'a\\nb'.matchesFull('b', 'm')",
    "''.matches('')",
    "{}.matches('a')",
    "'a'.matches({})",
    "('a'|'b').matches('a')",
    "1.matches('1')",
    "@2020.matches('2020')",
    "'a'.matches('(')",
    "'abc'.replaceMatches('b', 'x')",
    "'abc'.replaceMatches('(b)(c)', '$2$1')",
    "'abc'.replaceMatches('(?<x>b)', '[$<x>]')",
    "'abc'.replaceMatches('', '-')",
    "'a\\nb'.replaceMatches('a.b', 'x')",
    "'aab'.replaceMatches('a*?b|a', '$$')",
    "'abc'.replaceMatches({}, 'x')",
    "{}.replaceMatches('a', 'x')",
    "'abc'.replaceMatches('b', {})",
    "'11/30/1972'.replaceMatches('\\\\b(?<month>\\\\d{1,2})/(?<day>\\\\d{1,2})/(?<year>\\\\d{2,4})\\\\b', '$<day>-$<month>-$<year>')",
  ])
    t.same(outcomeOf(words, options), outcomeOf(words, {}), words)
  t.equal(outcomeOf("'b'.matches('(?=a)b')", options), 'fails', 'RE2 has no look-around')
  t.equal(
    outcomeOf("'b'.matches('((a{900}){900}){9}')", options),
    'fails',
    'no program is larger than a pattern may be',
  )
  const doubled = `'${'a'.repeat(2_000)}'.replaceMatches('a', '${'b'.repeat(2_000)}')`
  t.equal(outcomeOf(doubled, options), 'fails', 'no text becomes longer than FHIR lets it be')
})
