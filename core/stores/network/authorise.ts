/** Authorises a call: verifies its envelope once, then uses a cache until the envelope expires. */
import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { didKeyOf, publicKeyOf, sameIdentity } from '../../crypto/did.ts'
import type { JsonObject } from '../../crypto/json.ts'
import { readEnvelope, verifyEnvelope } from '../../crypto/nuc.ts'
import { meets } from '../../crypto/policy.ts'
import type { Primitives } from '../../crypto/primitives.ts'
import { growing } from '../../growing.ts'
import { NodeAccessError } from './errors.ts'

/** A verified call. */
export interface Authority {
  /** The signer of the invocation: canonical DID. */
  readonly invoker: string
  /** The subject of the authority, proved by the chain's root: canonical DID. */
  readonly subject: string
  /** Every signer of the chain, from the invoker to the subject: canonical DIDs. */
  readonly signers: readonly string[]
  /**
   * True if the policies of the chain also hold for the actual arguments. Published clients send no arguments
   * with an invocation, so that a policy on arguments was only evaluated against the token.
   */
  permits(requested: JsonObject): boolean
}

/** Refuses an invalid token (401), or one that does not cover the command (403). */
export type Authorise = (envelope: string, command: string) => Authority

export interface AuthoriseOptions {
  /** DIDs of the node: the only audiences accepted. Several while its key is replaced. */
  readonly audiences: () => readonly string[]
  readonly primitives: Primitives
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  /** Prefixes of DIDs accepted besides `did:nil:` and `did:key:`. */
  readonly prefixes?: readonly string[]
  /** @default 10,000 */
  readonly cacheSize?: number
}

/** The spelling in which a node stores and compares identities. */
export function canonical(did: string, prefixes: readonly string[] = []): string {
  return didKeyOf(publicKeyOf(did, prefixes))
}

/** Spellings of identities that are remembered. */
const SPELLINGS = 1_000

/** Like `canonical`, and remembers: the same people and readers come again, and base 58 takes microseconds. */
export function rememberingCanonical(prefixes: readonly string[] = []): (did: string) => string {
  const known = new LRUCache<string, string>(growing(SPELLINGS))
  return did => {
    const found = known.get(did)
    if (found !== undefined) return found
    const canonicalDid = canonical(did, prefixes)
    known.set(did, canonicalDid)
    return canonicalDid
  }
}

/** Creates the check with which every operation of a node begins. */
export function createAuthorise(options: AuthoriseOptions): Authorise {
  const { audiences, primitives, clock, prefixes = [] } = options
  const verified = new LRUCache<string, Authority & { command: string; expiresAt: number }>(
    growing(options.cacheSize ?? 10_000),
  )

  function verify(envelope: string, now: number) {
    try {
      const { aud } = readEnvelope(envelope)[0].payload
      const audience = audiences().find(each => sameIdentity(each, aud, prefixes)) ?? ''
      const { invoker, subject, command, expiresAt, chain } = verifyEnvelope(envelope, {
        audience,
        now,
        primitives,
        prefixes,
      })
      const [invocation, ...delegations] = chain
      const policies = delegations.map(({ pol }) => pol).filter(pol => pol.length > 0)
      return {
        invoker: canonical(invoker, prefixes),
        subject: canonical(subject, prefixes),
        signers: chain.map(({ iss }) => canonical(iss, prefixes)),
        command,
        expiresAt,
        permits: (requested: JsonObject) =>
          policies.every(pol => meets(pol, { ...invocation, args: { ...invocation.args, ...requested } })),
      }
    } catch (cause) {
      throw new NodeAccessError(401, { cause })
    }
  }

  return (envelope, command) => {
    const now = Math.floor(clock() / 1000)
    const key = hash('sha256', envelope, 'base64')
    let authority = verified.get(key)
    if (authority === undefined || authority.expiresAt <= now) {
      authority = verify(envelope, now)
      verified.set(key, authority)
    }
    if (!covers(authority.command, command)) throw new NodeAccessError(403)
    return authority
  }
}

/** A token for `/nil/db/data` covers `/nil/db/data/create`, compared by whole segments. */
function covers(granted: string, requested: string): boolean {
  return granted === '/' || requested === granted || requested.startsWith(`${granted}/`)
}
