/** Error messages for people: the gateway's, without the URL of the request. */
import { AndironError } from '../sdk/errors.ts'
import { sentenceOf } from './step.ts'

export const wordsOf = (error: unknown): string =>
  error instanceof AndironError && error.problem ? `${error.problem.detail}.` : sentenceOf(error)

/** `1 response`, `2 responses`. */
export const counted = (many: number, one: string): string =>
  `${many.toLocaleString('en')} ${one}${many === 1 ? '' : 's'}`
