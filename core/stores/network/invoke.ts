/**
 * Invocations of one key, minted per node and command and reused until they expire, so that a call needs no
 * signature.
 */
import type { KeyPair } from '../../crypto/keys.ts'
import { createInvocation } from '../../crypto/nuc.ts'
import type { Primitives } from '../../crypto/primitives.ts'

/** Returns the token with which the key calls a command on a node. */
export type Invoke = (audience: string, command: string) => string

export interface InvokeOptions {
  readonly key: KeyPair
  readonly primitives: Primitives
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  /** Lifetime of a token in seconds; it is reused for the first half. @default 60 */
  readonly life?: number
  /** Envelope of a delegation to the key; without it the key acts for itself. */
  readonly proof?: string
  /** DID of the delegator. @default the key's own */
  readonly subject?: string
  /** The expiry of the delegation, in seconds since the epoch. */
  readonly until?: number
  /** Prefixes of DIDs accepted besides `did:nil:` and `did:key:`. */
  readonly prefixes?: readonly string[]
}

/** Creates the minting function of a key. */
export function createInvoke(options: InvokeOptions): Invoke {
  const {
    key,
    primitives,
    clock,
    life = 60,
    proof,
    until = Number.POSITIVE_INFINITY,
    prefixes = [],
  } = options
  const tokens = new Map<string, { token: string; freshUntil: number }>()
  return (audience, command) => {
    const now = Math.floor(clock() / 1000)
    // The key may be replaced while its tokens last.
    const name = `${key.did} ${audience} ${command}`
    const known = tokens.get(name)
    if (known !== undefined && now < known.freshUntil) return known.token
    const token = createInvocation({
      issuer: key,
      audience,
      subject: options.subject ?? key.did,
      command,
      expiresAt: Math.min(now + life, until),
      primitives,
      prefixes,
      ...(proof !== undefined && { proof }),
    })
    tokens.set(name, { token, freshUntil: Math.min(now + life / 2, until) })
    return token
  }
}
