/** The texts of the form components. Each can be replaced; the texts of the form's author are separate. */
import type { Issue } from '../../fhir/issue.ts'

/** The texts of a search in a value set. */
export interface SearchStrings {
  /** The number of codes that match; none is 0. */
  found(many: number): string
  readonly searchFailed: string
}

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
  readonly retry: string
  readonly next: string
  readonly previous: string
  readonly review: string
  readonly submit: string
  readonly submitting: string
  readonly change: string
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
  add(label: string): string
  remove(label: string, number: number): string
  added(label: string, number: number): string
  removed(label: string, number: number): string
  removeFile(name: string): string
  uploading(name: string, percent: number): string
  uploaded(name: string): string
  uploadFailed(name: string): string
  between(min: number, max: number, unit: string): string
  /** The search of a value set; English, and loaded with it, without this. */
  readonly search?: SearchStrings
  /**
   * The message of an issue. By default the service's text; its rule and the question allow another wording.
   */
  issue(issue: Issue, question: string): string
}

const count = (many: number, one: string, several: string) => `${many} ${many === 1 ? one : several}`

/** English. */
export const en: Strings = {
  yes: 'Yes',
  no: 'No',
  required: '(required)',
  other: 'Other answer',
  clear: 'Clear',
  choose: 'Choose',
  noAnswer: 'No answer',
  unit: 'Unit',
  cannotUpload: 'You cannot add files here.',
  retry: 'Try again',
  next: 'Next',
  previous: 'Back',
  review: 'Check your answers',
  submit: 'Submit',
  submitting: 'Sending your answers',
  change: 'Change',
  agree: 'I have read this and agree',
  confirm: 'Confirm',
  cancel: 'Cancel',
  problem: 'There is a problem',
  error: 'Error',
  submitFailed: 'Your answers could not be sent. Please try again.',
  restored: 'Your earlier answers are still here.',
  chooseUpTo: most => `Choose up to ${most}.`,
  limit: most => `You can choose up to ${most}. To choose another, remove one first.`,
  exclusive: label => `You chose '${label}'. Answers that do not go with it were removed.`,
  shown: many => `${count(many, 'more question', 'more questions')}.`,
  hidden: many => `${count(many, 'question is', 'questions are')} no longer needed.`,
  errors: many => `Please check ${count(many, 'answer', 'answers')}.`,
  page: (number, of) => `Page ${number} of ${of}`,
  add: label => `Add another: ${label}`,
  remove: (label, number) => `Remove ${label} ${number}`,
  added: (label, number) => `${label} ${number} was added.`,
  removed: (label, number) => `${label} ${number} was removed.`,
  removeFile: name => `Remove ${name}`,
  uploading: (name, percent) => `Uploading ${name}: ${percent} %`,
  uploaded: name => `${name} is uploaded.`,
  uploadFailed: name => `${name} could not be uploaded.`,
  between: (min, max, unit) => `From ${min} to ${max}${unit && ` ${unit}`}`,
  issue: ({ text }) => text,
}
