/** NUC tokens, as the storage nodes speak them: delegations, and invocations that a chain of delegations proves. */

import { encodeUtf8, randomBytes, toHex } from './bytes.ts'
import { assertSignedBy, type CompactToken, readCompact, refused, signCompact } from './compact.ts'
import { didKeyOf, keyIdOf, publicKeyOf } from './did.ts'
import { CryptoError } from './errors.ts'
import { isJsonObject, type JsonObject } from './json.ts'
import type { KeyPair } from './keys.ts'
import { isPolicy, meets, type Policy } from './policy.ts'
import { noble, type Primitives } from './primitives.ts'

export type { Policy, PolicyRule } from './policy.ts'

interface CommonPayload {
  /** DIDs as they are written in the token: compare them by `sameIdentity` or `keyIdOf`. */
  readonly iss: string
  readonly aud: string
  readonly sub: string
  readonly cmd: string
  /** Seconds since the epoch, as is `exp`. */
  readonly nbf?: number
  readonly exp: number
  readonly meta?: JsonObject
  readonly nonce: string
  /** Hex SHA-256 of the parent token; empty at the root. */
  readonly prf: readonly string[]
}

export interface DelegationPayload extends CommonPayload {
  readonly pol: Policy
}

export interface InvocationPayload extends CommonPayload {
  readonly args: JsonObject
}

export type NucPayload = DelegationPayload | InvocationPayload

interface TokenOptions {
  readonly issuer: KeyPair
  /** DID of whoever may use the token next: the delegate, or the node that is asked. */
  readonly audience: string
  /** DID of whose authority it is: the issuer of the chain's root. */
  readonly subject: string
  /** `/nil/db/data/create`; a chain only ever narrows it. */
  readonly command: string
  /** Seconds since the epoch. */
  readonly expiresAt: number
  /** @default 16 random bytes in hex */
  readonly nonce?: string
  readonly meta?: JsonObject
  /** Envelope of the delegation that gives the issuer this authority. */
  readonly proof?: string
  /** Prefixes of DIDs accepted besides `did:nil:` and `did:key:`; such a DID travels as `did:key:`. */
  readonly prefixes?: readonly string[]
  readonly primitives?: Primitives
}

export interface DelegationOptions extends TokenOptions {
  readonly policy?: Policy
}

export interface InvocationOptions extends TokenOptions {
  readonly args?: JsonObject
}

export interface NucLimits {
  readonly maxChainLength: number
  readonly maxPolicyWidth: number
  readonly maxPolicyDepth: number
  /** In characters. */
  readonly maxEnvelopeLength: number
}

/** What the published validator allows, and a length. */
export const nucLimits: NucLimits = {
  maxChainLength: 5,
  maxPolicyWidth: 10,
  maxPolicyDepth: 5,
  maxEnvelopeLength: 16_384,
}

export interface EnvelopeVerification {
  /** DID of the node that is asked. */
  readonly audience: string
  /** Seconds since the epoch. */
  readonly now: number
  /** What the node is about to do: the invocation's command must cover it. */
  readonly command?: string
  readonly primitives?: Primitives
  readonly limits?: Partial<NucLimits>
  readonly prefixes?: readonly string[]
}

export interface VerifiedInvocation {
  /** DID of the issuer of the invocation, as it is written there. */
  readonly invoker: string
  readonly subject: string
  readonly command: string
  readonly args: JsonObject
  /** The earliest `exp` of the chain. */
  readonly expiresAt: number
  /** The invocation, its delegation, and so on to the root. */
  readonly chain: readonly [InvocationPayload, ...DelegationPayload[]]
}

/** One token of an envelope: read, not verified. */
export interface NucToken {
  readonly token: string
  readonly compact: CompactToken
  readonly payload: NucPayload
}

/** Makes an envelope whose first token lets `audience` act for `subject` within `command` and `policy`. */
export function createDelegation(options: DelegationOptions): string {
  const { policy = [] } = options
  if (!isPolicy(policy, nucLimits))
    throw new CryptoError('AND_MALFORMED_TOKEN', 'its policy is not one, or too large')
  return createToken(options, { pol: policy })
}

/** Makes an envelope that asks the node `audience` to carry out `command`. */
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
  const iss = wireDid(issuer.did, prefixes)
  // Key order as the published builder writes it: the same claims give the same bytes.
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

/** Clients of the network know two methods: a DID of either stays as it is, under any other prefix it becomes `did:key`. */
function wireDid(did: string, prefixes?: readonly string[]): string {
  const publicKey = publicKeyOf(did, prefixes)
  return /^did:(nil|key):/.test(did) ? did : didKeyOf(publicKey)
}

/** The leaf of a proof, refused when no node would accept a token that builds on it. */
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

/**
 * Reads an envelope without verifying a signature: for a client that wants to know what it was given. A node calls
 * `verifyEnvelope`.
 */
export function readEnvelope(
  envelope: string,
  limits: NucLimits = nucLimits,
): readonly [NucToken, ...NucToken[]] {
  if (envelope.length > limits.maxEnvelopeLength) throw refused('the envelope is too long')
  const [leaf = '', ...proofs] = envelope.split('/')
  if (proofs.length + 1 > limits.maxChainLength) throw refused('the chain is too long')
  return [readToken(leaf, limits), ...proofs.map(proof => readToken(proof, limits))]
}

function readToken(token: string, limits: NucLimits): NucToken {
  const compact = readCompact(token)
  assertHeader(compact.header)
  return { token, compact, payload: readPayload(compact.payload, limits) }
}

function assertHeader({ alg, typ, ver, ...others }: JsonObject): void {
  // `nuc+eip712` tokens name an address, not a key; this network has no use for them.
  const known = typ === undefined || typ === 'nuc'
  const version = ver === undefined || (typeof ver === 'string' && /^1\.\d+\.\d+$/.test(ver))
  if (alg !== 'ES256K' || !known || !version || Object.keys(others).length > 0) {
    throw refused('its header is not that of a native NUC')
  }
}

const MEMBERS = new Set(['iss', 'aud', 'sub', 'cmd', 'pol', 'args', 'nbf', 'exp', 'meta', 'nonce', 'prf'])

function readPayload(payload: JsonObject, limits: NucLimits): NucPayload {
  const { iss, aud, sub, cmd, pol, args, nbf, exp, meta, nonce, prf = [] } = payload
  const fits =
    Object.keys(payload).every(key => MEMBERS.has(key)) &&
    [iss, aud, sub, nonce].every(text => typeof text === 'string' && text !== '') &&
    isCommand(cmd) &&
    Number.isSafeInteger(exp) &&
    (nbf === undefined || Number.isSafeInteger(nbf)) &&
    (meta === undefined || isJsonObject(meta)) &&
    Array.isArray(prf) &&
    prf.length <= 1 &&
    prf.every(hash => typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash)) &&
    (pol === undefined ? isJsonObject(args) : args === undefined && isPolicy(pol, limits))
  if (!fits) throw refused('its payload is neither a delegation nor an invocation')
  return { ...payload, prf } as unknown as NucPayload
}

/** A path of non-empty segments, or `/` for everything. */
function isCommand(value: unknown): value is string {
  return typeof value === 'string' && /^\/$|^(\/[^/]+)+$/.test(value)
}

/** Whether `command` lies at or below `parent`, counted in whole segments. */
function narrows(command: string, parent: string): boolean {
  return parent === '/' || command === parent || command.startsWith(`${parent}/`)
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
 * Verifies an invocation with its whole chain, for the node `audience`. Beyond what the published validator checks:
 * the root's issuer must be the subject, the audience must be this node, `exp` is mandatory, no command escapes its
 * delegation (revocations included), and a policy may not select from outside the payload.
 * Every refusal is the same `AND_INVALID_TOKEN`; its `reason` is for the log.
 */
export function verifyEnvelope(envelope: string, options: EnvelopeVerification): VerifiedInvocation {
  const { audience, now, command, primitives = noble, prefixes } = options
  const tokens = inOrder(readEnvelope(envelope, { ...nucLimits, ...options.limits }), primitives)
  const chain = asChain(tokens.map(token => token.payload))
  const [invocation, ...delegations] = chain
  assertLinks(chain, prefixes)
  assertTimes(chain, now)
  if (!isSame(invocation.aud, audience, prefixes)) throw refused('it is meant for another node')
  if (command !== undefined && !narrows(command, invocation.cmd)) {
    throw refused('its command does not cover what is asked')
  }
  const met = tokens[0].compact.payload
  if (!delegations.every(({ pol }) => meets(pol, met))) throw refused('a policy is not met')
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

/** Leaf to root by the hashes in `prf`; proofs may arrive in any order, but none may be missing or left over. */
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

function asChain([leaf, ...proofs]: readonly NucPayload[]): VerifiedInvocation['chain'] {
  if (leaf === undefined || !('args' in leaf)) throw refused('it is not an invocation')
  return [
    leaf,
    ...proofs.map(proof => {
      if (!('pol' in proof)) throw refused('a proof is not a delegation')
      return proof
    }),
  ]
}

function assertLinks(chain: readonly NucPayload[], prefixes?: readonly string[]): void {
  for (const [at, current] of chain.entries()) {
    const parent = chain[at + 1]
    if (parent === undefined) {
      // Nobody but the subject can be where its authority begins.
      if (!isSame(current.iss, current.sub, prefixes)) throw refused('its root is not issued by its subject')
      return
    }
    if (!isSame(parent.aud, current.iss, prefixes))
      throw refused('a token is issued by another than its proof names')
    if (!isSame(parent.sub, current.sub, prefixes)) throw refused('the chain changes its subject')
    if (!narrows(current.cmd, parent.cmd)) throw refused('a command is wider than its proof')
    if ((parent.nbf ?? 0) > (current.nbf ?? Number.POSITIVE_INFINITY)) {
      throw refused('a token begins before its proof')
    }
  }
}

function assertTimes(chain: readonly NucPayload[], now: number): void {
  for (const { exp, nbf } of chain) {
    if (exp <= now) throw refused('it has expired')
    if (nbf !== undefined && nbf > now) throw refused('it is not valid yet')
  }
}
