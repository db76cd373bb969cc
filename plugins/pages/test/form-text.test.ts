/** Errors in the text of a form are shown at their place in the text. */
import t from 'tap'
import { checkText } from '../../../ui/pages/application/forms/questions/check-text.ts'
import { readFormText } from '../../../ui/pages/application/forms/questions/form-text.ts'
import { form } from '../../test/fixtures/actors.ts'

t.test('what is not JSON is told at its line and column, flaw by flaw', async t => {
  const cases: [name: string, text: string, line: number, column: number, code: string][] = [
    ['a comma that is missing', '{\n  "a": 1\n  "b": 2\n}', 3, 3, 'CommaExpected'],
    ['a comma too many', '{\n  "a": [1, 2,]\n}', 2, 14, 'ValueExpected'],
    ['a comment', '{\n  // why\n  "a": 1\n}', 2, 3, 'InvalidCommentToken'],
    ['an end that is missing', '{\n  "a": [1', 2, 10, 'CloseBracketExpected'],
    ['a text without an end', '{"a": "b\n}', 1, 7, 'UnexpectedEndOfString'],
    ['single quotes', "{\n 'a': 1}", 2, 2, 'InvalidSymbol'],
    ['something after the end', '{}\n{}', 2, 1, 'EndOfFileExpected'],
    ['a key that stands twice', '{\n  "a": 1,\n  "a": 2\n}', 3, 3, 'keyTwice'],
    ['a byte order mark', '\uFEFF{}', 1, 1, 'InvalidSymbol'],
    ['a number that is none', '{"a": 01}', 1, 8, 'CommaExpected'],
  ]
  for (const [name, json, line, column, code] of cases)
    t.match(
      (await checkText(json))[0],
      { line, column, flaw: { code }, rule: 'JSON', severity: 'error' },
      name,
    )
  t.match(await checkText('['.repeat(100_000)), [{ rule: 'JSON' }], 'however deep it is nested')
  t.same(await checkText(' \n '), [], 'nothing is no mistake')
})

t.test('places are found by expressions, as far as these lead', t => {
  const text =
    '{\n  "item": [\n    { "linkId": "a", "initial": [{ "valueCoding": { "code": "x" } }] }\n  ]\n}'
  const { placeOf } = readFormText(text)
  const selected = (expression: string) => {
    const { start, end } = placeOf(expression)
    return text.slice(start, end)
  }
  t.equal(selected('Questionnaire'), '{')
  t.equal(selected('Questionnaire.item'), '"item"')
  t.equal(selected('Questionnaire.item[0].linkId'), '"a"')
  t.equal(selected('body.item[0].linkId'), '"a"', 'whatever the root is called')
  t.equal(selected('Questionnaire.item[0].initial[0].value'), '"valueCoding"', 'a choice by its FHIR name')
  t.equal(selected('Questionnaire.item[0].initial[0].value.code'), '"x"')
  t.equal(selected('Questionnaire.item[0].type'), '{', 'what is missing, where it should be')
  t.match(placeOf('Questionnaire.item[0].type'), { line: 3, column: 5 })
  t.equal(selected('Questionnaire.item[7].type'), '"item"')
  t.end()
})

t.test('a form is checked by the rules of the gateway, issue by issue', async t => {
  const right = JSON.stringify(form('phq-9'), undefined, 2)
  t.same(await checkText(right), [])
  const wrong = right
    .replace('"type": "choice"', '"type": "choise"')
    .replace('"linkId": "2"', '"linkId": "1"')
  const findings = await checkText(wrong)
  t.match(findings, [{ severity: 'error' }, { severity: 'error' }])
  for (const { line, column, start, text } of findings) {
    const before = wrong.slice(0, start).split('\n')
    t.same([line, column], [before.length, (before.at(-1)?.length ?? 0) + 1], text)
  }
  t.ok(findings.some(({ start, end }) => wrong.slice(start, end) === '"choise"'))
  const strict = { ...form('phq-9'), meta: { tag: [{ system: 'urn:andiron:fhir-version', code: 'R5' }] } }
  t.ok((await checkText(JSON.stringify(strict))).length > 0, 'in the version of FHIR that it names')
})
