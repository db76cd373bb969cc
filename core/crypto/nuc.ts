/** NUC tokens of the storage nodes: delegations, and invocations that a chain of delegations proves. */

import { encodeUtf8, randomBytes, toHex } from './bytes.ts'
import { assertSignedBy, refused, signCompact } from './compact.ts'
import { didKeyOf, isDid, keyIdOf, publicKeyOf } from './did.ts'
import {
  type DelegationPayload,
  type InvocationPayload,
  isCommand,
  type NucLimits,
  type NucPayload,
  type NucToken,
  narrows,
  nucLimits,
  readEnvelope,
} from './envelope.ts'
import { CryptoError } from './errors.ts'
import type { JsonObject } from './json.ts'
import type { KeyPair } from './keys.ts'
import { isPolicy, meets, type Policy } from './policy.ts'
import { noble, type Primitives } from './primitives.ts'

export type { DelegationPayload, InvocationPayload, NucLimits, NucPayload, NucToken } from './envelope.ts'
export { nucLimits, readEnvelope } from './envelope.ts'
export type { Policy, PolicyRule } from './policy.ts'

interface TokenOptions {
  readonly issuer: KeyPair
  /** DID of the next user of the token: the delegate, or the node of the request. */
  readonly audience: string
  /** DID of the subject, who grants the authority: the issuer of the chain's root. */
  readonly subject: string
  /** `/nil/db/data/create`; a chain only ever narrows it. */
  readonly command: string
  /** Seconds since the epoch. */
  readonly expiresAt: number
  /** @default 16 random bytes in hex */
  readonly nonce?: string
  readonly meta?: JsonObject
  /** Envelope of the delegation to the issuer. */
  readonly proof?: string
  /** Prefixes of DIDs accepted besides `did:nil:` and `did:key:`; such a DID is sent as `did:key:`. */
  readonly prefixes?: readonly string[]
  readonly primitives?: Primitives
}

/** The input of {@link createDelegation}. */
export interface DelegationOptions extends TokenOptions {
  /** Conditions on the arguments of invocations. @default none */
  readonly policy?: Policy
}

/** The input of {@link createInvocation}. */
export interface InvocationOptions extends TokenOptions {
  /** The arguments of the command. @default none */
  readonly args?: JsonObject
}

/** The checks of {@link verifyEnvelope}. */
export interface EnvelopeVerification {
  /** DID of the node that receives the request. */
  readonly audience: string
  /** Seconds since the epoch. */
  readonly now: number
  /** The operation of the node: the invocation's command must cover it. */
  readonly command?: string
  /** The implementation of the curve. @default JavaScript */
  readonly primitives?: Primitives
  /** @default `nucLimits` */
  readonly limits?: Partial<NucLimits>
  /** Prefixes of DIDs accepted besides `did:nil:` and `did:key:`. */
  readonly prefixes?: readonly string[]
}

/** An invocation with a valid chain of delegations. */
export interface VerifiedInvocation {
  /** DID of the issuer of the invocation, as spelled there. */
  readonly invoker: string
  /** DID of the identity that the invoker acts for. */
  readonly subject: string
  /** The requested command: a path such as `/nil/db/data/read`. */
  readonly command: string
  /** The arguments of the command. */
  readonly args: JsonObject
  /** The earliest `exp` of the chain. */
  readonly expiresAt: number
  /** The invocation, its delegation, and so on to the root. */
  readonly chain: readonly [InvocationPayload, ...DelegationPayload[]]
}

/**
 * Makes an envelope with a new token that lets `audience` act for `subject` within `command` and `policy`.
 * @param options - the issuer, the audience, the subject, the command and the policy of the token
 * @returns the envelope: tokens joined by `/`
 * @throws CryptoError `AND_MALFORMED_TOKEN` for terms that no node would accept
 */
export function createDelegation(options: DelegationOptions): string {
  const { policy = [] } = options
  if (!isPolicy(policy, nucLimits)) {
    throw new CryptoError('AND_MALFORMED_TOKEN', 'its policy is not one, or too large')
  }
  return createToken(options, { pol: policy })
}

/**
 * Makes an envelope that requests `command` from the node `audience`.
 * @param options - the issuer, the audience, the command and the proof of the request
 * @returns the envelope: tokens joined by `/`
 * @throws CryptoError `AND_MALFORMED_TOKEN` for terms that no node would accept
 */
export function createInvocation(options: InvocationOptions): string {
  return createToken(options, { args: options.args ?? {} })
}

function createToken(options: TokenOptions, purpose: { pol: Policy } | { args: JsonObject }): string {
  const {
    issuer,
    audience,
    subject,
    command,
    expiresAt,
    nonce,
    meta,
    proof,
    prefixes,
    primitives = noble,
  } = options
  if (!isCommand(command)) throw new CryptoError('AND_MALFORMED_TOKEN', `'${command}' is not a command`)
  if (!Number.isSafeInteger(expiresAt)) {
    throw new CryptoError('AND_MALFORMED_TOKEN', 'its expiry is not a whole number of seconds')
  }
  const iss = wireDid(issuer.did, prefixes)
  // The key order of the published builder: the same claims yield the same bytes.
  const payload = {
    iss,
    aud: wireDid(audience, prefixes),
    sub: wireDid(subject, prefixes),
    cmd: command,
    ...purpose,
    exp: expiresAt,
    ...(meta !== undefined && { meta }),
    nonce: nonce ?? toHex(randomBytes(16)),
    prf: proof === undefined ? [] : [hashOf(proofToken(proof, options), primitives)],
  }
  const header = iss.startsWith('did:key:') ? { typ: 'nuc', alg: 'ES256K', ver: '1.0.0' } : { alg: 'ES256K' }
  const token = signCompact(header, payload, issuer.privateKey, primitives)
  return proof === undefined ? token : `${token}/${proof}`
}

/** Clients of the network know two DID methods: those stay unchanged, any other DID becomes `did:key`. */
function wireDid(did: string, prefixes?: readonly string[]): string {
  return isDid(did) ? did : didKeyOf(publicKeyOf(did, prefixes))
}

/** The leaf of a proof. Refuses a proof if every node would refuse a token based on it. */
function proofToken(proof: string, { issuer, subject, command, prefixes }: TokenOptions): string {
  const [leaf] = readEnvelope(proof)
  const { payload } = leaf
  if (!('pol' in payload)) throw new CryptoError('AND_MALFORMED_TOKEN', 'its proof is not a delegation')
  if (!isSame(payload.aud, issuer.did, prefixes)) {
    throw new CryptoError('AND_MALFORMED_TOKEN', 'its proof delegates to another key')
  }
  if (!isSame(payload.sub, subject, prefixes)) {
    throw new CryptoError('AND_MALFORMED_TOKEN', 'its proof is about another subject')
  }
  if (!narrows(command, payload.cmd)) {
    throw new CryptoError('AND_MALFORMED_TOKEN', `its proof does not cover the command '${command}'`)
  }
  return leaf.token
}

function hashOf(token: string, primitives: Primitives): string {
  return toHex(primitives.sha256(encodeUtf8(token)))
}

function isSame(a: string, b: string, prefixes?: readonly string[]): boolean {
  try {
    return keyIdOf(a, prefixes) === keyIdOf(b, prefixes)
  } catch (cause) {
    throw refused('a DID is not of an accepted form', cause)
  }
}

/**
 * Verifies an invocation with its whole chain, for the node `audience`. Stricter than the published
 * validator: the root's issuer must be the subject, the audience must be this node, `exp` is mandatory, no
 * command escapes its delegation (revocations included), and a policy may not select from outside the
 * payload.
 * @param envelope - tokens joined by `/`, the invocation first
 * @param options - the DID of this node, the clock and the limits
 * @returns the invoker, the subject and the arguments of the request
 * @throws CryptoError `AND_INVALID_TOKEN` for every refusal alike; its `reason` is for the log
 */
export function verifyEnvelope(envelope: string, options: EnvelopeVerification): VerifiedInvocation {
  const { audience, now, command, primitives = noble, prefixes } = options
  const tokens = inOrder(readEnvelope(envelope, { ...nucLimits, ...options.limits }), primitives)
  const chain = asChain(tokens)
  const [invocation, ...delegations] = chain
  assertLinks(invocation, delegations, prefixes)
  assertTimes(chain, now)
  if (!isSame(invocation.aud, audience, prefixes)) throw refused('it is meant for another node')
  if (command !== undefined && !narrows(command, invocation.cmd)) {
    throw refused('its command does not cover what is asked')
  }
  if (!delegations.every(({ pol }) => meets(pol, invocation))) throw refused('a policy is not met')
  for (const { compact, payload } of tokens) {
    assertSignedBy(compact, publicKeyOf(payload.iss, prefixes), primitives)
  }
  return {
    invoker: invocation.iss,
    subject: invocation.sub,
    command: invocation.cmd,
    args: invocation.args,
    expiresAt: Math.min(...chain.map(({ exp }) => exp)),
    chain,
  }
}

/**
 * Sorts from leaf to root by the hashes in `prf`; proofs may arrive in any order, but none may be missing or
 * surplus.
 */
function inOrder(
  [leaf, ...proofs]: readonly [NucToken, ...NucToken[]],
  primitives: Primitives,
): readonly [NucToken, ...NucToken[]] {
  const byHash = new Map(proofs.map(proof => [hashOf(proof.token, primitives), proof]))
  const ordered: [NucToken, ...NucToken[]] = [leaf]
  for (let [hash] = leaf.payload.prf; hash !== undefined; ) {
    const proof = byHash.get(hash)
    if (proof === undefined) throw refused('a proof is missing')
    byHash.delete(hash)
    ordered.push(proof)
    hash = proof.payload.prf[0]
  }
  if (ordered.length !== proofs.length + 1) throw refused('a proof is not part of the chain')
  return ordered
}

function asChain([leaf, ...proofs]: readonly [NucToken, ...NucToken[]]): VerifiedInvocation['chain'] {
  const { payload } = leaf
  if (!('args' in payload)) throw refused('it is not an invocation')
  const delegations = proofs.map(proof => {
    if (!('pol' in proof.payload)) throw refused('a proof is not a delegation')
    return proof.payload
  })
  return [payload, ...delegations]
}

function assertLinks(
  current: NucPayload,
  [parent, ...rest]: readonly NucPayload[],
  prefixes?: readonly string[],
): void {
  if (parent === undefined) {
    // Only the subject can issue the root of its authority.
    if (!isSame(current.iss, current.sub, prefixes)) throw refused('its root is not issued by its subject')
    return
  }
  if (!isSame(parent.aud, current.iss, prefixes)) {
    throw refused('a token is issued by another than its proof names')
  }
  if (!isSame(parent.sub, current.sub, prefixes)) throw refused('the chain changes its subject')
  if (!narrows(current.cmd, parent.cmd)) throw refused('a command is wider than its proof')
  if ((parent.nbf ?? 0) > (current.nbf ?? Number.POSITIVE_INFINITY)) {
    throw refused('a token begins before its proof')
  }
  assertLinks(parent, rest, prefixes)
}

function assertTimes(chain: readonly NucPayload[], now: number): void {
  for (const { exp, nbf = 0 } of chain) {
    // Written as the condition that must hold, so that NaN refuses.
    if (!(exp > now)) throw refused('it has expired')
    if (!(nbf <= now)) throw refused('it is not valid yet')
  }
}
