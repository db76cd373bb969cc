/** English texts of adaptive forms, generated from fhir/languages by fhir/generate: do not edit. */
import type { Strings } from '../strings.ts'

type Texts = Required<Pick<Strings, 'choosing' | 'notChosen' | 'allAsked' | 'question' | 'draftLate' | 'beginWithout'>>

export const adaptive: Texts = {
  choosing: 'Choosing the next question',
  notChosen: 'The next question could not be loaded. Your answers are still here.',
  allAsked: 'There are no more questions.',
  question: number => `Question ${number}`,
  draftLate: 'Your earlier answers could not be loaded yet.',
  beginWithout: 'Begin without them',
}
