/** The tool `propose_answer`: answers to a form that the person may change and sign. */
import { keyIdOf } from '../../core/crypto/index.ts'
import {
  type Context,
  defineTool,
  NotUnderstood,
  sandboxKeyOf,
  type Tool,
  tokensOf,
} from '../../core/index.ts'
import { isAdaptive } from '../../fhir/adaptive.ts'
import type { PlainAnswers } from '../../fhir/form/plain-answers.ts'
import { textIn } from '../../fhir/model/translated-text.ts'
import { Proposed } from '../../schemas/proposal.ts'
import { uids } from '../../schemas/uids.ts'
import { answeredForms, has } from './my-answers.ts'
import type { Registered } from './registry.ts'

/** Maximum tokens of the list of questions. */
const LARGEST = 8_000

const value = { type: ['string', 'number', 'boolean'], maxLength: 4000 } as const

const INPUT = {
  type: 'object',
  additionalProperties: false,
  required: ['form'],
  properties: {
    form: {
      type: 'string',
      maxLength: 200,
      description:
        'Words of the title of a form that the person has answered before; of any other its URL or id.',
    },
    answers: {
      type: 'object',
      maxProperties: 500,
      additionalProperties: { anyOf: [value, { type: 'array', maxItems: 100, items: value }] },
      description:
        'By linkId: `{"1": "Several days", "weight": "70 kg", "date": "2026-03-15"}`. Leave out what the person did not say. ' +
        'Without it: the questions with their linkIds and options.',
    },
    question: {
      type: 'string',
      maxLength: 200,
      description: 'Without `answers`: only questions with these words.',
    },
    language: {
      type: 'string',
      maxLength: 35,
      pattern: '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$',
      description:
        'The language of the person, such as `de` or `pt-BR`: questions, options and problems come in it, as far as there are ' +
        'translations. Pass the same one with `answers`. Default: the language of the form.',
    },
  },
} as const

const OUTPUT = {
  type: 'object',
  properties: {
    ...Proposed.properties,
    form: { type: 'string', description: 'Without `answers`: the form; its questions are in the text.' },
    missing: {
      type: 'array',
      items: { type: 'string' },
      description: 'LinkIds of required questions that the person still has to answer.',
    },
  },
} as const

interface Query {
  readonly form: string
  readonly answers?: PlainAnswers
  readonly question?: string
  readonly language?: string
}

export const proposeAnswer: Tool = defineTool({
  name: 'propose_answer',
  title: 'Propose answers to a form',
  description:
    'Proposes answers to a form, whole or in part, that the person told you. First call it with `form` alone: it returns the questions. ' +
    'Nothing is stored: give the person the URL, where they see the form, change it, and sign or decline.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input: INPUT,
  output: OUTPUT,

  async run(given, context) {
    const { app } = context
    const { form: words, answers: plain, question, language } = given as Query
    const { registered, records } = await formNamed(words, context)
    const { resource, parts } = registered
    const title = textIn(resource, 'title', language) ?? resource.name ?? resource._id
    const reader = { key: sandboxKeyOf(context), language }
    if (plain === undefined) {
      const lines = await app.questionnaires.checks.questions(parts, reader)
      return {
        ...questionsOf(
          title,
          lines.filter(each => has(each, question)),
        ),
        records,
      }
    }
    if (Object.keys(plain).length === 0) throw new NotUnderstood("'answers' has no answer.")
    const { response, problems, answers, missing } = await app.questionnaires.checks.answer(
      parts,
      `Questionnaire/${resource.id}`,
      plain,
      reader,
    )
    if (problems.length > 0) throw new NotUnderstood(problems.join(' '))
    const [application] = await app.applications.ofKey(
      keyIdOf(resource.publisher, [app.gateway.config.did.prefix]),
    )
    if (!application) throw new NotUnderstood(`The application of '${title}' is not registered any more.`)
    const { structuredContent, content = [] } = await app.proposals.propose(
      {
        ...{ collection: uids.QuestionnaireResponse, answers },
        record: { ...response, questionnaire: `Questionnaire/${resource._id}` },
        summary: `${title}: ${answers.length} ${answers.length === 1 ? 'answer' : 'answers'}, for ${application.name}`,
        application: { id: application.applicationId, name: application.name },
      },
      context,
    )
    const left = missing.slice(0, 50)
    const still =
      left.length > 0
        ? [{ type: 'text' as const, text: `Required and not proposed: ${left.join(', ')}.` }]
        : []
    return {
      structuredContent: { ...structuredContent, ...(left.length > 0 && { missing: left }) },
      content: [...content, ...still],
      records,
    }
  },
})

function questionsOf(title: string, lines: readonly string[]) {
  let spent = 0
  const shown = lines.filter(each => {
    spent += tokensOf(each) + 2
    return spent <= LARGEST
  })
  const left = lines.length - shown.length
  const text = [
    `${title}. Questions, by linkId:`,
    ...shown.map(each => `- ${each}`),
    ...(left > 0 ? [`${left} more: pass words of them as question.`] : []),
  ].join('\n')
  return { structuredContent: { form: title }, content: [{ type: 'text' as const, text }] }
}

/** The form is not one that can be answered as a whole. @throws NotUnderstood */
export function refuseInactive(form: Registered['resource']): void {
  const { title = 'The form', status } = form
  if (isAdaptive(form))
    throw new NotUnderstood(
      `'${title}' cannot be answered here: each question follows from the answers before.`,
    )
  if (status === 'draft' || status === 'retired')
    throw new NotUnderstood(
      `'${title}' cannot be answered: it is ${status === 'draft' ? 'a draft' : 'retired'}.`,
    )
}

const REFERENCE =
  /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$|urn:|Questionnaire\/|https?:\/\/)[\x21-\x7e]*$/

/**
 * Words name only forms that the person has answered before: anyone can publish a form under the title of
 * another, and receives the answers to it.
 * @throws NotUnderstood
 */
async function formNamed(
  words: string,
  context: Context,
): Promise<{ readonly registered: Registered; readonly records: readonly string[] }> {
  const { questionnaires, gateway } = context.app
  const page = `${gateway.baseUrl}/questionnaire/`
  const reference = words.startsWith(page) ? `Questionnaire/${words.slice(page.length)}` : words
  if (REFERENCE.test(reference)) {
    const registered = await questionnaires.resolve(reference)
    if (!registered) throw new NotUnderstood(`There is no form '${words}' here.`)
    refuseInactive(registered.resource)
    return { registered, records: [] }
  }
  const forms = await answeredForms(context)
  const named = forms.filter(({ title }) => has(title, words))
  const exact = named.filter(({ title }) => title.toLowerCase() === words.trim().toLowerCase())
  const [form, ...others] = exact.length > 0 ? exact : named
  if (!form || others.length > 0) {
    const list = (form ? named : forms).slice(0, 30).map(({ title, id }) => `'${title}' (${id})`)
    throw new NotUnderstood(
      form
        ? `'form' is '${words}', which may be ${list.join(', ')}: pass an id.`
        : `'form' is '${words}', which is no form that the person has answered${list.length > 0 ? `; they have answered ${list.join(', ')}` : ''}. Of any other form pass the URL or id.`,
    )
  }
  const registered = await questionnaires.get(form.id)
  if (!registered) throw new NotUnderstood(`'${form.title}' is not published any more.`)
  refuseInactive(registered.resource)
  return { registered, records: form.records }
}
