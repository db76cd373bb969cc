/** DocumentReferences: what a person tells of a stored file. */
import type { DocumentReference } from 'fhir/r5.js'
import {
  createDocumentReference,
  DOCUMENT_CATEGORY_CONCEPTS,
  DOCUMENT_TYPE_CONCEPTS,
} from '../../fhir/document-reference.ts'
import type { SubmissionAnswer } from '../../schemas/submission.ts'
import { uids } from '../../schemas/uids.ts'
import type { EnvironmentInput } from './environment.ts'
import type { Signer } from './key-pair.ts'
import { type SubmitOptions, submitData } from './submit.ts'

export type { DocumentDescription } from '../../fhir/document-reference.ts'
export type { DocumentReference }

export { DOCUMENT_CATEGORY_CONCEPTS, DOCUMENT_TYPE_CONCEPTS }

export const DocumentReferenceHelpers = { createDocumentReference } as const

/** Submits what `createDocumentReference` made, after the record of the file. */
export async function submitDocumentReference(
  keypair: Signer,
  docRef: DocumentReference,
  environment: EnvironmentInput,
  applicationId: string,
  options: SubmitOptions = {},
): Promise<SubmissionAnswer> {
  const schemaId = uids.DocumentReference
  return submitData(
    keypair,
    { applicationId, timestamp: new Date(), schemaId, submission: docRef },
    environment,
    options,
  )
}
