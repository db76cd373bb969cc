/**
 * The permission with which the service deletes records that only their owner may delete, verified as a node
 * will verify it.
 */
import { CryptoError, createInvocation, verifyEnvelope } from '../../core/crypto/index.ts'
import type { Caller, Gateway, OwnerPermission } from '../../core/index.ts'
import type { ProfileDeletionRequest } from '../../schemas/profile-deletion.ts'
import { InvalidPermission } from './errors.ts'

/** Minimum remaining seconds of a permission: a shorter one would expire before a restarting node is back. */
const HOUR = 3600

/** @throws InvalidPermission */
export function readPermission(
  gateway: Gateway,
  { did: owner }: Caller,
  { read, delete: remove }: ProfileDeletionRequest['permission'],
): OwnerPermission {
  const { builder, primitives, config } = gateway
  const now = Math.floor(Date.now() / 1000)
  const prefixes = [config.did.prefix]

  /** The expiry of a delegation, found by using it on the service as if it were a node. */
  function endOf(verb: 'read' | 'delete', proof: string): number {
    const command = `/nil/db/users/${verb}`
    try {
      const [audience, expiresAt] = [builder.did, Number.MAX_SAFE_INTEGER]
      const issuer = builder.holderOf(proof, Date.now())
      const about = { issuer, audience, subject: owner, command, expiresAt, proof }
      const envelope = createInvocation({ ...about, primitives, prefixes })
      const verified = verifyEnvelope(envelope, { audience, now, command, primitives, prefixes })
      if (verified.expiresAt >= now + HOUR) return verified.expiresAt
    } catch (error) {
      if (!(error instanceof CryptoError)) throw error
    }
    throw new InvalidPermission(verb, command)
  }

  return { owner, read, delete: remove, until: Math.min(endOf('read', read), endOf('delete', remove)) }
}
