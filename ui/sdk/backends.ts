/** Backends of an application: servers that read with keys of their own (SMART Backend Services). */
import { Backend, BackendList, type BackendRegistration } from '../../schemas/backend.ts'
import { type EnvironmentInput, resolveEnvironment } from './environment.ts'
import { sdkError } from './errors.ts'
import { type CallOptions, send, sendForJson } from './http.ts'
import { createJWTForStorageKeys } from './jwt.ts'
import type { Signer } from './key-pair.ts'

export type { Backend, BackendRegistration }

/** Members of private and of symmetric keys (RFC 7518 §6). */
const SECRET = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']

/**
 * Registers a backend: public keys by value (`jwks`) or by URL (`jwksUrl`), with which a server gets tokens at the
 * token endpoint. Its `client_id` is the id of the application.
 * @param keypair - the application's, from `deriveApplicationKeypair`
 * @param applicationId - as it was registered
 * @param backend - a name for people, and the keys
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @param options - `signal` cancels the call
 * @throws AndironError `AND_PRIVATE_KEY` before anything is sent, 409 at the limit of backends, 422 with every issue of
 * the keys
 * @example
 * ```ts
 * const keys = [{ ...publicJwk, kid: 'export-2026' }]
 * await registerBackend(sessionKeyPair, 'sleep-study', { name: 'Nightly export', jwks: { keys } }, environment)
 * ```
 */
export async function registerBackend(
  keypair: Signer,
  applicationId: string,
  backend: BackendRegistration,
  environment: EnvironmentInput,
  { signal }: CallOptions = {},
): Promise<Backend> {
  if (backend.jwks?.keys.some(key => SECRET.some(name => Object.hasOwn(key, name))))
    throw sdkError('AND_PRIVATE_KEY')
  const request = requestOf(keypair, applicationId, environment)
  return sendForJson(
    { ...request, method: 'POST', body: backend, repeatable: false, signal },
    Backend.required,
  )
}

/**
 * Lists the backends of an application, oldest first, with their last use.
 * @param keypair - the application's, from `deriveApplicationKeypair`
 * @param applicationId - as it was registered
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @param options - `signal` cancels the call
 * @throws AndironError with the gateway's `code`
 */
export async function listBackends(
  keypair: Signer,
  applicationId: string,
  environment: EnvironmentInput,
  { signal }: CallOptions = {},
): Promise<readonly Backend[]> {
  const request = { ...requestOf(keypair, applicationId, environment), repeatable: true, signal }
  return (await sendForJson<BackendList>(request, BackendList.required)).backends
}

/**
 * Revokes a backend: its keys get no further token, and its tokens are no longer valid.
 * @param keypair - the application's, from `deriveApplicationKeypair`
 * @param applicationId - as it was registered
 * @param id - the `id` of the backend
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @param options - `signal` cancels the call
 * @throws AndironError 404 when there is none with this id
 */
export async function revokeBackend(
  keypair: Signer,
  applicationId: string,
  id: string,
  environment: EnvironmentInput,
  { signal }: CallOptions = {},
): Promise<void> {
  const { url, token } = requestOf(keypair, applicationId, environment)
  await send({
    ...{ method: 'DELETE', url: `${url}/${encodeURIComponent(id)}`, token, repeatable: false, signal },
  })
}

const requestOf = (keypair: Signer, applicationId: string, environment: EnvironmentInput) => ({
  url: `${resolveEnvironment(environment).apiBaseUrl}/api/application/${encodeURIComponent(applicationId)}/backend`,
  token: createJWTForStorageKeys(keypair, { scopes: ['write:backend'], applicationId }),
})
