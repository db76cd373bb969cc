/** Delegations: temporary permission to write to the storage nodes for a person. */
import { type Delegation, DelegationAnswer } from '../../schemas/delegation.ts'
import { type EnvironmentInput, resolveEnvironment } from './environment.ts'
import { type CallOptions, sendForJson } from './http.ts'
import { createJWTForStorageKeys } from './jwt.ts'
import { keyPairIn, type Signer } from './key-pair.ts'

export type { Delegation }

export interface DelegationOptions extends CallOptions {
  /** The application that vouches for the person, if the gateway requires one. */
  readonly applicationId?: string
  /** A token of that application with the person as subject and the scope `vouch`. */
  readonly applicationProof?: string
}

/**
 * Fetches a delegation, with which the person writes to the storage nodes without the gateway.
 * @param keypair - the person's, from `deriveStorageKeypair`
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @param options - `applicationId` and `applicationProof` if the gateway requires an application to vouch
 * @throws AndironError with the gateway's `code`, and `issues` if there are any
 * @example
 * ```ts
 * const { delegation } = await fetchDelegation(sessionKeyPair, environment)
 * ```
 */
export async function fetchDelegation(
  keypair: Signer,
  environment: EnvironmentInput,
  { signal, ...vouching }: DelegationOptions = {},
): Promise<DelegationAnswer> {
  const { apiBaseUrl } = resolveEnvironment(environment)
  return sendForJson(
    {
      method: 'POST',
      url: `${apiBaseUrl}/api/auth/delegate`,
      token: createJWTForStorageKeys(keypair, { scopes: ['write'] }),
      body: { audienceDid: keyPairIn(keypair).did, ...vouching },
      repeatable: true,
      signal,
    },
    DelegationAnswer.required,
  )
}
