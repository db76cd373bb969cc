/** Expressions while a form is filled in, and service issues mapped to their questions. */
import type { Questionnaire, QuestionnaireItem } from 'fhir/r5.js'
import t from 'tap'
import { loadFhirPath } from '../../expressions/load-fhirpath.ts'
import { enablement } from '../../model/enable-when.ts'
import { readForm } from '../../model/read-form.ts'
import { Calculation } from '../calculate.ts'
import { checkWith, FIRST_RULES } from '../check.ts'
import { LiveForm } from '../live-form.ts'
import { locate } from '../locate.ts'

const SDC = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-'
const HL7 = 'http://hl7.org/fhir/StructureDefinition/'

const computes = (name: string, expression: string) => ({
  url: `${SDC}${name}`,
  valueExpression: { language: 'text/fhirpath', expression },
})

async function open(item: object[], extension: object[] = []) {
  const questionnaire = {
    resourceType: 'Questionnaire',
    status: 'active',
    item: item as QuestionnaireItem[],
    extension,
  }
  const form = readForm(questionnaire as unknown as Questionnaire, 'mix')
  const live = new LiveForm(form, checkWith(FIRST_RULES, form), { decide: enablement })
  live.equip({ compileExpression: await loadFhirPath('mix') })
  const calculation = new Calculation(live)
  calculation.begin()
  const set = (linkId: string, given: object | undefined) => {
    const slot = live.find(linkId)
    if (slot !== undefined) live.answer(slot, given === undefined ? [] : [given])
    calculation.run()
  }
  const get = (linkId: string) => live.answers(live.find(linkId) as never)[0]
  return { live, calculation, set, get }
}

t.test('a listener that throws during a calculation does not stop the next one', async t => {
  const { live, set, get } = await open([
    { linkId: 'a', type: 'integer' },
    {
      ...{ linkId: 'next', type: 'integer' },
      extension: [computes('calculatedExpression', "%resource.item.where(linkId='a').answer.value + 1")],
    },
  ])
  const stop = live.audience.listen(() => {
    if (live.isComputing) throw new Error('of the application')
  })
  t.throws(() => set('a', { valueInteger: 1 }), /of the application/)
  t.notOk(live.isComputing)
  stop()
  set('a', { valueInteger: 2 })
  t.same(get('next'), { valueInteger: 3 })
})

t.test('expressions fill in, calculate and show', async t => {
  const { live, set, get } = await open([
    { linkId: 'a', type: 'integer' },
    { linkId: 'b', type: 'integer', extension: [computes('initialExpression', '2')] },
    {
      linkId: 'sum',
      type: 'integer',
      extension: [
        computes('calculatedExpression', "%resource.item.where(linkId='a' or linkId='b').answer.value.sum()"),
      ],
    },
    {
      linkId: 'double',
      type: 'decimal',
      extension: [computes('calculatedExpression', "%resource.item.where(linkId='sum').answer.value * 2")],
    },
    {
      linkId: 'why',
      type: 'string',
      extension: [
        computes('enableWhenExpression', "%resource.item.where(linkId='double').answer.value > 10"),
      ],
    },
    { linkId: 'broken', type: 'integer', extension: [computes('calculatedExpression', 'no(such')] },
  ])
  t.same(get('b'), { valueInteger: 2 })
  t.same(get('double'), { valueDecimal: 4 })
  t.notOk(live.find('why')?.enabled)
  set('a', { valueInteger: 9 })
  t.same(get('sum'), { valueInteger: 11 })
  t.same(get('double'), { valueDecimal: 22 }, 'one leads to the next')
  t.ok(live.find('why')?.enabled)
  set('broken', { valueInteger: 1 })
  t.same(get('broken'), { valueInteger: 1 }, 'what cannot be evaluated changes nothing')
  set('a', undefined)
  t.notOk(live.find('why')?.enabled)
})

t.test('a recorded response is shown without computing its answers again', async t => {
  const item = [
    { linkId: 'a', type: 'integer' },
    { linkId: 'missing', type: 'integer', extension: [computes('initialExpression', '2')] },
    { linkId: 'age', type: 'integer', extension: [computes('calculatedExpression', '41')] },
    {
      linkId: 'why',
      type: 'string',
      extension: [computes('enableWhenExpression', "%resource.item.where(linkId='age').answer.value = 40")],
    },
    {
      linkId: 'whyNot',
      type: 'string',
      extension: [computes('enableWhenExpression', "%resource.item.where(linkId='age').answer.value = 41")],
    },
  ]
  const form = readForm({ resourceType: 'Questionnaire', status: 'active', item }, 'mix')
  const response = {
    resourceType: 'QuestionnaireResponse',
    status: 'completed',
    item: [{ linkId: 'age', answer: [{ valueInteger: 40 }] }],
  }
  const live = new LiveForm(form, checkWith(FIRST_RULES, form), {
    ...{ questionnaire: 'q', decide: enablement, response },
  })
  live.equip({ compileExpression: await loadFhirPath('mix') })
  new Calculation(live).show()
  t.same(live.answers(live.find('age') as never), [{ valueInteger: 40 }])
  t.same(live.answers(live.find('missing') as never), [])
  t.ok(live.find('why')?.enabled)
  t.notOk(live.find('whyNot')?.enabled)
})

t.test('a repetition calculates for itself', async t => {
  const { live, calculation } = await open([
    {
      linkId: 'line',
      type: 'group',
      repeats: true,
      item: [
        { linkId: 'n', type: 'integer' },
        {
          linkId: 'square',
          type: 'integer',
          extension: [
            {
              url: `${HL7}variable`,
              valueExpression: {
                name: 'n',
                language: 'text/fhirpath',
                expression: "%context.item.where(linkId='n').answer.value",
              },
            },
            computes('calculatedExpression', '%resource.item.count()'),
          ],
        },
      ],
    },
  ])
  const group = live.find('line')
  if (group === undefined) return t.fail('there is no group')
  live.add(group)
  calculation.run()
  t.same(
    group.occurrences.map(occurrence => live.answers(live.find('square', occurrence.inner[0]) as never)),
    [[{ valueInteger: 2 }], [{ valueInteger: 2 }]],
  )
})

t.test('constraints of the form are told at their question', async t => {
  const constraint = (expression: string, human: string) => ({
    url: `${HL7}questionnaire-constraint`,
    extension: [
      { url: 'key', valueId: 'c' },
      { url: 'severity', valueCode: 'error' },
      { url: 'expression', valueString: expression },
      { url: 'human', valueString: human },
    ],
  })
  const { calculation, set } = await open(
    [
      { linkId: 'a', type: 'integer', extension: [constraint('answer.value < 5', 'Keep it small.')] },
      { linkId: 'b', type: 'integer' },
    ],
    [constraint('item.count() < 2', 'Answer one of them.')],
  )
  t.same(calculation.broken(), [])
  set('a', { valueInteger: 7 })
  t.same(
    calculation.broken().map(({ issue, slot }) => [issue.text, slot?.item.linkId]),
    [['Keep it small.', 'a']],
  )
  set('b', { valueInteger: 1 })
  t.same(
    calculation.broken().map(({ issue, slot }) => [issue.text, slot?.item.linkId]),
    [
      ['Answer one of them.', undefined],
      ['Keep it small.', 'a'],
    ],
  )
})

t.test('options are those that expressions offer', async t => {
  const count = "%resource.item.where(linkId='a').answer.value"
  const toggle = {
    url: `${SDC}answerOptionsToggleExpression`,
    extension: [
      { url: 'option', valueCoding: { code: 'x' } },
      { url: 'expression', valueExpression: { language: 'text/fhirpath', expression: `${count} > 1` } },
    ],
  }
  const answerOption = ['x', 'y'].map(code => ({ valueCoding: { code, display: code } }))
  const { live, calculation, set } = await open([
    { linkId: 'a', type: 'integer' },
    { linkId: 'b', type: 'choice', answerOption, extension: [toggle] },
    { linkId: 'c', type: 'string', extension: [computes('answerExpression', `${count} | ${count} * 2`)] },
    { linkId: 'd', type: 'string', extension: [computes('answerExpression', '%missing')] },
    {
      linkId: 'e',
      type: 'integer',
      extension: [
        {
          url: `${HL7}maxValue`,
          _valueInteger: {
            extension: [
              {
                url: `${HL7}cqf-expression`,
                valueExpression: { language: 'text/fhirpath', expression: count },
              },
            ],
          },
        },
      ],
    },
  ])
  const offered = (linkId: string) => live.find(linkId)?.offered?.map(({ label }) => label)
  t.same([offered('b'), offered('c'), offered('d')], [['y'], undefined, undefined])
  set('a', { valueInteger: 2 })
  t.same(
    [offered('b'), offered('c')],
    [
      ['x', 'y'],
      ['2', '4'],
    ],
  )
  set('b', { valueCoding: { code: 'x' } })
  set('e', { valueInteger: 2 })
  t.same(calculation.broken(), [])
  set('a', { valueInteger: 1 })
  t.same(offered('b'), ['x', 'y'], 'a chosen option stays, to be taken back')
  t.same(
    calculation.broken().map(({ issue, slot }) => [issue.rule, slot?.item.linkId]),
    [
      ['QR-OPT-OFFERED', 'b'],
      ['QR-MAX', 'e'],
    ],
  )
  set('b', undefined)
  t.same(offered('b'), ['y'])
})

t.test('an issue of the service leads to its question', async t => {
  const { live } = await open([
    {
      linkId: 'g',
      type: 'group',
      repeats: true,
      item: [{ linkId: 'q', type: 'string', item: [{ linkId: 'below', type: 'string' }] }],
    },
    { linkId: 'last', type: 'string' },
  ])
  const group = live.find('g')
  if (group === undefined) return t.fail('there is no group')
  const second = live.add(group)
  const question = live.find('q', second.inner[0])
  if (question === undefined) return t.fail('there is no question')
  for (const occurrence of group.occurrences)
    live.answer(live.find('q', occurrence.inner[0]) as never, [{ valueString: 'x' }])
  const below = question.occurrences[0]?.inner[0]
  live.answer(live.find('below', below) as never, [{ valueString: 'y' }])
  const at = (expression: string) => locate(live, live.response, `QuestionnaireResponse${expression}`)
  t.equal(at('.item[1].item[0].answer[0].value'), question)
  t.equal(at('.item[1].item[0].answer[0].item[0].answer[0].value'), live.find('below', below))
  t.equal(at('.item[0]'), group)
  t.equal(at('.item[9]'), undefined)
  t.equal(at('.subject'), undefined)
})
