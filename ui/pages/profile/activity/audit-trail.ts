/** The audit trail of the profile, in pages, and the assistants in it. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Environment } from '../../../../schemas/environment.ts'
import type { StorageKeyPair } from '../../../sdk/key-pair.ts'
import { type AuditEntry, readAudit } from '../../../sdk/profile.ts'
import { sentenceOf } from '../../shell/run-action.ts'
import type { Copy } from '../device-copy.ts'

export interface Trail {
  /** Newest first; absent until the first page is there. */
  readonly entries?: readonly AuditEntry[] | undefined
  readonly isEnd: boolean
  /** The error of the last page in one sentence; empty if there is none. */
  readonly failure: string
  /** Appends the next page. */
  more(): void
  /** Reads the first page again. */
  reload(): void
}

/** Entries per page. */
const PAGE = 50

/** @param copy - in the place of the service, which cannot be reached */
export function useTrail(keyPair: StorageKeyPair, environment: Environment, copy: Copy | undefined): Trail {
  const [{ entries, isEnd, failure }, setState] = useState<Pick<Trail, 'entries' | 'isEnd' | 'failure'>>({
    isEnd: false,
    failure: '',
  })
  const trail = useRef<AsyncGenerator<AuditEntry, void>>(undefined)

  const read = useCallback(
    async (from: AsyncGenerator<AuditEntry, void>, known: readonly AuditEntry[] = []) => {
      try {
        const found: AuditEntry[] = []
        let next = await from.next()
        while (!next.done && found.push(next.value) < PAGE) next = await from.next()
        if (trail.current === from)
          setState({ entries: [...known, ...found], isEnd: next.done === true, failure: '' })
      } catch (error) {
        if (trail.current === from) setState(state => ({ ...state, failure: sentenceOf(error) }))
      }
    },
    [],
  )
  const reload = useCallback(() => {
    if (copy) {
      trail.current = undefined
      return setState({ entries: copy.entries, isEnd: true, failure: '' })
    }
    trail.current = readAudit(keyPair, environment)
    void read(trail.current)
  }, [read, keyPair, environment, copy])
  useEffect(reload, [reload])

  const more = () => void (trail.current && read(trail.current, entries))
  return { entries, isEnd, failure, more, reload }
}

export interface Assistant {
  readonly id: string
  readonly name: string
  /** The time of its last access. */
  readonly at: string
  /** False once its access has expired, or the person has disconnected all assistants. */
  readonly isConnected: boolean
}

/**
 * Each assistant once. Its access expires a lifetime after its last sign-in; or after its last use, if it signed in
 * before the entries begin.
 * @param lifetime - `readerLifetime` of the environment, in seconds
 * @param now - in milliseconds since the epoch
 */
export function assistantsIn(
  { entries = [] }: Pick<Trail, 'entries'>,
  lifetime = Number.POSITIVE_INFINITY,
  now = Date.now(),
): readonly Assistant[] {
  const seen = new Map<string, Assistant>()
  const signedIn = new Map<string, number>()
  let isSignedOut = false
  const endOf = (at: number): number => at + lifetime * 1000
  for (const { client, at, action } of entries) {
    if (action === 'sign-out') isSignedOut = true
    if (client?.kind !== 'assistant') continue
    const { id, name } = client
    if (!seen.has(id)) seen.set(id, { id, name, at, isConnected: !isSignedOut })
    if (action === 'sign-in' && !signedIn.has(id)) signedIn.set(id, Date.parse(at))
  }
  return [...seen.values()].map(assistant => {
    const last = Date.parse(assistant.at)
    const begun = signedIn.get(assistant.id) ?? last
    // A use after that end is one with another token.
    const end = endOf(last > endOf(begun) ? last : begun)
    return { ...assistant, isConnected: assistant.isConnected && now < end }
  })
}
