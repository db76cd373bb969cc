/** What the components of one form share: the live form, and how it is shown. */
'use client'
import { createContext, useContext, useSyncExternalStore } from 'react'
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

/** What every component is given. */
export interface Session {
  readonly live: LiveForm
  readonly questionnaireId: string
  /** Begins the ids of every element, so that several forms fit on a page. */
  readonly prefix: string
  readonly strings: Strings
  readonly lang: string | undefined
  readonly readOnly: boolean
  readonly uploadFile: UploadFile | undefined
  /** Shows linkIds beside the texts. */
  readonly debug: boolean
  toggleDebug(): void
  /** Tells screen readers what they would miss. */
  say(words: string): void
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

/** The id of what is drawn for a slot; with a letter that of its control, its label, its help, its error. */
export const idOf = ({ prefix }: Session, { id }: Slot, part?: 'c' | 'l' | 'h' | 'e') =>
  part ? `${prefix}${id}-${part}` : prefix + id

/** Renders again when what is read changes: looked at with every change of a slot, or of the whole form. */
export const useLive = ({ audience }: LiveForm | Slot, read = audience.read) =>
  useSyncExternalStore(audience.listen, read, read)

/** Renders again when something in the form is shown or hidden, or told to be right or wrong; not for each key. */
export const useOutline = ({ live }: Session) => useLive(live, () => live.outline)
