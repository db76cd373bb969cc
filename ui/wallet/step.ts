/** Runs one action at a time, with its status and error for the person. */
import { useCallback, useRef, useState } from 'react'
import { AndironError } from '../sdk/errors.ts'

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
      setState({ doing: '', failure: error instanceof TurnedBack ? '' : sentenceOf(error) })
    } finally {
      busy.current = false
    }
  }, [])
  return { doing, failure, run }
}

/**
 * The message of an error: the gateway's own if it has one. Wallets also reject with plain objects
 * (EIP-1193).
 */
export function sentenceOf(error: unknown): string {
  if (error instanceof AndironError && error.problem) return error.problem.detail
  const { message } = (error ?? {}) as { readonly message?: unknown }
  return typeof message === 'string' ? message : String(error)
}
