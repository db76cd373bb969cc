/** English texts of the components that are loaded later, generated from fhir/languages by fhir/generate: do not edit. */
import type { Strings } from '../strings.ts'

type Texts = Required<Pick<Strings, 'choose' | 'noAnswer' | 'unit' | 'cannotUpload' | 'retry' | 'add' | 'remove' | 'added' | 'removed' | 'removeFile' | 'uploading' | 'uploaded' | 'uploadFailed' | 'between' | 'calendar' | 'chooseFile'>>

export const later: Texts = {
  choose: 'Choose',
  noAnswer: 'No answer',
  unit: 'Unit',
  cannotUpload: 'You cannot add files here.',
  retry: 'Try again',
  add: label => `Add another: ${label}`,
  remove: (label, number) => `Remove ${label} ${number}`,
  added: (label, number) => `${label} ${number} was added.`,
  removed: (label, number) => `${label} ${number} was removed.`,
  removeFile: name => `Remove ${name}`,
  uploading: (name, percent) => `Uploading ${name}: ${percent} %`,
  uploaded: name => `${name} is uploaded.`,
  uploadFailed: name => `${name} could not be uploaded.`,
  between: (min, max, unit) => `From ${min} to ${max} ${unit}`,
  calendar: 'Calendar',
  chooseFile: 'Choose a file',
}
