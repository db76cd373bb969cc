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
 * Requests a delegation for the holder of the key pair.
 *
 * @param keypair - the person's, which may then write to the storage nodes
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
