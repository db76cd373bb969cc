/** A person's rights over their whole profile: audit trail, export, and deletion. */
import { assertSignedBy, readCompact } from '../../core/crypto/compact.ts'
import { isDid, publicKeyOf } from '../../core/crypto/did.ts'
import { createDelegation } from '../../core/crypto/nuc.ts'
import { noble } from '../../core/crypto/primitives.ts'
import { AuditTrail } from '../../schemas/audit.ts'
import { type DeletionReceipt, ProfileDeletion } from '../../schemas/profile-deletion.ts'
import type { Infer } from '../../schemas/types.ts'
import { type EnvironmentInput, loadEnvironment, resolveEnvironment } from './environment.ts'
import { sdkError } from './errors.ts'
import { failureOf } from './failure.ts'
import { type CallOptions, send, sendForJson } from './http.ts'
import { createJWTForStorageKeys } from './jwt.ts'
import { keyPairIn, type Signer } from './key-pair.ts'
import { type ServiceKeys, serviceKeyAt } from './service-keys.ts'

export type { DeletionReceipt, ProfileDeletion }

/** An access to the person's records. */
export type AuditEntry = Infer<typeof AuditTrail>['entries'][number]

export interface DeleteOptions extends CallOptions {
  /** The DID of the profile, as the person confirmed it. The call is refused if it is not the signer's. */
  readonly confirm: string
  /** Days for which the service may retry if a node is unreachable. @default 7 */
  readonly days?: number
}

/**
 * Reads the person's audit trail, newest first. The next page is requested when the previous one is consumed.
 * @param keypair - the person's, from `deriveStorageKeypair`
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @param options - `signal` cancels the call
 * @throws AndironError with the gateway's `code`, and `issues` if there are any
 */
export async function* readAudit(
  keypair: Signer,
  environment: EnvironmentInput,
  { signal }: CallOptions = {},
): AsyncGenerator<AuditEntry, void, undefined> {
  const url = urlOf(environment, '/audit')
  for (let search = '?limit=200'; ; ) {
    const token = createJWTForStorageKeys(keypair, { scopes: ['read'] })
    const page = await sendForJson<Infer<typeof AuditTrail>>(
      { url: `${url}${search}`, token, repeatable: true, signal },
      AuditTrail.required,
    )
    yield* page.entries
    if (page.next === undefined) return
    search = `?${new URLSearchParams({ limit: '200', after: page.next })}`
  }
}

/**
 * Exports the whole profile as a ZIP archive, streamed while it is created. If the stream rejects, the data
 * so far is not a valid archive.
 * @param keypair - the person's, from `deriveStorageKeypair`
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @param options - `signal` cancels the call
 * @throws AndironError with the gateway's `code`, and `issues` if there are any
 */
export async function exportProfile(
  keypair: Signer,
  environment: EnvironmentInput,
  { signal }: CallOptions = {},
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const url = urlOf(environment, '/export')
  const endpoint = `GET ${url}`
  const answer = await fetch(url, {
    headers: { authorization: `Bearer ${createJWTForStorageKeys(keypair, { scopes: ['read'] })}` },
    ...(signal && { signal }),
    credentials: 'omit',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
  }).catch(cause => {
    signal?.throwIfAborted()
    throw sdkError('AND_NETWORK', [endpoint], { cause })
  })
  if (!answer.ok) throw failureOf(endpoint, answer.status, await answer.text(), 'AND_HTTP')
  if (answer.body === null) throw sdkError('AND_BAD_ANSWER', [endpoint, 'an archive'])
  return answer.body
}

/**
 * Deletes the profile: records on every storage node, files, and the tokens of programs. Only its owner can
 * delete a record, so the service gets delegations to list and delete them, for some days and for nothing
 * else. Resolves with the progress. The service retries anything not `done`, and at once when this is called
 * again.
 * @param keypair - the person's, from `deriveStorageKeypair`
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @param options - `confirm` must be the DID of the signer; `days` bounds the delegations
 * @throws AndironError when `confirm` is another DID; nothing is deleted then
 */
export async function deleteProfile(
  keypair: Signer,
  environment: EnvironmentInput,
  { confirm, days = 7, signal }: DeleteOptions,
): Promise<ProfileDeletion> {
  const { builderDid, didPrefix } = await loadEnvironment(environment)
  const issuer = keyPairIn(keypair)
  const permit = (verb: 'read' | 'delete') =>
    createDelegation({
      ...{ issuer, audience: builderDid, subject: issuer.did, command: `/nil/db/users/${verb}` },
      expiresAt: Math.floor(Date.now() / 1000) + Math.ceil(days * 24 * 3600),
      prefixes: [didPrefix],
    })
  return sendForJson(
    {
      method: 'DELETE',
      url: urlOf(environment, ''),
      token: createJWTForStorageKeys(keypair, { scopes: ['write'] }),
      body: { did: confirm, permission: { read: permit('read'), delete: permit('delete') } },
      repeatable: true,
      signal,
    },
    ProfileDeletion.required,
  )
}

/**
 * Reads the progress of the deletion of the profile: `none` when there is none.
 * @param keypair - the person's, from `deriveStorageKeypair`
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @param options - `signal` cancels the call
 * @throws AndironError with the gateway's `code`, and `issues` if there are any
 */
export async function readProfileDeletion(
  keypair: Signer,
  environment: EnvironmentInput,
  { signal }: CallOptions = {},
): Promise<ProfileDeletion> {
  const token = createJWTForStorageKeys(keypair, { scopes: ['read'] })
  const url = urlOf(environment, '/deletion')
  return sendForJson({ url, token, repeatable: true, signal }, ProfileDeletion.required)
}

/**
 * Verifies the receipt of a deletion and returns its content.
 * @param environment - of the service that must have signed it, with this key or an earlier one
 * @throws CryptoError if that service did not sign it
 */
export function readReceipt(receipt: string, environment: ServiceKeys): DeletionReceipt {
  const token = readCompact(receipt)
  const content = token.payload as unknown as DeletionReceipt
  const signer = keyOf(content, environment)
  assertSignedBy(token, signer ?? publicKeyOf(environment.builderDid, prefixesOf(environment)), noble)
  // Another token of the service, or an attestation, is not a receipt.
  if (token.header['typ'] !== 'andiron-deletion-receipt') throw sdkError('AND_BAD_RECEIPT')
  return content
}

const prefixesOf = ({ didPrefix }: ServiceKeys) => (didPrefix === undefined ? [] : [didPrefix])

/** The key of the service that the receipt names, if it had not ended then. */
function keyOf({ iss, iat }: DeletionReceipt, environment: ServiceKeys): Uint8Array | undefined {
  if (!isDid(iss, prefixesOf(environment)) || typeof iat !== 'number') return undefined
  return serviceKeyAt(environment, iss, iat * 1000)?.publicKey
}

/**
 * Revokes every token with which programs read on behalf of the person.
 * @param keypair - the person's, from `deriveStorageKeypair`
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @param options - `signal` cancels the call
 * @throws AndironError with the gateway's `code`, and `issues` if there are any
 */
export async function signOutEverywhere(
  keypair: Signer,
  environment: EnvironmentInput,
  { signal }: CallOptions = {},
): Promise<void> {
  const token = createJWTForStorageKeys(keypair, { scopes: ['write'] })
  await send({ method: 'POST', url: urlOf(environment, '/sign-out'), token, repeatable: true, signal })
}

const urlOf = (environment: EnvironmentInput, path: string): string =>
  `${resolveEnvironment(environment).apiBaseUrl}/api/profile${path}`
