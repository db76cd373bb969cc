/** The parts of a form that an application replaces or names, and what is shown without a control. */
import type * as R4 from 'fhir/r4.js'
import type * as R4B from 'fhir/r4b.js'
import type * as R5 from 'fhir/r5.js'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import t from 'tap'
import { formNamed } from '../../gallery/forms.ts'
import { scales } from '../../gallery/generated-forms.ts'
import {
  type Components,
  preloadControls,
  type Questionnaire,
  QuestionnaireForm,
  QuestionnaireProvider,
  type QuestionnaireProviderProps,
} from '../index.ts'

const render = (
  questionnaire: Questionnaire,
  props: Partial<QuestionnaireProviderProps> = {},
  children: ReactNode = <QuestionnaireForm onSubmit={() => undefined} />,
) =>
  renderToString(
    <QuestionnaireProvider questionnaire={questionnaire} {...props}>
      {children}
    </QuestionnaireProvider>,
  ).replaceAll('<!-- -->', '')

const example = (name: string) => formNamed(name) as unknown as Questionnaire

t.before(preloadControls)

t.test('every part takes a class name beside its own', async t => {
  const classNames = {
    ...{ question: 'a', group: 'b', label: 'c', 'group-title': 'd', help: 'e', input: 'f', choice: 'g' },
    ...{ button: 'h', title: 'i', progress: 'j' },
  }
  const html = render(example('every-type'), { classNames })
  for (const [part, name] of Object.entries(classNames))
    if (part !== 'choice') t.match(html, new RegExp(`class="wq-${part} ${name}[ "]`), part)
  t.match(render(example('phq-9'), { classNames }), 'class="wq-choice g"')
  t.match(
    render(example('phq-9'), { classNames: { view: 'k', button: 'h' }, readOnly: true }),
    'class="wq-view k"',
  )
})

t.test('an application draws parts by its own components, with the props of the elements', async t => {
  const components: Components = {
    question: ({ item, children }) => <section data-question={item.linkId}>{children}</section>,
    group: ({ item, children }) => <section data-group={item.linkId}>{children}</section>,
    help: props => <p {...props} data-own="help" />,
    input: props => <input {...props} data-own="input" />,
    textarea: props => <textarea {...props} data-own="textarea" />,
    button: props => <button {...props} data-own="button" />,
    progress: ({ page, pages, percent, minutes }) => (
      <p data-own="progress">{[page, pages, percent, minutes].join(' ')}</p>
    ),
  }
  const html = render(example('every-type'), { components })
  t.match(html, /<section data-question="name"><div class="wq-question"/)
  t.match(html, /<section data-group="about"><fieldset class="wq-group"/)
  t.match(html, '<p data-own="progress">1 5 20 3</p>')
  t.match(html, /<p class="wq-help" id="[^"]+" data-own="help">first and last name/)
  t.match(html, /<input [^>]*required="" [^>]*aria-describedby="[^"]+"[^>]*data-own="input"/)
  t.match(html, /<button type="submit" [^>]*data-own="button"/)
  t.match(render(example('mixed-10'), { components }), /<textarea [^>]*data-own="textarea"/)
})

t.test('what nobody can answer is not marked as required', async t => {
  t.match(render(example('phq-9')), '(required)')
  t.notMatch(render(example('phq-9'), { readOnly: true }), '(required)')
  const [first, ...others] = example('phq-9').item?.[0]?.item ?? []
  t.ok(first?.required)
  const form = { ...example('phq-9'), item: [{ ...first, readOnly: true }] } as Questionnaire
  t.equal(others.length, 8)
  t.notMatch(render(form), '(required)')
})

t.test('an item with the linkId of another one says so, and is not asked', async t => {
  const sentence = '“The same once more” cannot be shown: another question has the same linkId.'
  const html = render(scales)
  t.equal(html.split(sentence).length, 2)
  t.equal(html.split('Did you take anything to sleep?').length, 2)
  t.match(render({ ...scales, item: [{ linkId: 'g', type: 'group', item: scales.item }] }), sentence)
})

t.test('a disabled item that is protected is shown without a control', async t => {
  const html = render(scales)
  t.match(html, /<div class="wq-protected"><div class="wq-question".*?What did you take\?.*?No answer/)
  const initialResponse = { item: [{ linkId: 'pills', answer: [{ valueBoolean: true }] }] }
  t.notMatch(render(scales, { initialResponse }), 'wq-protected')
})

t.test('short options are a row, numbers a scale, and the form decides otherwise', async t => {
  const html = render(scales)
  t.match(html, /<div class="wq-choice-layout-row"><label class="wq-choice">.{0,200}Never/)
  t.match(html, /<div class="wq-choice-layout-scale"><label class="wq-choice">.{0,200}>0</)
  const url = 'http://hl7.org/fhir/StructureDefinition/questionnaire-choiceOrientation'
  const oriented = (valueCode: string) =>
    render({ ...scales, item: [{ ...scales.item?.[0], extension: [{ url, valueCode }] } as never] })
  t.match(oriented('vertical'), 'wq-choice-layout-stacked')
  t.match(oriented('horizontal'), 'wq-choice-layout-inline-wrap')
})

t.test('the ends of a slider have the texts of the form', async t => {
  const html = render(scales)
  t.match(html, 'From 0 to 100. 0, silent. 100, unbearable.')
  t.match(html, '<span aria-hidden="true">0, silent</span><span aria-hidden="true">100, unbearable</span>')
  t.notMatch(html, 'wq-help')
})

t.test('an application declares the response by the types of its version', async t => {
  const r4 = async (_: R4.QuestionnaireResponse) => undefined
  const r4b = async (_: R4B.QuestionnaireResponse) => undefined
  const r5 = async (_: R5.QuestionnaireResponse) => undefined
  for (const form of [
    <QuestionnaireForm key="r4" onSubmit={r4} />,
    <QuestionnaireForm key="r4b" onSubmit={r4b} />,
    <QuestionnaireForm key="r5" onSubmit={r5} />,
    <QuestionnaireForm key="mix" onSubmit={({ status }) => status} />,
  ])
    t.match(render(example('gad-7'), {}, form), '</form>')
})
