/** Requests for uploads in parts. */

import { TAG_BYTES } from '../../core/crypto/file.ts'
import { PartAnswer, PartsAnswer, UploadState } from '../../schemas/upload-in-parts.ts'
import { type EnvironmentInput, resolveEnvironment } from './environment.ts'
import { AndironError, sdkError } from './errors.ts'
import { type HttpRequest, send, sendForJson, wait } from './http.ts'
import { createJWTForStorageKeys } from './jwt.ts'
import type { Signer } from './key-pair.ts'
import type { FileDescription } from './storage-delegation.ts'
import { isUrlRefused, upload } from './transfer.ts'

/** The gateway, and the caller. */
export interface Gateway {
  readonly keypair: Signer
  readonly environment: EnvironmentInput
  readonly signal: AbortSignal | undefined
}

/** The largest part that a gateway may ask for: one is held in memory. */
const MOST_PART = 64 * 1024 * 1024

/** Begins an upload in parts. Not repeatable: each request begins another one. */
export async function openUpload(
  gateway: Gateway,
  file: FileDescription & { readonly fileSize: number },
): Promise<PartsAnswer> {
  const request = { ...requestOf(gateway, 'POST'), body: file, repeatable: false }
  const answer = await sendForJson<PartsAnswer>(request, PartsAnswer.required)
  const { partSize, parts } = answer
  if (partSize > MOST_PART || parts !== Math.ceil((file.fileSize + TAG_BYTES) / partSize))
    throw sdkError('AND_BAD_ANSWER', [`POST ${request.url}`, 'a number of parts'])
  return answer
}

/** The progress of an upload; `undefined` if there is no such upload any more. */
export async function readUpload(gateway: Gateway, uploadKey: string): Promise<UploadState | undefined> {
  const request = requestOf(gateway, 'GET', uploadKey)
  try {
    return await sendForJson<UploadState>(request, UploadState.required)
  } catch (cause) {
    if (cause instanceof AndironError && cause.code === 'AND_UNKNOWN_UPLOAD') return undefined
    throw cause
  }
}

/** A part of an upload. */
interface Part {
  readonly uploadKey: string
  readonly number: number
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Milliseconds before a part is sent again. */
const PAUSES = [1000, 4000, 16_000, 60_000]

/**
 * Sends one part, each time to a new URL.
 * @param pauses - milliseconds before each further attempt
 */
export async function sendPart(
  gateway: Gateway,
  { uploadKey, number, bytes }: Part,
  report: (sent: number) => void,
  pauses: readonly number[] = PAUSES,
): Promise<void> {
  const { signal } = gateway
  for (let attempt = 0; ; attempt++)
    try {
      const request = requestOf(gateway, 'POST', uploadKey, `/part/${number}`)
      const { presignedUrl: url, headers } = await sendForJson<PartAnswer>(request, PartAnswer.required)
      return await upload({ url, headers, bytes, signal, onProgress: ({ loaded }) => report(loaded) })
    } catch (cause) {
      const pause = pauses[attempt]
      if (pause === undefined || !isPassing(cause)) throw cause
      await wait(pause, signal)
    }
}

/** True for an error of an upload that may end at the next attempt. */
export function isPassing(cause: unknown): boolean {
  if (!(cause instanceof AndironError)) return false
  const { code, status = 0 } = cause
  return code === 'AND_NETWORK' || isUrlRefused(cause) || status === 429 || status >= 500
}

/** Makes the parts one object. */
export async function completeUpload(gateway: Gateway, uploadKey: string): Promise<void> {
  await send(requestOf(gateway, 'POST', uploadKey, '/complete'))
}

/** Removes an unfinished upload. */
export async function abandonUpload(gateway: Gateway, uploadKey: string): Promise<void> {
  await send(requestOf(gateway, 'DELETE', uploadKey))
}

function requestOf(
  { keypair, environment, signal }: Gateway,
  method: 'GET' | 'POST' | 'DELETE',
  uploadKey?: string,
  path = '',
): HttpRequest {
  const { apiBaseUrl } = resolveEnvironment(environment)
  const upload = uploadKey === undefined ? '' : `/${encodeURIComponent(uploadKey)}${path}`
  return {
    method,
    url: `${apiBaseUrl}/api/upload${upload}`,
    token: createJWTForStorageKeys(keypair, { scopes: ['write'] }),
    repeatable: true,
    signal,
  }
}
