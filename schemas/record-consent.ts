/** A person's decision on what an application or a program may do with their records. */
import type { Consent as FhirConsent } from 'fhir/r4.js'
import type { JSONSchema } from 'json-schema-to-ts'
import { example, Uuid } from './identity.ts'
import { ApplicationId } from './submission.ts'
import { ref, schemaOf } from './types.ts'

const instant = { type: 'string', format: 'date-time', maxLength: 40 } as const

const sample = {
  application: 'sleep-study',
  form: example.uuid,
  decision: 'permit',
  purposes: ['records', 'statistics'],
  until: '2027-01-01T00:00:00Z',
  at: example.instant,
} as const

export const ConsentDecision = {
  $id: 'ConsentDecision',
  type: 'object',
  description:
    'A decision on all that an application reads, on one of its forms, or on one custom collection; or on a program that reads in your name.',
  required: ['decision', 'purposes', 'at'],
  additionalProperties: false,
  properties: {
    application: ApplicationId,
    program: {
      type: 'string',
      minLength: 1,
      maxLength: 2048,
      description:
        'The `client_id` of a program that you signed in, such as an assistant, instead of an application.',
    },
    form: { ...Uuid, description: 'The `id` of the form; all forms without one.' },
    collection: { ...Uuid, description: 'The uid of a custom collection, instead of a form.' },
    decision: { enum: ['permit', 'deny'], description: '`deny` withdraws.' },
    purposes: {
      type: 'array',
      maxItems: 2,
      uniqueItems: true,
      items: { enum: ['records', 'statistics'] },
      description:
        '`records`: read, export and download them. `statistics`: count them in aggregates with noise. The route of a request decides which one it is.',
    },
    from: { ...instant, description: 'Not before this instant.' },
    until: { ...instant, description: 'Not from this instant on; until it is withdrawn without one.' },
    at: { ...instant, description: 'When the person decided. A later decision on the same replaces it.' },
  },
  not: { properties: { form: {}, collection: {} }, required: ['form', 'collection'] },
  examples: [sample],
} as const satisfies JSONSchema

export type ConsentDecision = {
  readonly application?: string
  readonly program?: string
  readonly form?: string
  readonly collection?: string
  readonly decision: 'permit' | 'deny'
  readonly purposes: readonly ('records' | 'statistics')[]
  readonly from?: string
  readonly until?: string
  readonly at: string
}

export const SignedConsent = {
  $id: 'SignedConsent',
  type: 'object',
  required: ['consent', 'signed'],
  additionalProperties: false,
  properties: {
    consent: ref(ConsentDecision),
    signed: {
      type: 'string',
      maxLength: 8192,
      description:
        'A JWT by the key of the person, with the same decision as its claim `consent`, the scope `consent` and this gateway as `aud`.',
    },
  },
  examples: [{ consent: sample, signed: 'eyJhbGciOiJFUzI1NksiLCJ0eXAiOiJKV1QifQ.e30.c2lnbmF0dXJl' }],
} as const

/** The collection of decisions, each as its person signed it. */
export const ConsentRecord = schemaOf<FhirConsent>({
  $id: 'ConsentRecord',
  type: 'object',
  description: 'A FHIR Consent (R4), made of a signed decision.',
  required: ['resourceType', 'status', 'dateTime', 'sourceAttachment'],
  properties: {
    resourceType: { type: 'string', enum: ['Consent'] },
    status: { type: 'string', enum: ['active', 'inactive'] },
    dateTime: { ...instant, description: 'When the person decided.' },
    sourceAttachment: {
      type: 'object',
      required: ['contentType', 'data'],
      properties: {
        contentType: { type: 'string', enum: ['application/jwt'] },
        data: { type: 'string', maxLength: 12_288, description: 'The JWT of the person, in base64.' },
      },
    },
  },
})

export const ConsentList = {
  $id: 'ConsentList',
  type: 'object',
  required: ['consents'],
  properties: {
    consents: {
      type: 'array',
      items: {
        type: 'object',
        required: ['resourceType'],
        properties: { resourceType: { const: 'Consent' } },
        additionalProperties: true,
      },
      description: 'FHIR Consents (R4), each with the signed decision as `sourceAttachment`.',
    },
  },
  examples: [{ consents: [{ resourceType: 'Consent', status: 'active' }] }],
} as const
export interface ConsentList {
  readonly consents: readonly { readonly resourceType: string; readonly [element: string]: unknown }[]
}
