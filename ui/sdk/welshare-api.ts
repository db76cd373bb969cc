/** The operations under the name that existing applications import: `WelshareApi`. */
export { fetchWelshareApp } from './applications.ts'
export { fetchDelegation } from './delegation.ts'
export { submitDocumentReference } from './document-references.ts'
export { deleteBinaryFile, fetchBinaryData, submitBinaryData } from './files.ts'
export { submitData } from './submit.ts'
export { uploadAndEncryptFile } from './uploads.ts'
