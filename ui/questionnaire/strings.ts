/** The texts of the form components. Each can be replaced; the texts of the form's author are separate. */
import type { Issue } from '../../fhir/model/issue.ts'
import { first } from './strings/en-form.ts'
import { later } from './strings/en-later.ts'
import { pages } from './strings/en-pages.ts'

/** Every text that the components display. */
export interface Strings {
  readonly yes: string
  readonly no: string
  readonly required: string
  readonly other: string
  readonly clear: string
  readonly choose: string
  readonly noAnswer: string
  readonly unit: string
  readonly cannotUpload: string
  readonly chooseFile: string
  /** The button that opens the calendar of the browser. */
  readonly calendar: string
  readonly retry: string
  readonly next: string
  readonly previous: string
  readonly review: string
  readonly submit: string
  readonly submitting: string
  /** Next was pressed before the rules of the form are loaded. */
  readonly checking: string
  readonly change: string
  /** Shown by `LegalConsentForm` when the application gives no terms of its own. */
  readonly terms: string
  readonly agree: string
  readonly confirm: string
  readonly cancel: string
  /** Heading of the error list. */
  readonly problem: string
  /** Precedes an error, for people who do not see its colour. */
  readonly error: string
  readonly submitFailed: string
  readonly restored: string
  chooseUpTo(most: number): string
  /** A choice was rejected because the question has its maximum of answers. */
  limit(most: number): string
  /** A choice deselected others. */
  exclusive(label: string): string
  shown(many: number): string
  hidden(many: number): string
  errors(many: number): string
  page(number: number, of: number): string
  /** About how long the rest of the form takes. */
  left(minutes: number): string
  /** Heading and text after the answers were sent. */
  readonly thanks: string
  readonly sent: string
  /** Shown in place of an item without a `linkId`, or with that of another item. */
  unnamed(label: string): string
  twice(label: string): string
  add(label: string): string
  remove(label: string, number: number): string
  added(label: string, number: number): string
  removed(label: string, number: number): string
  removeFile(name: string): string
  uploading(name: string, percent: number): string
  uploaded(name: string): string
  uploadFailed(name: string): string
  between(min: number, max: number, unit: string): string
  /** The search of a value set has no result. Its texts are loaded with it, and English without these. */
  readonly nothingFound?: string
  /** The number of codes that match. */
  found?(many: number): string
  readonly searchFailed?: string
  /** The texts of signatures are loaded with them, and English without these. */
  readonly signature?: string
  signs?(label: string): string
  readonly signsForm?: string
  readonly signerName?: string
  readonly drawSignature?: string
  readonly drawingHelp?: string
  readonly clearDrawing?: string
  readonly sign?: string
  signed?(name: string, date: string): string
  readonly unsign?: string
  /** The signature was removed, because an answer has changed. */
  readonly unsigned?: string
  /** Signatures of a draft were removed, because the form has changed. */
  readonly unsignedForm?: string
  /** Signatures were removed, because they were given to the form in another language. */
  readonly unsignedLanguage?: string
  signatureOf?(name: string): string
  readonly nameToSign?: string
  readonly signFirst?: string
  readonly notSigned?: string
  /** The next question of an adaptive form is requested. Its texts are loaded with it, and English without these. */
  readonly choosing?: string
  readonly notChosen?: string
  /** The store of drafts does not answer. */
  readonly draftLate?: string
  readonly beginWithout?: string
  readonly allAsked?: string
  question?(number: number): string
  /**
   * The message of an issue. By default the service's text; its rule and the question allow another wording.
   */
  issue(issue: Issue, question: string): string
}

/**
 * The texts of the questions, which every form needs; those of the parts that are loaded with others only if the
 * application gives them.
 */
export type FormStrings = Pick<Strings, keyof typeof first | 'issue'> & Partial<Strings>

const issue = ({ text }: Issue) => text

/** The English texts that every form needs. */
export const englishFirst: FormStrings = { issue, ...first }

/** English. */
export const en: Strings = /* @__PURE__ */ Object.assign({ issue }, first, pages, later)
