/** English texts of documents, generated from ui/wallet/languages by fhir/generate: do not edit. */
import type { Formats } from '../../formats.ts'
import type { Documents } from '../parts.ts'

export default (w: Formats): Documents => ({
  noFiles: 'You have no files yet.',
  sealing: v => `Sealing and uploading ${v.file} …`,
  openingFile: v => `Opening ${v.file} …`,
  shownBelow: v => `${v.file} is shown below its row.`,
  isSaved: v => `${v.file} is saved.`,
  deletingFile: v => `Deleting ${v.file} …`,
  lookAt: v => `Look at ${v.file}`,
  lookButton: 'Look',
  downloadFile: v => `Download ${v.file}`,
  download: 'Download',
  deleteFileAbout: v => `${v.file} will be deleted from every storage node and from the object store. Answers that refer to it stay.`,
  yesDelete: v => `Yes, delete ${v.file}`,
  uploadFile: 'Upload a file',
  cannotShow: 'This kind of file cannot be shown here. Download it.',
  dropHere: 'Drop files here, or choose them.',
  takePhoto: 'Take a photo',
  uploadLimits: v => `At most ${v.size} a file, and ${v.many} files at a time. A file is encrypted before it leaves this browser.`,
  noFolder: 'A folder cannot be uploaded. Open it, and choose the files in it.',
  noDroppedFile: 'This is no file. Save it as a file first, and choose that.',
  tooManyFiles: v => `These are too many files, and none was stored. Choose at most ${v.many} at a time.`,
  uploadsTitle: 'Uploads',
  uploadingFiles: 'Sealing and uploading files, one after the other …',
  filesStored: v => `Stored: ${v.done} of ${v.many} files.`,
  uploadState: v => `${w.select(v.state, { waiting: 'Waiting', sending: 'Uploading …', stored: 'Stored', other: 'Not stored' })}`,
  isTooLarge: v => `This file is larger than ${v.size}. Nothing of it was stored.`,
})
