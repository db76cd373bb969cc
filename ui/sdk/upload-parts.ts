/** Requests for uploads in parts. */
import { PartAnswer, PartsAnswer, UploadState } from '../../schemas/upload-in-parts.ts'
import { type EnvironmentInput, resolveEnvironment } from './environment.ts'
import { AndironError } from './errors.ts'
import { type HttpRequest, send, sendForJson } from './http.ts'
import { createJWTForStorageKeys } from './jwt.ts'
import type { Signer } from './key-pair.ts'
import type { FileDescription } from './storage-delegation.ts'

/** The gateway, and the caller. */
export interface Gateway {
  readonly keypair: Signer
  readonly environment: EnvironmentInput
  readonly signal: AbortSignal | undefined
}

/** Begins an upload in parts. Not repeatable: each request begins another one. */
export async function openUpload(gateway: Gateway, file: FileDescription): Promise<PartsAnswer> {
  const request = { ...requestOf(gateway, 'POST'), body: file, repeatable: false }
  return sendForJson<PartsAnswer>(request, PartsAnswer.required)
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

/** Requests a signed URL for one part. */
export async function signPart(gateway: Gateway, uploadKey: string, number: number): Promise<PartAnswer> {
  const request = requestOf(gateway, 'POST', uploadKey, `/part/${number}`)
  return sendForJson<PartAnswer>(request, PartAnswer.required)
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
