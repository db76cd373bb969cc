/** The tool `my_answers`: the person's answers to forms, in words. */
import {
  type Context,
  CURSOR,
  defineTool,
  demandUnderstood,
  howToGoOn,
  ownRecords,
  PAGE_OUTPUT,
  PERIOD,
  pageOf,
  pageReader,
  STRUCTURED,
  type StoredRecord,
  searchable,
  type Tool,
  tokensOf,
} from '../../core/index.ts'
import { authoredOf } from '../../fhir/results/effective-time.ts'
import { periodOf } from '../../fhir/values/period.ts'
import { uids } from '../../schemas/uids.ts'
import { type AnsweredQuestion, answersIn, questionsOf } from './answers-in-words.ts'

/** Maximum responses that one call searches. */
const MOST = 2_000
const USUAL = 20
/** Maximum tokens of one response; further answers of it are left out. */
const LARGEST = 6_000

const INPUT = {
  type: 'object',
  additionalProperties: false,
  properties: {
    form: {
      type: 'string',
      maxLength: 200,
      description: 'Words of the title. Without it: the list of forms.',
    },
    question: { type: 'string', maxLength: 200, description: 'Only questions with these words.' },
    ...PERIOD,
    timeZone: { type: 'string', maxLength: 64, description: 'Of dates: `Europe/Berlin`.' },
    limit: { type: 'integer', minimum: 1, maximum: 200, description: `Responses at most; default ${USUAL}.` },
    structured: STRUCTURED,
    cursor: CURSOR,
  },
} as const

const text = { type: 'string' } as const

const OUTPUT = {
  type: 'object',
  required: ['total', 'returned'],
  properties: {
    ...PAGE_OUTPUT,
    note: text,
    forms: {
      type: 'array',
      description: 'Forms that the person has answered.',
      items: {
        type: 'object',
        required: ['form', 'n'],
        properties: { form: text, n: { type: 'integer' }, first: text, last: text },
      },
    },
    responses: {
      type: 'array',
      description: 'With `structured`: the answers, in words.',
      items: {
        type: 'object',
        required: ['form', 'date', 'answers'],
        properties: {
          ...{ form: text, date: text, status: text },
          answers: {
            type: 'array',
            items: { type: 'object', properties: { question: text, answer: text } },
          },
        },
      },
    },
  },
} as const

interface Query {
  readonly form?: string
  readonly question?: string
  readonly from?: string
  readonly to?: string
  readonly timeZone?: string
  readonly limit?: number
  readonly structured?: boolean
}

interface Answered {
  readonly id: string
  readonly form: string
  readonly date: string
  readonly at: number
  readonly status: string
  readonly answers: readonly AnsweredQuestion[]
}

const readPage = pageReader<Query>(INPUT, USUAL)

const IN_TEXT = 'The answers are in the text of this result; for a client that shows none: structured: true.'

export const myAnswers: Tool = defineTool({
  name: 'my_answers',
  title: 'My answers',
  description:
    'Answers of the person to forms, in words, with the bands of scores. Without `form`: which forms, how often, and when. With it: ' +
    'question by question, newest first.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: INPUT,
  output: OUTPUT,

  async run(given, context) {
    const request = readPage(given as Query)
    const { structured = false, ...query } = request.query
    const { all, found } = await search(query, context)
    const isList = query.form === undefined && query.question === undefined
    if (isList || found.length === 0) {
      const listed = found.length === 0 ? all : found
      const forms = formsOf(listed)
      return {
        structuredContent: {
          total: found.length,
          returned: 0,
          forms: structured ? forms : forms.slice(0, 5),
        },
        content: [{ type: 'text', text: listOf(forms, { isEmpty: found.length === 0, structured }) }],
        records: listed.map(({ id }) => id),
      }
    }
    const page = pageOf(found, request, entry =>
      tokensOf(structured ? JSON.stringify(rowOf(entry)) : textOf(entry)),
    )
    const { total, entries, nextCursor, omitted } = page
    return {
      structuredContent: {
        ...{ total, returned: entries.length },
        ...(structured ? { responses: entries.map(rowOf) } : { note: IN_TEXT }),
        ...(nextCursor !== undefined && { nextCursor }),
        ...(omitted && { omitted: [...omitted] }),
      },
      content: [
        {
          type: 'text',
          text: structured ? 'The answers are in the structured content.' : entries.map(textOf).join('\n\n'),
        },
        { type: 'text', text: howToGoOn('my_answers', page) },
      ],
      records: entries.map(({ id }) => id),
    }
  },
})

const rowOf = ({ form, date, status, answers }: Answered) => ({
  ...{ form, date },
  ...(status !== 'completed' && { status }),
  answers: answers.map(each => ({ ...each })),
})

const textOf = ({ form, date, status, answers }: Answered): string =>
  [
    `${form}, ${date}${status === 'completed' ? '' : `, ${status}`}`,
    ...answers.map(({ question, answer }) => `- ${question}: ${answer}`),
  ].join('\n')

function formsOf(all: readonly Answered[]) {
  const groups = new Map<string, Answered[]>()
  for (const each of all) {
    const group = groups.get(each.form)
    if (group) group.push(each)
    else groups.set(each.form, [each])
  }
  // Newest first.
  return [...groups].map(([form, group]) => ({
    ...{ form, n: group.length },
    ...{ first: group.at(-1)?.date ?? '', last: group[0]?.date ?? '' },
  }))
}

function listOf(
  forms: ReturnType<typeof formsOf>,
  { isEmpty, structured }: { readonly isEmpty: boolean; readonly structured: boolean },
): string {
  if (forms.length === 0) return 'This profile has no answers to forms yet.'
  const lines = structured
    ? []
    : forms.slice(0, 200).map(({ form, n, first, last }) => `- ${form}: ${n}, ${first} to ${last}`)
  return [
    isEmpty ? 'No answer matches. The person has answered:' : 'The person has answered:',
    ...lines,
    'For the answers call my_answers with words of a title as form.',
  ].join('\n')
}

/** Newest first. @throws NotUnderstood, TooManyToSearch */
async function search(
  query: Query,
  { app, caller }: Context,
): Promise<{ readonly all: readonly Answered[]; readonly found: readonly Answered[] }> {
  const period = periodOf(query)
  demandUnderstood(period.problems)
  const all: Answered[] = []
  for (const record of await allResponses({ app, caller }))
    all.push(await answered(record, app.questionnaires, period.local))
  all.sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1))
  const found = all.flatMap(each => {
    if (!period.includes(each.date.replace(' ', 'T')) || !has(each.form, query.form)) return []
    const answers = each.answers.filter(({ question }) => has(question, query.question))
    return answers.length === 0 && query.question !== undefined
      ? []
      : [{ ...each, answers: bounded(answers) }]
  })
  return { all, found }
}

async function allResponses({
  app,
  caller,
}: Pick<Context, 'app' | 'caller'>): Promise<readonly StoredRecord[]> {
  const records = await ownRecords(app.gateway, uids.QuestionnaireResponse, caller, {}, MOST)
  return searchable(records, MOST).filter(({ status }) => status !== 'entered-in-error')
}

async function answered(
  record: StoredRecord,
  questionnaires: Context['app']['questionnaires'],
  local: (date: string) => string,
): Promise<Answered> {
  const form = (await questionnaires.answeredBy(record))?.resource as
    | { title?: string; name?: string }
    | undefined
  const authored = authoredOf(record) ?? record._created
  const { status, questionnaire } = record
  return {
    id: record._id,
    form: form?.title ?? form?.name ?? (typeof questionnaire === 'string' ? questionnaire : 'a form'),
    date: local(authored),
    at: Date.parse(authored) || 0,
    status: typeof status === 'string' ? status : 'completed',
    answers: answersIn(record, questionsOf(form)),
  }
}

/** The answers that fit into one response of an answer. */
function bounded(answers: readonly AnsweredQuestion[]): readonly AnsweredQuestion[] {
  let spent = 0
  const kept = answers.filter(({ question, answer }) => {
    spent += tokensOf(`${question}${answer}`) + 12
    return spent <= LARGEST
  })
  const left = answers.length - kept.length
  return left === 0
    ? answers
    : [...kept, { question: `(${left} more answers)`, answer: 'ask for a question' }]
}

const plain = (words: string): string =>
  words
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')

/** The forms that a person has answered, each with the ids of the responses. @throws TooManyToSearch */
export async function answeredForms({
  app,
  caller,
}: Context): Promise<
  readonly { readonly id: string; readonly title: string; readonly records: readonly string[] }[]
> {
  const found = new Map<string, { readonly id: string; readonly title: string; readonly records: string[] }>()
  for (const record of await allResponses({ app, caller })) {
    const form = (await app.questionnaires.answeredBy(record))?.resource
    if (!form) continue
    const known = found.get(form._id) ?? {
      id: form._id,
      title: form.title ?? form.name ?? form._id,
      records: [],
    }
    known.records.push(record._id)
    found.set(form._id, known)
  }
  return [...found.values()]
}

/** True if a text has the beginning of every word; `PHQ 9` and `phq9` match alike. */
export function has(words: string, wanted: string | undefined): boolean {
  if (wanted === undefined) return true
  const [have, want] = [plain(words), plain(wanted).trim().split(' ')]
  return (
    want.every(word => ` ${have}`.includes(` ${word}`)) || have.replaceAll(' ', '').includes(want.join(''))
  )
}
