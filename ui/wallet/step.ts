/** One thing at a time that a person waits for: what is being done, and what failed. */
import { useCallback, useRef, useState } from 'react'
import { AndironError } from '../sdk/errors.ts'

export interface Step {
  /** What is being done, as a person reads it; empty when nothing is. */
  readonly doing: string
  /** Why the last step failed, in one sentence; empty when it did not. */
  readonly failure: string
  /**
   * Does something unless something else is being done. A failure is told, and the person can choose again; it is not thrown.
   * @param doing - what a person reads meanwhile: `Signing …`
   */
  run(doing: string, work: () => Promise<void>): Promise<void>
}

/** The person turned back: the step ends, and nothing failed. */
export class TurnedBack extends Error {
  override readonly name = 'TurnedBack'
}

/** The steps of a page, or of one part of it: controls are disabled while `doing` says something. */
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
      setState({ doing: '', failure: error instanceof TurnedBack ? '' : sentenceOf(error) })
    } finally {
      busy.current = false
    }
  }, [])
  return { doing, failure, run }
}

/** What went wrong, in a sentence: the gateway's own where it gave one. Wallets reject with plain objects, too (EIP-1193). */
export function sentenceOf(error: unknown): string {
  if (error instanceof AndironError && error.problem) return error.problem.detail
  const { message } = (error ?? {}) as { readonly message?: unknown }
  return typeof message === 'string' ? message : String(error)
}
