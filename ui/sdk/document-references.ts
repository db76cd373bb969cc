/** DocumentReferences: descriptions of a person's stored files. */
import type { DocumentReference } from 'fhir/r5.js'
import {
  DOCUMENT_CATEGORY_CONCEPTS,
  DOCUMENT_TYPE_CONCEPTS,
  type DocumentDescription,
  createDocumentReference as documentReferenceOf,
} from '../../fhir/resources/document-reference.ts'
import type { Issue } from '../../schemas/issue.ts'
import type { SubmissionAnswer } from '../../schemas/submission.ts'
import { uids } from '../../schemas/uids.ts'
import type { EnvironmentInput } from './environment.ts'
import { sdkError } from './errors.ts'
import type { Signer } from './key-pair.ts'
import { type SubmitOptions, sendSubmission } from './submit.ts'

export type { DocumentDescription, DocumentReference }

export { DOCUMENT_CATEGORY_CONCEPTS, DOCUMENT_TYPE_CONCEPTS }

export const DocumentReferenceHelpers = { createDocumentReference } as const

const REQUIRED: readonly (keyof DocumentDescription)[] = [
  'binaryId',
  'fileName',
  'fileType',
  'fileSize',
  'subjectDid',
]

/**
 * Creates the DocumentReference of a stored file.
 * @throws AndironError `AND_INVALID_DOCUMENT`, with an issue for each missing input
 */
export function createDocumentReference(description: DocumentDescription): DocumentReference {
  const issues = REQUIRED.filter(name => !isGiven(name, description?.[name])).map(
    (name): Issue => ({
      ...{
        severity: 'error',
        code: 'required',
        rule: 'sdk.document',
        expression: `DocumentDescription.${name}`,
      },
      text:
        name === 'fileSize' ? 'This must be a number of bytes.' : 'This must be a text that is not empty.',
    }),
  )
  if (issues.length === 0) return documentReferenceOf(description)
  const missing = issues.map(({ expression }) => `'${expression.replace(/^.*\./, '')}'`).join(', ')
  throw sdkError('AND_INVALID_DOCUMENT', [`${missing} must be given`], { issues })
}

function isGiven(name: keyof DocumentDescription, value: unknown): boolean {
  if (name === 'fileSize') return Number.isSafeInteger(value) && (value as number) >= 0
  return typeof value === 'string' && value.trim() !== ''
}

export interface DocumentReferenceOptions extends SubmitOptions {
  /** The application that submits it. @default none: the person describes a file of their own */
  readonly applicationId?: string
  /**
   * A token of that application for the person (ES256K JWT, `sub` the person, scope `vouch`). With it, the
   * application can be the author.
   */
  readonly applicationProof?: string
}

/**
 * Submits the description of a file, made by `DocumentReferenceHelpers.createDocumentReference`, after the
 * record of the file.
 * @param keypair - the person's, from `deriveStorageKeypair`
 * @param docRef - the DocumentReference
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @param options - the application through which it is submitted, and its proof
 * @throws AndironError 422 when it does not match the file
 */
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
