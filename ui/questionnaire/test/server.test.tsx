/** The package without a browser: server rendering, and the values of the hook. */
import { readFileSync } from 'node:fs'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import t from 'tap'
import {
  LegalConsentForm,
  type OptionInputProps,
  preloadControls,
  type Questionnaire,
  QuestionnaireForm,
  type QuestionnaireItem,
  QuestionnaireProvider,
  QuestionnaireView,
  QuestionRenderer,
  useQuestionnaire,
} from '../index.ts'
import { adaptive } from '../strings/en-adaptive.ts'
import { search } from '../strings/en-search.ts'
import { signature } from '../strings/en-signature.ts'
import { ar, de, loadStrings, STRING_LANGUAGES } from '../strings/index.ts'
import { en } from '../strings.ts'

const example = (name: string): Questionnaire =>
  JSON.parse(readFileSync(new URL(`../../../examples/forms/${name}.json`, import.meta.url), 'utf8'))

const render = (questionnaire: Questionnaire, children: ReactNode, more: object = {}) =>
  renderToString(
    <QuestionnaireProvider questionnaire={questionnaire} {...more}>
      {children}
    </QuestionnaireProvider>,
  )

/** The value of `useQuestionnaire` in a form. */
function hookOf(questionnaire: Questionnaire, more: object = {}) {
  const found: ReturnType<typeof useQuestionnaire>[] = []
  function Asks() {
    found.push(useQuestionnaire())
    return null
  }
  render(questionnaire, <Asks />, more)
  const [api] = found
  if (api === undefined) throw new Error('nothing was rendered')
  return api
}

const LOINC = 'http://loinc.org'

t.test('a form is rendered on a server', async t => {
  await preloadControls()
  const html = render(example('every-type'), <QuestionnaireForm onSubmit={() => undefined} />)
  t.match(html, /<label[^>]*>What is your name\?/)
  t.match(
    html,
    /<label class="wq-other" for="_R_0_q0-q3-c">Month<input id="_R_0_q0-q3-c" class="wq-input wq-part"/,
  )
  t.notMatch(html, 'How many cigarettes', 'what is not enabled is not there')
  t.notMatch(html, /style=/, 'nothing that a strict policy would refuse')
})

t.test('an item without a linkId says that it cannot be shown', t => {
  const nameless = { type: 'string', text: 'Lost' } as unknown as QuestionnaireItem
  const html = render(
    {
      ...{ resourceType: 'Questionnaire', id: 'nameless', status: 'active' },
      item: [
        nameless,
        { linkId: 'a', type: 'string', text: 'Found' },
        { linkId: 'b', type: 'group', item: [{ ...nameless, text: 'Lost below' }] },
        { ...nameless, type: 'group', text: 'Lost group', item: [{ linkId: 'c', type: 'string' }] },
      ],
    },
    <QuestionnaireForm onSubmit={() => undefined} />,
  )
  for (const name of ['Lost', 'Lost below', 'Lost group'])
    t.match(html, `<p class="wq-error">“${name}” cannot be shown: the form gives it no linkId.</p>`)
  t.equal(html.match(/<input/g)?.length, 1)
  t.end()
})

t.test('a question without a text has a name, and a date the format of its control alone', t => {
  const entryFormat = 'http://hl7.org/fhir/StructureDefinition/entryFormat'
  const html = render(
    {
      ...{ resourceType: 'Questionnaire', id: 'nameless', status: 'active' },
      item: [
        { linkId: 'nameless', type: 'string' },
        { linkId: 'numbered', type: 'string', prefix: '2.' },
        { linkId: 'group', type: 'group', item: [{ linkId: 'inner', type: 'boolean' }] },
        {
          ...{ linkId: 'birth', type: 'date', text: 'Born' },
          extension: [{ url: entryFormat, valueString: 'yyyy/MM/dd' }],
        },
      ],
    },
    <QuestionnaireForm onSubmit={() => undefined} />,
  )
  t.match(html, /<label[^>]*>nameless</)
  t.match(html, /<label[^>]*>2\. </)
  t.notMatch(html, />group</)
  t.notMatch(html, 'yyyy')
  t.end()
})

t.test('a consent without terms of the application says what happens to the answers', t => {
  const html = renderToString(<LegalConsentForm onConfirm={() => undefined} />)
  t.match(html, en.terms)
  t.notMatch(html, '<form')
  t.match(renderToString(<LegalConsentForm onConfirm={() => undefined} strings={de} />), de.terms)
  t.end()
})

t.test('a response is rendered for paper', async t => {
  const initialResponse = {
    item: [
      { linkId: 'any', answer: [{ valueBoolean: true }] },
      { linkId: 'medicine', item: [{ linkId: 'medicine-name', answer: [{ valueString: 'Ramipril' }] }] },
    ],
  }
  const html = render(example('medicines'), <QuestionnaireView />, { initialResponse })
  t.match(html, 'Ramipril')
  t.match(html, '<div class="wq-answer">Yes</div>')
  t.notMatch(html, '<input')
})

t.test('a language brings its direction, and words that are missing are English', async t => {
  const html = render(example('phq-9'), <QuestionnaireForm onSubmit={() => undefined} />, {
    lang: 'ar',
    strings: { review: ar.review },
  })
  t.match(html, '<div class="wq-root" lang="ar" dir="rtl">')
  t.match(html, ar.review)
  t.match(html, '(required)')
  for (const lang of STRING_LANGUAGES) {
    const words = await loadStrings(`${lang}-AT`)
    const keys = Object.keys({ ...en, ...search, ...signature, ...adaptive }).sort()
    t.same(Object.keys(words ?? {}).sort(), keys, `${lang} says everything`)
  }
  t.equal(await loadStrings('tlh'), undefined)
  t.equal(await loadStrings('en-GB'), undefined)
  t.equal(de.shown?.(1), '1 weitere Frage.')
  t.equal(ar.errors?.(2), 'إجابتان تحتاجان إلى مراجعة.')
  t.equal(
    de.issue?.({ text: 'Own.' } as never, 'x'),
    'Own.',
    'a sentence of the author, or of the service, stays',
  )
})

t.test('every text of a form is shown in the language of the reader', async t => {
  const into = (de: string) => ({
    extension: [
      {
        url: 'http://hl7.org/fhir/StructureDefinition/translation',
        extension: [
          { url: 'lang', valueCode: 'de' },
          { url: 'content', valueString: de },
        ],
      },
    ],
  })
  const hl7 = (name: string, value: object) => ({
    url: `http://hl7.org/fhir/StructureDefinition/${name}`,
    ...value,
  })
  const translated = {
    ...{ resourceType: 'Questionnaire', id: 'sleep', status: 'active', language: 'en' },
    ...{ title: 'Sleep', _title: into('Schlaf') },
    contained: [
      {
        ...{ resourceType: 'ValueSet', id: 'often', status: 'active' },
        compose: {
          include: [
            {
              concept: [{ code: 'a', display: 'Always', designation: [{ language: 'de', value: 'Immer' }] }],
            },
          ],
        },
      },
    ],
    item: [
      {
        ...{ linkId: 'hours', type: 'decimal', text: 'How long?', _text: into('Wie lange?') },
        extension: [
          hl7('entryFormat', { valueString: 'in hours', _valueString: into('in Stunden') }),
          hl7('questionnaire-unit', {
            valueCoding: { code: 'h', display: 'hours', _display: into('Stunden') },
          }),
        ],
      },
      {
        ...{ linkId: 'how', type: 'string', text: 'How?', answerConstraint: 'optionsOnly' },
        _text: {
          extension: [hl7('rendering-markdown', { valueMarkdown: '*How?*' }), ...into('Wie?').extension],
        },
        answerOption: [{ valueString: 'Well', _valueString: into('Gut') }],
      },
      { linkId: 'often', type: 'coding', text: 'How often?', answerValueSet: '#often' },
    ],
  } as unknown as Questionnaire
  const html = render(translated, <QuestionnaireForm onSubmit={() => undefined} />, { lang: 'de-AT' })
  for (const words of ['Schlaf', 'Wie lange?', 'in Stunden', 'Stunden', 'Wie?', 'Gut', 'Immer'])
    t.match(html, words)
  for (const words of ['Sleep', 'How long', 'in hours', 'Well', 'Always']) t.notMatch(html, words)
  const initialResponse = {
    item: [
      { linkId: 'how', answer: [{ valueString: 'Well' }] },
      { linkId: 'often', answer: [{ valueCoding: { code: 'a', display: 'Always' } }] },
    ],
  }
  const view = render(translated, <QuestionnaireView />, { lang: 'de', initialResponse })
  for (const words of ['Gut', 'Immer']) t.match(view, `<div class="wq-answer">${words}</div>`)
  const { response } = hookOf(translated, { lang: 'de', initialResponse })
  t.match(response, { language: 'de', item: [{ answer: [{ valueString: 'Well' }] }, {}] }, 'the answers stay')
  t.equal(hookOf(translated, {}).response.language, 'en')
})

t.test('a provider needs to know which questionnaire it is', async t => {
  const { id: _, ...nameless } = example('phq-9')
  t.throws(() => render(nameless as Questionnaire, null), /questionnaireId/)
  t.equal(hookOf(nameless as Questionnaire, { questionnaireId: 'a-uuid' }).response.questionnaire, 'a-uuid')
  t.throws(
    () => renderToString(<QuestionRenderer item={{ linkId: 'a', type: 'string' }} />),
    /QuestionnaireProvider/,
  )
})

t.test('the hook', async t => {
  const api = hookOf(example('phq-9'))
  const [page] = api.questionnaire.item ?? []
  const coding = { system: LOINC, code: 'LA6569-3', display: 'Several days' }

  await t.test('writes and reads answers', async t => {
    t.match(api.response, {
      resourceType: 'QuestionnaireResponse',
      questionnaire: 'phq-9',
      status: 'in-progress',
    })
    api.updateAnswer('1', { valueCoding: coding })
    t.same(api.getAnswer('1'), { valueCoding: coding }, 'with its system')
    t.same(api.getAnswers('1'), [{ valueCoding: coding }])
    t.equal(api.getAnswer('none'), undefined)
    api.updateMultipleAnswers('1', [])
    t.same(api.getAnswers('1'), [])
    api.updateAnswer('1', { valueString: '' })
    t.same(api.getAnswers('1'), [], 'an empty text is no answer')
    api.updateAnswer('none', { valueString: 'x' })
    api.updateAnswer('total', { valueInteger: 3 })
    t.match(
      api.response.item,
      [{}, { linkId: 'total', answer: [{ valueInteger: 3 }] }],
      'hidden questions have answers',
    )
  })

  await t.test('answers by functions that are new after each change', async t => {
    const before = api.getAnswer
    api.updateAnswer('2', { valueCoding: coding })
    t.not(api.getAnswer, before)
    t.equal(api.updateAnswer, api.updateAnswer)
  })

  await t.test('says what is required and what is wrong', async t => {
    const linkIds = (items: readonly QuestionnaireItem[]) => items.map(({ linkId }) => linkId)
    t.same(linkIds(api.getRequiredQuestions(page)), ['1', '2', '3', '4', '5', '6', '7', '8', '9'])
    t.same(linkIds(api.getUnansweredRequiredQuestions(page)), ['1', '3', '4', '5', '6', '7', '8', '9'])
    t.same(linkIds(api.getUnansweredRequiredQuestions(['1', '2'])), ['1'])
    t.notOk(api.isPageValid(page))
    t.notOk(api.hasValidationError('1'))
    api.markValidationErrors(api.getUnansweredRequiredQuestions(page))
    t.ok(api.hasValidationError('1'))
    t.notOk(api.hasValidationError('2'))
    api.clearValidationErrors()
    t.notOk(api.hasValidationError('1'))
    for (const linkId of '123456789') api.updateAnswer(linkId, { valueCoding: coding })
    t.ok(api.isPageValid(page))
    t.ok(api.isPageValid())
    t.ok(api.isPageValid({ linkId: 'page', type: 'group', item: [...(api.questionnaire.item ?? [])] }))
  })

  await t.test('can leave the groups out', async t => {
    const flat = hookOf(example('phq-9'), { useNestedStructure: false })
    flat.updateAnswer('1', { valueCoding: coding })
    t.same(flat.response.item, [{ linkId: '1', answer: [{ valueCoding: coding }] }])
  })
})

t.test('options are drawn by a renderer of one’s own', async t => {
  const given: OptionInputProps[] = []
  const form = example('phq-9')
  const item = { linkId: '1', type: 'coding' as const }
  const html = render(
    form,
    <QuestionRenderer
      item={item}
      className="mine"
      choiceLayout="inline-wrap"
      renderRadioInput={props => {
        given.push(props)
        return <b>{props.label}</b>
      }}
    />,
    {
      initialResponse: {
        item: [{ linkId: '1', answer: [{ valueCoding: { system: LOINC, code: 'LA6569-3' } }] }],
      },
    },
  )
  t.match(html, /class="wq-question mine"/)
  t.match(html, '<div class="wq-choice-layout-inline-wrap"><b>Not at all</b>')
  t.match(given, [
    { linkId: '1', checked: false, disabled: false, label: 'Not at all', index: 0 },
    { checked: true, valueCoding: { system: LOINC, code: 'LA6569-3', display: 'Several days' }, index: 1 },
    {},
    {},
  ])
  t.equal(
    render(form, <QuestionRenderer item={{ linkId: 'none', type: 'string' }} />).includes('wq-question'),
    false,
  )
})
