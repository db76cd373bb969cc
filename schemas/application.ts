/** An application: its owner, its id and key, and the origins that may act for it. */
import { Address, Did, example, Signature, Uuid } from './identity.ts'
import { ApplicationId } from './submission.ts'
import type { Infer } from './types.ts'

const about = {
  applicationId: ApplicationId,
  name: { type: 'string', minLength: 1, maxLength: 200 },
  callbackUrls: {
    type: 'array',
    maxItems: 20,
    uniqueItems: true,
    items: { type: 'string', maxLength: 2048, pattern: '^https?://[^/?#@\\s]+(/[^?#\\s]*)?$' },
    description: 'URLs of the application. Its wallet frame communicates with their origins.',
  },
  did: { ...Did, description: "The application's own key, derived from a signature of its control key." },
} as const

const keys = {
  type: 'array',
  items: {
    type: 'object',
    required: ['did'],
    additionalProperties: false,
    properties: {
      did: Did,
      ends: {
        type: 'string',
        format: 'date-time',
        description: 'The time from which the key is no longer accepted.',
      },
    },
  },
  description:
    'Every key, the newest last; present once the first key was replaced. `did` is the first key: the identity.',
} as const

const sample = {
  applicationId: 'sleep-study',
  name: 'Sleep study',
  callbackUrls: ['https://sleep.example/app'],
  did: example.did,
} as const

const EIP712_DOMAIN = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
] as const

/** The types of what a control key signs, for wallets and for the API document (`x-eip712`). */
const SIGNED = {
  registration: {
    primaryType: 'ApplicationRegistration',
    types: {
      EIP712Domain: EIP712_DOMAIN,
      ApplicationRegistration: [
        { name: 'applicationId', type: 'string' },
        { name: 'name', type: 'string' },
        { name: 'callbackUrls', type: 'string[]' },
        { name: 'did', type: 'string' },
        { name: 'controlAddress', type: 'address' },
        { name: 'nonce', type: 'string' },
      ],
    },
  },
  listing: {
    primaryType: 'ApplicationListing',
    types: {
      EIP712Domain: EIP712_DOMAIN,
      ApplicationListing: [
        { name: 'controlAddress', type: 'address' },
        { name: 'did', type: 'string' },
        { name: 'expires', type: 'string' },
      ],
    },
  },
} as const

/** Version 1.0; the name is of the deployment, in `eip712Domain` of its environment. */
const domainOf = (name: string) => ({ name, version: '1.0' })
const DEFAULT_DOMAIN = domainOf('Andiron Health Wallet')

/** The registration that the control key signs. */
export const ApplicationRegistration = {
  $id: 'ApplicationRegistration',
  type: 'object',
  required: ['applicationId', 'name', 'callbackUrls', 'did', 'controlAddress', 'nonce', 'signature'],
  additionalProperties: false,
  properties: {
    ...about,
    controlAddress: { ...Address, description: 'The account that controls the application.' },
    nonce: { type: 'string', pattern: '^[A-Za-z0-9_-]{16,128}$', description: 'Random; used once.' },
    overlap: {
      type: 'integer',
      minimum: 0,
      maximum: 2_592_000,
      description: 'Seconds for which the key that `did` replaces is still accepted; a day by default.',
    },
    signature: {
      ...Signature,
      description:
        'Signature of the control key over the typed data in `x-eip712` of this schema (EIP-712). The message has the members of ' +
        'this object that the type names. The domain is `eip712Domain` of `/.well-known/andiron.json`.',
    },
  },
  'x-eip712': { domain: DEFAULT_DOMAIN, ...SIGNED.registration },
  examples: [
    {
      ...sample,
      controlAddress: example.address,
      nonce: 'qT3hR0nB7wYx2LkPz9mVdA',
      signature: `0x${'ab'.repeat(64)}1c`,
    },
  ],
} as const

export type ApplicationRegistration = Infer<typeof ApplicationRegistration>

/** An application as stored in the service's own collection. */
export const ApplicationRecord = {
  $id: 'ApplicationRecord',
  type: 'object',
  required: ['applicationId', 'name', 'callbackUrls', 'did', 'key', 'controlAddress', 'origins'],
  additionalProperties: false,
  properties: {
    ...about,
    controlAddress: Address,
    key: { type: 'string', description: 'The compressed key of `did` in hex, to find the application by.' },
    keys,
    keyIds: {
      type: 'array',
      items: { type: 'string' },
      description: 'The compressed keys of `keys` in hex, to find the application by.',
    },
    origins: { type: 'array', items: { type: 'string' }, description: 'The origins of the callback URLs.' },
  },
} as const

export type ApplicationRecord = Infer<typeof ApplicationRecord>

/** The public view of an application. */
export const Application = {
  $id: 'Application',
  type: 'object',
  required: ['_id', 'applicationId', 'name', 'callbackUrls', 'did', '_created', '_updated'],
  additionalProperties: false,
  properties: {
    _id: Uuid,
    ...about,
    keys,
    controlAddress: { ...Address, description: 'Only in the response to the registration.' },
    _created: { type: 'string', format: 'date-time' },
    _updated: { type: 'string', format: 'date-time' },
  },
  examples: [{ _id: example.uuid, ...sample, _created: example.instant, _updated: example.instant }],
} as const

export type Application = Infer<typeof Application>

/**
 * The EIP-712 typed data that the control key signs. It never equals the message from which a key derives.
 */
export const registrationTypedData = (
  {
    applicationId,
    name,
    callbackUrls,
    did,
    controlAddress,
    nonce,
  }: Omit<ApplicationRegistration, 'signature' | 'overlap'>,
  domainName: string,
) => ({
  ...{ domain: domainOf(domainName), ...SIGNED.registration },
  message: { applicationId, name, callbackUrls, did, controlAddress, nonce },
})

/** The permission, signed by the control key, for another key to list its applications for a limited time. */
export const ApplicationListing = {
  $id: 'ApplicationListing',
  type: 'object',
  required: ['controlAddress', 'expires', 'signature'],
  additionalProperties: false,
  properties: {
    controlAddress: { ...Address, description: 'The account that controls the applications.' },
    expires: {
      type: 'string',
      format: 'date-time',
      description: 'The expiry of the signature: at most an hour from now.',
    },
    signature: {
      ...Signature,
      description:
        'EIP-712 signature of `controlAddress`, the DID of the token and `expires`, by the control key: `x-eip712` of this schema.',
    },
  },
  'x-eip712': { domain: DEFAULT_DOMAIN, ...SIGNED.listing },
  examples: [
    {
      controlAddress: example.address,
      expires: '2026-01-31T10:00:00.000Z',
      signature: `0x${'ab'.repeat(64)}1c`,
    },
  ],
} as const

export type ApplicationListing = Infer<typeof ApplicationListing>

/** The applications of one control key, oldest first. */
export const ApplicationList = {
  $id: 'ApplicationList',
  type: 'object',
  required: ['applications'],
  additionalProperties: false,
  properties: { applications: { type: 'array', items: Application } },
  examples: [{ applications: Application.examples }],
} as const

export type ApplicationList = Infer<typeof ApplicationList>

/**
 * The typed data of a listing. It names the permitted key, so that the signature is useless to others.
 * @param did - the DID of the key that signs the token of the request
 */
export const listingTypedData = (
  { controlAddress, did, expires }: { controlAddress: string; did: string; expires: string },
  domainName: string,
) => ({
  ...{ domain: domainOf(domainName), ...SIGNED.listing },
  message: { controlAddress, did, expires },
})
