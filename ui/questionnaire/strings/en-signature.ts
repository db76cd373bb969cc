/** English texts of signatures, generated from fhir/languages by fhir/generate: do not edit. */
import type { Strings } from '../strings.ts'

type Texts = Required<Pick<Strings, 'signature' | 'signs' | 'signsForm' | 'signerName' | 'drawSignature' | 'drawingHelp' | 'clearDrawing' | 'sign' | 'signed' | 'unsign' | 'unsigned' | 'unsignedForm' | 'signatureOf' | 'nameToSign' | 'signFirst' | 'notSigned' | 'unsignedLanguage'>>

export const signature: Texts = {
  signature: 'Signature',
  signs: label => `Your signature stands for “${label}” as it is shown here.`,
  signsForm: 'Your signature stands for all answers of this form.',
  signerName: 'Your full name',
  drawSignature: 'Drawn signature (optional)',
  drawingHelp: 'Draw with a finger, a pen or the mouse. Your typed name alone is enough.',
  clearDrawing: 'Clear the drawing',
  sign: 'Sign',
  signed: (name, date) => `Signed by ${name} on ${date}`,
  unsign: 'Remove the signature',
  unsigned: 'An answer has changed, so the signature was removed. Please sign again.',
  unsignedForm: 'The form has changed since you signed it, so the signature was removed. Please sign again.',
  signatureOf: name => `Drawn signature of ${name}`,
  nameToSign: 'Type your full name to sign.',
  signFirst: 'Sign the form before you send it.',
  notSigned: 'Not signed',
  unsignedLanguage: 'You signed the form in another language, so the signature was removed. Please sign again.',
}
