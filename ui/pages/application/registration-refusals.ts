/** The reasons for which the gateway refused a registration, more exact than the sentence of the error's code. */
import { AndironError } from '../../sdk/errors.ts'
import { quoted, sentenceOf } from '../shell/run-action.ts'

/** The sentences of the issues of an error, which are the gateway's; without any, that of the error. */
export const reasonsOf = (error: unknown): string =>
  error instanceof AndironError && error.issues?.length
    ? quoted(error.issues.map(({ text }) => text).join(' '))
    : sentenceOf(error)
