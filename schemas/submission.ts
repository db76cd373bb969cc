/** A submission on the wire, and its result. */
import { example, Uuid } from './identity.ts'
import type { Infer } from './types.ts'

export const ApplicationId = {
  type: 'string',
  pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$',
  description: 'The public id that an application chose when it registered.',
  examples: ['sleep-study'],
} as const

export const ApplicationProof = {
  type: 'string',
  maxLength: 8192,
  description: 'ES256K JWT of the application: `sub` is the person, scope `vouch`.',
} as const

export const Submission = {
  $id: 'Submission',
  type: 'object',
  description:
    'A record of a person, submitted through an application. Records that people may submit by themselves need no application.',
  required: ['timestamp', 'schemaId', 'submission'],
  additionalProperties: false,
  properties: {
    applicationId: ApplicationId,
    applicationProof: ApplicationProof,
    timestamp: {
      type: 'string',
      format: 'date-time',
      description: 'The time on the client’s clock; the service adds its own.',
    },
    schemaId: { ...Uuid, description: 'The uid of the collection.' },
    submission: { type: 'object', description: 'The record.' },
  },
  examples: [
    {
      applicationId: 'sleep-study',
      timestamp: example.instant,
      schemaId: 'b14b538f-7de3-4767-ad77-464d755d78bd',
      submission: {
        resourceType: 'QuestionnaireResponse',
        questionnaire: example.uuid,
        status: 'completed',
        item: [{ linkId: 'rested', answer: [{ valueBoolean: true }] }],
      },
    },
  ],
} as const

export type Submission = Infer<typeof Submission>

export const SubmissionAnswer = {
  $id: 'SubmissionAnswer',
  type: 'object',
  required: ['insertedUid'],
  properties: {
    insertedUid: Uuid,
    documentReferenceUid: Uuid,
  },
  examples: [{ insertedUid: example.uuid }],
} as const

export type SubmissionAnswer = Infer<typeof SubmissionAnswer>
