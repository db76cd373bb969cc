/**
 * What an application and its wallet frame say to each other: one file for both ends, checked wherever something arrives.
 *
 * Every message is `{type, payload?, id?}`; a reply has the `id` of its request. The frame begins with `DIALOG_READY`. An
 * application with this library answers `HELLO` and hands over a port: from then on only the port counts. Others go on with
 * messages between the windows.
 */
import {
  amount,
  anObject,
  either,
  flag,
  type Guard,
  type Guarded,
  listOf,
  members,
  oneOf,
  text,
} from './guards.ts'

export const PROTOCOL = 'andiron-wallet'

/** Of the messages on the port. What is added leaves it as it is; what is changed does not. */
export const VERSION = 1

/** Requests that one application may have open. */
export const MOST_OPEN = 8
/** Requests that one pairing serves; whoever asks more often begins anew. */
export const MOST_REQUESTS = 1000
/** Of a record as JSON, in UTF-16 code units: what a gateway takes by default. */
export const LONGEST_RECORD = 1024 * 1024
/** Bytes of a file: what a gateway takes by default. */
export const LARGEST_FILE = 256 * 1024 * 1024

const nonce = text(64, /^[0-9a-f]{32,}$/)
const applicationId = text(64, /^[A-Za-z0-9][A-Za-z0-9._-]*$/)
const did = text(200, /^did:[a-z0-9]+:/)

/** Details of a person that an application asks for and does not get to see: which question each of them answers. */
const socials = members({}, { emailAddress: text(255), twitter: text(255) })

const aDate: Guard<Date> = (value): value is Date => value instanceof Date && !Number.isNaN(value.getTime())

const aFile: Guard<Blob | ArrayBuffer | ArrayBufferView<ArrayBuffer>> = (
  value,
): value is Blob | ArrayBuffer | ArrayBufferView<ArrayBuffer> =>
  (value instanceof Blob ? value.size : bytesIn(value)) <= LARGEST_FILE

const bytesIn = (value: unknown): number =>
  value instanceof ArrayBuffer || ArrayBuffer.isView(value) ? value.byteLength : Number.POSITIVE_INFINITY

const aRecord: Guard<Readonly<Record<string, unknown>>> = (
  value,
): value is Readonly<Record<string, unknown>> => anObject(value) && lengthOf(value) <= LONGEST_RECORD

function lengthOf(value: object): number {
  try {
    return JSON.stringify(value).length
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

const submission = {
  applicationId,
  timestamp: either(text(64), aDate),
  schemaId: text(64),
  submission: aRecord,
}

/** What an application asks for. */
const REQUESTS = {
  /** Has the person choose a profile; `manage` offers another one where there is one already. */
  OPEN_WALLET: members({}, { manage: flag }),
  SUBMIT_DATA: members(submission, { interpolateSocials: socials }),
  SUBMIT_BINARY_DATA: members({
    applicationId,
    reference: text(512),
    fileName: text(255),
    fileType: text(255),
    data: aFile,
  }),
  /** Gives a request up; nothing answers it. */
  CANCEL: members({ request: text(128) }),
}

/** What a frame says. */
const NOTICES = {
  DIALOG_READY: members({ protocol: oneOf(PROTOCOL), versions: listOf(amount, 8), nonce }),
  /** On the port, first. */
  WELCOME: members({ nonce }),
  SESSION_READY: members({ sessionPublicKey: did }),
  DATA_UPLOADED: members(submission, { insertedUid: text(64), documentReferenceUid: text(64) }),
  BINARY_DATA_SUBMITTED: members(
    { insertedUid: text(64), url: text(2048) },
    { documentReferenceUid: text(64) },
  ),
  /** How far the upload of a request is, in sealed bytes. */
  PROGRESS: members({ loaded: amount, total: amount }),
  ERROR: members({ error: text(2000) }, { code: text(64), issues: listOf(anObject, 1000) }),
  DIALOG_CLOSING: members({}),
}

/** The reply that each request is answered with, unless it is an `ERROR`. */
export const REPLIES = {
  OPEN_WALLET: 'SESSION_READY',
  SUBMIT_DATA: 'DATA_UPLOADED',
  SUBMIT_BINARY_DATA: 'BINARY_DATA_SUBMITTED',
} as const

/** Requests that are answered. */
export type Asked = keyof typeof REPLIES
export type RequestType = keyof typeof REQUESTS
export type NoticeType = keyof typeof NOTICES
export type RequestPayload<T extends RequestType> = Guarded<(typeof REQUESTS)[T]>
export type NoticePayload<T extends NoticeType> = Guarded<(typeof NOTICES)[T]>
export type Reply<T extends Asked> = NoticePayload<(typeof REPLIES)[T]>
export type InterpolateSocials = Guarded<typeof socials>

export interface Message<T extends string, P> {
  readonly type: T
  readonly payload: P
  readonly id?: string
}

export type Request = { [T in RequestType]: Message<T, RequestPayload<T>> }[RequestType]
export type Notice = { [T in NoticeType]: Message<T, NoticePayload<T>> }[NoticeType]

/** What one end shows the other that it has heard it: 128 bits of chance. */
export const createNonce = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, '0')).join('')

/** A message of a known type in a wrong form. Its `id` is echoed. */
export interface Malformed {
  readonly malformed: string
  readonly id?: string
}

/** The answer of an application to `DIALOG_READY`; a port comes with it. */
export const isHello = members({
  type: oneOf('HELLO'),
  payload: members({
    version: amount,
    /** Of the frame's `DIALOG_READY`. */
    frameNonce: nonce,
    /** Comes back in `WELCOME`. */
    nonce,
    applicationId,
  }),
})

export type Hello = Guarded<typeof isHello>

const isEnvelope = members({ type: text(64) }, { id: text(128) })

/** Reads what came from an application. A type that is not known gives `undefined`: it is ignored. */
export const readRequest = (message: unknown): Request | Malformed | undefined =>
  read<Request>(message, REQUESTS)

/** Reads what came from a frame. */
export const readNotice = (message: unknown): Notice | Malformed | undefined => read<Notice>(message, NOTICES)

function read<M>(
  message: unknown,
  table: Readonly<Record<string, Guard<unknown>>>,
): M | Malformed | undefined {
  if (!isEnvelope(message)) return undefined
  const { type, id } = message
  if (!Object.hasOwn(table, type)) return undefined
  const { payload = {} } = message as { readonly payload?: unknown }
  const withId = id === undefined ? {} : { id }
  return table[type]?.(payload) ? ({ type, payload, ...withId } as M) : { malformed: type, ...withId }
}
