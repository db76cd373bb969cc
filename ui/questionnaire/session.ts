/** What the components of one form share: the live form, and how it is shown. */
import { createContext, useCallback, useContext, useSyncExternalStore } from 'react'
import type { LiveForm } from '../../fhir/form/live.ts'
import type { Branch, Slot } from '../../fhir/form/tree.ts'
import type { Strings } from './strings.ts'

/** Told how much of a file is there, from 0 to 1. */
export interface UploadOptions {
  readonly onProgress?: (part: number) => void
  readonly signal?: AbortSignal
}

/**
 * Takes a file where it is kept, and says where that is: `uploadFile` of `useWelshare` fits.
 *
 * @param reference What the file belongs to: `questionnaire/<id>/<linkId>`.
 */
export type UploadFile = (
  file: File,
  reference: string,
  options?: UploadOptions,
) => Promise<{ readonly url: string; readonly binaryFileUid: string }>

/** A value that components can listen to. */
export interface Cell<T> {
  readonly value: T
  set(value: T): void
  listen(listener: () => void): () => void
}

/** A cell with its first value. */
export function cellOf<T>(first: T): Cell<T> {
  let value = first
  const listeners = new Set<() => void>()
  return {
    get value() {
      return value
    },
    set(next) {
      value = next
      for (const listener of listeners) listener()
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export interface Session {
  readonly live: LiveForm
  readonly questionnaireId: string
  /** Begins the ids of every element, so that several forms fit on a page. */
  readonly prefix: string
  readonly strings: Strings
  readonly lang: string | undefined
  readonly readOnly: boolean
  readonly uploadFile: UploadFile | undefined
  readonly debug: Cell<boolean>
  /** The last thing that was said to screen readers. */
  readonly said: Cell<string>
}

export const SessionContext = createContext<Session | undefined>(undefined)

/** Where a question stands, for those that are drawn by their `item`: the repetition around it. */
export const BranchContext = createContext<Branch | undefined>(undefined)

/** The form around a component. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (session === undefined) throw new Error('Put this component inside of a QuestionnaireProvider.')
  return session
}

/** Renders again when a slot changes, and at no other time. */
export function useSlot(slot: Slot): number {
  const { live } = useSession()
  const listen = useCallback((listener: () => void) => live.listen(listener, slot), [live, slot])
  const revision = () => slot.revision
  return useSyncExternalStore(listen, revision, revision)
}

/** Renders again when anything in the form changes. */
export function useRevision(): number {
  const { live } = useSession()
  const listen = useCallback((listener: () => void) => live.listen(listener), [live])
  const revision = () => live.revision
  return useSyncExternalStore(listen, revision, revision)
}

/** The value of a cell. */
export function useCell<T>(cell: Cell<T>): T {
  const read = () => cell.value
  return useSyncExternalStore(cell.listen, read, read)
}
