/** A person's decision on what an application may do with their records. */
import type { JSONSchema } from 'json-schema-to-ts'
import { example, Uuid } from './identity.ts'
import { ApplicationId } from './submission.ts'
import { ref } from './types.ts'

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
  description: 'A decision on all of an application, on one of its forms, or on one custom collection.',
  required: ['application', 'decision', 'purposes', 'at'],
  additionalProperties: false,
  properties: {
    application: ApplicationId,
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
  readonly application: string
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
