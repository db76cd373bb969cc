/** English texts of common, questionnaire, generated from ui/wallet/languages by fhir/generate: do not edit. */
import type { Common, Questionnaire } from '../parts.ts'

export default (): Common & Questionnaire => ({
  moment: 'One moment …',
  language: 'Language',
  more: 'More',
  back: 'Back',
  decline: 'Decline',
  signing: 'Signing …',
  technical: 'Technical',
  service: 'Service',
  serviceSays: v => `${v.detail}`,
  loadingForm: 'Loading the form …',
  uploadStopped: v => `Part of ${v.file} has not arrived. As long as this page is open, you can continue.`,
  continueUpload: 'Continue',
  giveUpUpload: 'Cancel the upload',
  yes: 'Yes',
  no: 'No',
  aFile: 'a file',
  languageAbout: 'The language of these pages. This browser remembers it.',
  tryForm: 'Try a form here. The service checks your answers, and stores and shares nothing.',
  formUnshown: 'This form cannot be shown',
  questionnaireTitle: 'Questionnaire',
  valid: 'These answers are valid',
  validAbout: 'This is the response that an application would submit.',
  wouldRefuse: 'The service would refuse this response.',
})
