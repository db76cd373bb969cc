/** English texts of the components, generated from fhir/languages by fhir/generate: do not edit. */
import type { Strings } from '../strings.ts'

type Texts = Required<Pick<Strings, 'yes' | 'no' | 'required' | 'other' | 'clear' | 'next' | 'previous' | 'review' | 'submit' | 'submitting' | 'change' | 'terms' | 'agree' | 'confirm' | 'cancel' | 'problem' | 'error' | 'submitFailed' | 'restored' | 'chooseUpTo' | 'limit' | 'exclusive' | 'shown' | 'hidden' | 'errors' | 'page' | 'unnamed'>>

export const first: Texts = {
  yes: 'Yes',
  no: 'No',
  required: '(required)',
  other: 'Other answer',
  clear: 'Clear',
  next: 'Next',
  previous: 'Back',
  review: 'Check your answers',
  submit: 'Submit',
  submitting: 'Sending your answers',
  change: 'Change',
  terms: 'Your answers go into your own health profile. Whoever asks can read them until you stop sharing.',
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
  shown: many => `${many === 1 ? `${many} more question` : `${many} more questions`}.`,
  hidden: many => `${many === 1 ? `${many} question is` : `${many} questions are`} no longer needed.`,
  errors: many => `Please check ${many === 1 ? `${many} answer` : `${many} answers`}.`,
  page: (number, of) => `Page ${number} of ${of}`,
  unnamed: label => `“${label}” cannot be shown: the form gives it no linkId.`,
}
