/** The data of a request: their kind and their number, for the words about them. */
import type { Questionnaire } from 'fhir/r5.js'
import { objects } from '../../../fhir/values/unchecked-json.ts'
import { answersIn, type Details, fillIn } from './fill-in.ts'
import type { Ask } from './request-queue.ts'

export interface Subject {
  readonly kind: 'answers' | 'answer' | 'file' | 'record'
  /** The number of answers; 1 for anything else. */
  readonly many: number
  /** The record as it will be stored; `undefined` for a file. */
  readonly record: Readonly<Record<string, unknown>> | undefined
}

/** The data of a request, with the details that the person entered. */
export function subjectOf(ask: Ask, form: Questionnaire | undefined, details: Details): Subject {
  if (ask.type === 'SUBMIT_BINARY_DATA') return { kind: 'file', many: 1, record: undefined }
  const { submission, interpolateSocials } = ask.payload
  const entered = answersIn(details, interpolateSocials)
  const record = form && entered.size > 0 ? fillIn(submission, form as never, entered) : submission
  if (record['resourceType'] !== 'QuestionnaireResponse') return { kind: 'record', many: 1, record }
  const many = countAnswers(record)
  return { kind: many === 1 ? 'answer' : 'answers', many, record }
}

/** The answered questions of a response. Without recursion, because the application chooses the depth. */
function countAnswers(response: object): number {
  let many = 0
  const open: object[] = [response]
  for (let next = open.pop(); next; next = open.pop()) {
    const { item, answer } = next as { readonly item?: unknown; readonly answer?: unknown }
    const answers = objects(answer)
    if (answers.length > 0) many++
    for (const each of objects(item)) open.push(each)
    for (const each of answers) open.push(each)
  }
  return many
}
