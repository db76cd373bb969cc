/** The data of a request in words: their kind and their number. */
import type { Questionnaire } from 'fhir/r5.js'
import { objects } from '../../../fhir/shape.ts'
import { answersIn, type Details, fillIn } from './fill-in.ts'
import type { Ask } from './request-queue.ts'

export interface Subject {
  /** `answers`, `file`: after `your`. */
  readonly name: string
  /** `these answers`, `this file`. */
  readonly these: string
  /** `9 answers`, `the file`. */
  readonly noun: string
  /** `them`, or `it`. */
  readonly them: string
  /** The record as it will be stored; `undefined` for a file. */
  readonly record: Readonly<Record<string, unknown>> | undefined
}

/** The data of a request, with the details that the person entered. */
export function subjectOf(ask: Ask, form: Questionnaire | undefined, details: Details): Subject {
  if (ask.type === 'SUBMIT_BINARY_DATA') return { ...single('file'), record: undefined }
  const { submission, interpolateSocials } = ask.payload
  const entered = answersIn(details, interpolateSocials)
  const record = form && entered.size > 0 ? fillIn(submission, form as never, entered) : submission
  if (record['resourceType'] !== 'QuestionnaireResponse') return { ...single('record'), record }
  const many = countAnswers(record)
  if (many === 1) return { ...single('answer'), noun: '1 answer', record }
  const noun = `${many.toLocaleString()} answers`
  return { name: 'answers', these: 'these answers', noun, them: 'them', record }
}

const single = (name: string) => ({ name, these: `this ${name}`, noun: `the ${name}`, them: 'it' })

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
