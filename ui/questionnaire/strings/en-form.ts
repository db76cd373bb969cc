/** English texts of the questions, generated from fhir/languages by fhir/generate: do not edit. */
import type { Strings } from '../strings.ts'

type Texts = Required<Pick<Strings, 'yes' | 'no' | 'required' | 'other' | 'clear' | 'error' | 'chooseUpTo' | 'limit' | 'exclusive' | 'unnamed' | 'twice'>>

export const first: Texts = {
  yes: 'Yes',
  no: 'No',
  required: '(required)',
  other: 'Other answer',
  clear: 'Clear',
  error: 'Error',
  chooseUpTo: most => `Choose up to ${most}.`,
  limit: most => `You can choose up to ${most}. To choose another, remove one first.`,
  exclusive: label => `You chose '${label}'. Answers that do not go with it were removed.`,
  unnamed: label => `“${label}” cannot be shown: the form gives it no linkId.`,
  twice: label => `“${label}” cannot be shown: another question has the same linkId.`,
}
