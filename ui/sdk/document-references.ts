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
import { type SubmitOptions, sendSubmission } from './submit.ts'

export type { DocumentDescription } from '../../fhir/document-reference.ts'
export type { DocumentReference }

export { DOCUMENT_CATEGORY_CONCEPTS, DOCUMENT_TYPE_CONCEPTS }

export const DocumentReferenceHelpers = { createDocumentReference } as const

export interface DocumentReferenceOptions extends SubmitOptions {
  /** The application through which it is submitted. @default none: the person describes a file of their own accord */
  readonly applicationId?: string
  /** What that application signed for the person (ES256K JWT, `sub` the person, scope `vouch`): with it the application can be the author. */
  readonly applicationProof?: string
}

/** Submits what `createDocumentReference` made, after the record of the file. */
export async function submitDocumentReference(
  keypair: Signer,
  docRef: DocumentReference,
  environment: EnvironmentInput,
  { applicationId, applicationProof, ...options }: DocumentReferenceOptions = {},
): Promise<SubmissionAnswer> {
  const submission = {
    ...(applicationId !== undefined && { applicationId }),
    ...(applicationProof !== undefined && { applicationProof }),
    timestamp: new Date().toISOString(),
    schemaId: uids.DocumentReference,
    submission: { ...docRef },
  }
  return sendSubmission(keypair, submission, environment, options)
}
