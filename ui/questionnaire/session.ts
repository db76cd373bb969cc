/** State that the components of one form share: the live form and its presentation. */
'use client'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Branch, Slot } from '../../fhir/form/answer-tree.ts'
import type { LiveForm } from '../../fhir/form/live-form.ts'
import type { ClassNames, Components, Part } from './appearance.ts'
import { classes } from './class-names.ts'
import type { FormStrings } from './strings.ts'

/** Called with the uploaded part, from 0 to 1. */
export interface UploadOptions {
  readonly onProgress?: (part: number) => void
  readonly signal?: AbortSignal
}

/**
 * Uploads a file and returns its location; `uploadFile` of `useWelshare` fits.
 *
 * @param reference - the question that the file answers: `questionnaire/<id>/<linkId>`
 */
export type UploadFile = (
  file: File,
  reference: string,
  options?: UploadOptions,
) => Promise<{ readonly url: string; readonly binaryFileUid: string }>

/** The context of every component. */
export interface Session {
  readonly live: LiveForm
  readonly questionnaireId: string
  /** Prefix of every element id, so that several forms fit on a page. */
  readonly prefix: string
  readonly strings: FormStrings
  readonly lang: string | undefined
  readonly readOnly: boolean
  readonly uploadFile: UploadFile | undefined
  readonly classNames: ClassNames
  readonly components: Components
  /** Shows linkIds beside the texts. */
  readonly debug: boolean
  toggleDebug(): void
  /** Announces a message to screen readers. */
  say(words: string): void
}

export const SessionContext = createContext<Session | undefined>(undefined)

/** The repetition around a question, for components that are drawn by their `item`. */
export const BranchContext = createContext<Branch | undefined>(undefined)

/** The surrounding form of a component. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('No QuestionnaireProvider')
  return session
}

/** The class of a part: our own, that of the application, and further ones. */
export const classOf = ({ classNames }: Session, part: Part, ...more: (string | false | undefined)[]) =>
  classes(`wq-${part}`, classNames[part], ...more)

/** The element id of a slot; with a letter, that of its control, label, help or error. */
export const idOf = ({ prefix }: Session, { id }: Slot, part?: 'c' | 'l' | 'h' | 'e') =>
  part ? `${prefix}${id}-${part}` : prefix + id

/**
 * Renders again when the value of `read` changes, evaluated on every change of a slot or of the whole form.
 */
export const useLive = ({ audience }: LiveForm | Slot, read = audience.read) =>
  useSyncExternalStore(audience.listen, read, read)

/** Renders again when an item is shown, hidden, marked or cleared, but not on every keystroke. */
export const useOutline = ({ live }: Session) => useLive(live, () => live.outline)
