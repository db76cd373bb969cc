/**
 * The messages between an application and its wallet frame: one file for both ends, validated on arrival.
 *
 * Every message is `{type, payload?, id?}`; a reply has the `id` of its request. The frame begins with
 * `DIALOG_READY`. An application with this library answers `HELLO` and passes a port: from then on, only
 * messages on the port count. Other applications continue with messages between the windows.
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

/** Protocol version on the port. Additions keep it; changes increment it. */
export const VERSION = 1

/** Maximum number of concurrent requests of an application. */
export const MOST_OPEN = 8
/** Maximum number of requests per pairing; after that, the application has to pair again. */
export const MOST_REQUESTS = 1000
/** Maximum size of a record as JSON, in UTF-16 code units: the gateway's default. */
export const LONGEST_RECORD = 1024 * 1024
/** Maximum size of a file in bytes: the gateway's default. */
export const LARGEST_FILE = 256 * 1024 * 1024

const nonce = text(64, /^[0-9a-f]{32,}$/)
const applicationId = text(64, /^[A-Za-z0-9][A-Za-z0-9._-]*$/)
const did = text(200, /^did:[a-z0-9]+:/)

/**
 * Personal details that an application requests without seeing them, with the question that each one answers.
 */
const socials = members({}, { emailAddress: text(255), twitter: text(255) })

const aDate: Guard<Date> = (value): value is Date => value instanceof Date && !Number.isNaN(value.getTime())

const aFile: Guard<Blob | ArrayBuffer | ArrayBufferView<ArrayBuffer>> = (
  value,
): value is Blob | ArrayBuffer | ArrayBufferView<ArrayBuffer> => bytesIn(value) <= LARGEST_FILE

/** Not a number for what is no file. */
function bytesIn(value: unknown): number {
  if (value instanceof Blob) return value.size
  return value instanceof ArrayBuffer || ArrayBuffer.isView(value) ? value.byteLength : Number.NaN
}

const aRecord: Guard<Readonly<Record<string, unknown>>> = (
  value,
): value is Readonly<Record<string, unknown>> => lengthOf(value) <= LONGEST_RECORD

/** Not a number for what is no object, or has no JSON. */
function lengthOf(value: unknown): number {
  try {
    return anObject(value) ? JSON.stringify(value).length : Number.NaN
  } catch {
    return Number.NaN
  }
}

const submission = {
  applicationId,
  timestamp: either(text(64), aDate),
  schemaId: text(64),
  submission: aRecord,
}

/** The requests of an application. */
const REQUESTS = {
  /** Lets the person choose a profile; `manage` offers another one even if one is connected. */
  OPEN_WALLET: members({}, { manage: flag }),
  SUBMIT_DATA: members(submission, { interpolateSocials: socials }),
  SUBMIT_BINARY_DATA: members({
    applicationId,
    reference: text(512),
    fileName: text(255),
    fileType: text(255),
    data: aFile,
  }),
  /** Cancels a request; it has no reply. */
  CANCEL: members({ request: text(128) }),
}

/** The messages of a frame. */
const NOTICES = {
  DIALOG_READY: members({ protocol: oneOf(PROTOCOL), versions: listOf(amount, 8), nonce }),
  /** The first message on the port. */
  WELCOME: members({ nonce }),
  SESSION_READY: members({ sessionPublicKey: did }),
  DATA_UPLOADED: members(submission, { insertedUid: text(64), documentReferenceUid: text(64) }),
  BINARY_DATA_SUBMITTED: members(
    { insertedUid: text(64), url: text(2048) },
    { documentReferenceUid: text(64) },
  ),
  /** The upload progress of a request, in encrypted bytes. */
  PROGRESS: members({ loaded: amount, total: amount }),
  ERROR: members({ error: text(2000) }, { code: text(64), issues: listOf(anObject, 1000) }),
  /** The height of the content of an embedded frame, in CSS pixels. Hosts may ignore it. */
  RESIZE: members({ height: amount }),
  DIALOG_CLOSING: members({}),
}

/** The replies by request type, unless it is an `ERROR`. */
export const REPLIES = {
  OPEN_WALLET: 'SESSION_READY',
  SUBMIT_DATA: 'DATA_UPLOADED',
  SUBMIT_BINARY_DATA: 'BINARY_DATA_SUBMITTED',
} as const

/** Requests that have a reply. */
export type RepliedType = keyof typeof REPLIES
export type RequestType = keyof typeof REQUESTS
export type NoticeType = keyof typeof NOTICES
export type RequestPayload<T extends RequestType> = Guarded<(typeof REQUESTS)[T]>
export type NoticePayload<T extends NoticeType> = Guarded<(typeof NOTICES)[T]>
export type Reply<T extends RepliedType> = NoticePayload<(typeof REPLIES)[T]>
export type InterpolateSocials = Guarded<typeof socials>

export interface Message<T extends string, P> {
  readonly type: T
  readonly payload: P
  readonly id?: string
}

export type Request = { [T in RequestType]: Message<T, RequestPayload<T>> }[RequestType]
export type Notice = { [T in NoticeType]: Message<T, NoticePayload<T>> }[NoticeType]

/** A nonce that one end echoes to prove receipt: 128 random bits. */
export const createNonce = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, '0')).join('')

/** A malformed message of a known type. Its `id` is echoed. */
export interface Malformed {
  readonly malformed: string
  /** The record or the file is larger than the wallet accepts. */
  readonly isTooLarge: boolean
  readonly id?: string
}

/** The application's answer to `DIALOG_READY`; a port comes with it. */
export const isHello = members({
  type: oneOf('HELLO'),
  payload: members({
    version: amount,
    /** The nonce of the frame's `DIALOG_READY`. */
    frameNonce: nonce,
    /** Echoed in `WELCOME`. */
    nonce,
    applicationId,
  }),
})

export type Hello = Guarded<typeof isHello>

const isEnvelope = members({ type: text(64) }, { id: text(128) })

/** Parses a message of an application. Unknown types give `undefined` and are ignored. */
export const readRequest = (message: unknown): Request | Malformed | undefined =>
  read<Request>(message, REQUESTS)

/** Parses a message of a frame. */
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
  if (table[type]?.(payload)) return { type, payload, ...withId } as M
  return { malformed: type, isTooLarge: isTooLarge(payload), ...withId }
}

function isTooLarge(payload: unknown): boolean {
  const { submission, data } = anObject(payload) ? payload : {}
  return lengthOf(submission) > LONGEST_RECORD || bytesIn(data) > LARGEST_FILE
}
