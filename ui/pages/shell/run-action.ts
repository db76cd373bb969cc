/** Runs one action at a time, with its status and error for the person. */
import { useCallback, useRef, useState } from 'react'
import { AndironError } from '../../sdk/errors.ts'
import { allWords, languageNow, words } from './language/page-texts.ts'

export interface Step {
  /** The status of the action, for the person; empty if idle. */
  readonly doing: string
  /** The error of the last action in one sentence; empty if it succeeded. */
  readonly failure: string
  /**
   * Runs an action unless another one is running. An error is shown rather than thrown, and the person can
   * try again.
   * @param doing - the status while it runs: `Signing …`
   */
  run(doing: string, work: () => Promise<void>): Promise<void>
}

/** An error in the words of the page, said in its language when it is shown. */
export class Said extends Error {
  override readonly name = 'Said'
  readonly say: () => string

  constructor(say: () => string, options?: ErrorOptions) {
    super(undefined, options)
    this.say = say
  }
}

/** The person cancelled: the step ends without an error. */
export class TurnedBack extends Error {
  override readonly name = 'TurnedBack'
}

/** The step of a page or a section: controls are disabled while `doing` is set. */
export function useStep(): Step {
  const [{ doing, failure }, setState] = useState({ doing: '', failure: '' })
  const busy = useRef(false)
  const run = useCallback(async (doing: string, work: () => Promise<void>) => {
    if (busy.current) return
    busy.current = true
    setState({ doing, failure: '' })
    try {
      await work()
      setState({ doing: '', failure: '' })
    } catch (error) {
      setState({ doing: '', failure: error instanceof TurnedBack ? '' : await reasonOf(error) })
    } finally {
      busy.current = false
    }
  }, [])
  return { doing, failure, run }
}

/** The sentence of an error that may come before the later texts, which have it. */
export async function reasonOf(error: unknown): Promise<string> {
  await allWords().catch(() => {})
  return sentenceOf(error)
}

/**
 * An error in one sentence of the language of the page, by its code. Without one, the message of the gateway, which is
 * English. Wallets also reject with plain objects (EIP-1193).
 */
export function sentenceOf(error: unknown): string {
  if (error instanceof Said) return error.say()
  const { message, code } = (error ?? {}) as { readonly message?: unknown; readonly code?: unknown }
  const { errors = {} } = words
  const known = Object.hasOwn(errors, String(code)) ? errors[String(code)] : undefined
  if (known !== undefined) return known
  // A dynamic import, in the words of Chromium, Firefox and Safari.
  if (error instanceof TypeError && /\bmodule\b/.test(error.message)) return words.partUnloaded
  const isForeign = code !== undefined || error instanceof TypeError
  const said = ended(detailOf(error, message))
  return isForeign ? quoted(said) : said
}

/** The first-strong isolate and its end: around words of the service, which they keep in their own direction. */
export const QUOTE = /[\u2068\u2069]/g

/** Words of the service in a sentence of the page, which `Failure` draws as English. */
export const quoted = (detail: string): string =>
  languageNow() === 'en'
    ? detail
    : words.serviceSays({ detail: `\u2068${detail.replaceAll(QUOTE, '')}\u2069` })

function detailOf(error: unknown, message: unknown): string {
  if (error instanceof AndironError && error.problem) return error.problem.detail
  return typeof message === 'string' ? message : String(error)
}

/** With a full stop, unless it ends a sentence already. */
const ended = (text: string): string => (/[.!?…。؟।]$/u.test(text) ? text : `${text}.`)
