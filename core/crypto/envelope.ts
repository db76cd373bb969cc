/** NUC envelopes: the tokens of a chain, leaf first, parsed but not verified. */

import { type CompactToken, readCompact, refused } from './compact.ts'
import { isJsonObject, type JsonObject } from './json.ts'
import { isPolicy, type Policy, type PolicyLimits } from './policy.ts'

interface CommonPayload {
  /** DIDs as spelled in the token: compare them by `sameIdentity` or `keyIdOf`. */
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

/** The payload of a delegation: its policy limits the arguments of an invocation. */
export interface DelegationPayload extends CommonPayload {
  readonly pol: Policy
}

/** The payload of an invocation: a command with its arguments. */
export interface InvocationPayload extends CommonPayload {
  readonly args: JsonObject
}

/** The payload of a NUC. */
export type NucPayload = DelegationPayload | InvocationPayload

/** Limits on the size of an envelope, checked before its signatures. */
export interface NucLimits extends PolicyLimits {
  readonly maxChainLength: number
  /** In characters. */
  readonly maxEnvelopeLength: number
}

/** The limits of the published validator, and a length. */
export const nucLimits: NucLimits = {
  maxChainLength: 5,
  maxPolicyWidth: 10,
  maxPolicyDepth: 5,
  maxEnvelopeLength: 16_384,
}

/** One token of an envelope: parsed, not verified. */
export interface NucToken {
  /** The token as received. */
  readonly token: string
  /** Its decoded parts. */
  readonly compact: CompactToken
  /** Its claims. */
  readonly payload: NucPayload
}

/**
 * Reads an envelope without verifying a signature: for a client that inspects a token it received. A node
 * calls `verifyEnvelope`.
 * @param envelope - tokens joined by `/`
 * @param limits - the maximum size and length of the chain
 * @returns the tokens, the outermost first
 * @throws CryptoError `AND_INVALID_TOKEN` for a malformed envelope
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
  // `nuc+eip712` tokens name an address, not a key; this network does not support them.
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

/** True for a path of non-empty segments, or `/` for everything. */
export function isCommand(value: unknown): value is string {
  return typeof value === 'string' && /^\/$|^(\/[^/]+)+$/.test(value)
}

/** True if `command` equals `parent` or is below it, compared by whole segments. */
export function narrows(command: string, parent: string): boolean {
  return parent === '/' || command === parent || command.startsWith(`${parent}/`)
}
