/** English texts of the form around the questions, generated from fhir/languages by fhir/generate: do not edit. */
import type { Strings } from '../strings.ts'

type Texts = Required<Pick<Strings, 'next' | 'previous' | 'review' | 'submit' | 'submitting' | 'checking' | 'change' | 'terms' | 'agree' | 'confirm' | 'cancel' | 'problem' | 'submitFailed' | 'restored' | 'shown' | 'hidden' | 'errors' | 'page' | 'left' | 'thanks' | 'sent'>>

export const pages: Texts = {
  next: 'Next',
  previous: 'Back',
  review: 'Check your answers',
  submit: 'Submit',
  submitting: 'Sending your answers',
  checking: 'Checking your answers',
  change: 'Change',
  terms: 'Your answers go into your own health profile. Whoever asks can read them until you stop sharing.',
  agree: 'I have read this and agree',
  confirm: 'Confirm',
  cancel: 'Cancel',
  problem: 'There is a problem',
  submitFailed: 'Your answers could not be sent. Please try again.',
  restored: 'Your earlier answers are still here.',
  shown: many => `${many === 1 ? `${many} more question` : `${many} more questions`}.`,
  hidden: many => `${many === 1 ? `${many} question is` : `${many} questions are`} no longer needed.`,
  errors: many => `Please check ${many === 1 ? `${many} answer` : `${many} answers`}.`,
  page: (number, of) => `Page ${number} of ${of}`,
  left: minutes => `About ${minutes === 1 ? `${minutes} minute` : `${minutes} minutes`} left.`,
  thanks: 'Thank you',
  sent: 'Your answers were sent.',
}
