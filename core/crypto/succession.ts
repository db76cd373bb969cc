/** The chain of a service's keys: each names its successor, and the successor consents. */

import { encodeUtf8, fromBase64url, toBase64url } from './bytes.ts'
import { assertSignedBy, readCompact, refused, signCompact } from './compact.ts'
import { keyIdOf, publicKeyOf } from './did.ts'
import { signMessage, verifySignature } from './es256k.ts'
import type { KeyPair } from './keys.ts'
import { noble, type Primitives } from './primitives.ts'

/** A statement that one key replaces another; times in seconds since the epoch. */
export interface Succession {
  /** DID of the key that signed it. */
  readonly predecessor: string
  readonly successor: string
  /** From this time on the successor signs. */
  readonly starts: number
  /** From this time on nothing new by the predecessor is accepted. */
  readonly ends: number
  /** The signed statement. */
  readonly statement: string
}

/** A key of a chain, and the end of its time in seconds since the epoch. */
export interface ChainedKey {
  readonly did: string
  readonly publicKey: Uint8Array
  readonly starts: number
  readonly ends: number
}

/** A distinct `typ`, so that a statement never passes for a token. */
const HEADER = { alg: 'ES256K', typ: 'andiron-key-succession' } as const

/** Maximum characters of a statement; a chain of DIDs and two signatures needs about 600. */
const MAX_STATEMENT = 2_000
/** Maximum keys of a chain. */
const MAX_KEYS = 1_000

type Terms = Pick<Succession, 'starts' | 'ends'>

/** Without the consent of the successor, a key could claim the identity of a stranger. */
const consentTo = (predecessor: string, successor: string, { starts, ends }: Terms): Uint8Array =>
  encodeUtf8(['andiron key succession', predecessor, successor, starts, ends].join('\n'))

/** Signs the statement with both keys. */
export function createSuccession(
  predecessor: KeyPair,
  successor: KeyPair,
  terms: Terms,
  primitives: Primitives = noble,
): string {
  const consent = consentToSuccession(successor, predecessor.did, terms, primitives)
  return signSuccession(predecessor, successor.did, terms, consent, primitives)
}

/**
 * The consent of a successor whose key is elsewhere than its predecessor's.
 * @param predecessor - the DID of the key that it replaces
 * @returns base64url, for {@link signSuccession}
 */
export function consentToSuccession(
  successor: KeyPair,
  predecessor: string,
  terms: Terms,
  primitives: Primitives = noble,
): string {
  const agreed = consentTo(predecessor, successor.did, terms)
  return toBase64url(signMessage(agreed, successor.privateKey, primitives))
}

/**
 * Signs the statement with the key that is replaced. It verifies only if the consent is the successor's, over
 * the same terms.
 * @param successor - a DID
 */
export function signSuccession(
  predecessor: KeyPair,
  successor: string,
  { starts, ends }: Terms,
  consent: string,
  primitives: Primitives = noble,
): string {
  const payload = { iss: predecessor.did, sub: successor, starts, ends, consent }
  return signCompact(HEADER, payload, predecessor.privateKey, primitives)
}

/**
 * Verifies a statement with both signatures.
 * @throws CryptoError `AND_INVALID_TOKEN` for every refusal alike; its `reason` is for the log
 */
export function readSuccession(
  statement: string,
  { prefixes = [], primitives = noble }: { prefixes?: readonly string[]; primitives?: Primitives } = {},
): Succession {
  if (statement.length > MAX_STATEMENT) throw refused('the statement is too long')
  const token = readCompact(statement)
  const { iss, sub, starts, ends, consent } = token.payload
  if (token.header['alg'] !== HEADER.alg || token.header['typ'] !== HEADER.typ)
    throw refused('it is not the statement of a succession')
  if (typeof iss !== 'string' || typeof sub !== 'string' || typeof consent !== 'string')
    throw refused('the statement lacks a key')
  // Written as the condition that must hold, so that NaN refuses.
  if (!(isTime(starts) && isTime(ends) && starts < ends)) throw refused('the statement has no time')
  try {
    if (keyIdOf(iss, prefixes) === keyIdOf(sub, prefixes)) throw refused('a key cannot replace itself')
    assertSignedBy(token, publicKeyOf(iss, prefixes), primitives)
    const agreed = consentTo(iss, sub, { starts, ends })
    if (!verifySignature(fromBase64url(consent), agreed, publicKeyOf(sub, prefixes), primitives))
      throw refused('the successor has not consented')
  } catch (cause) {
    throw refused('the statement does not verify', cause)
  }
  return { predecessor: iss, successor: sub, starts, ends, statement }
}

const isTime = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0

/**
 * The keys of a chain, the current one last. Each statement must be signed by the key of the one before.
 * @param first - the DID of the first key
 * @throws CryptoError `AND_INVALID_TOKEN`
 */
export function keysOfChain(
  first: string,
  statements: readonly string[],
  options: { prefixes?: readonly string[]; primitives?: Primitives } = {},
): readonly [ChainedKey, ...ChainedKey[]] {
  const { prefixes = [] } = options
  if (statements.length >= MAX_KEYS) throw refused('the chain is too long')
  let last: ChainedKey = { did: first, publicKey: publicKeyOf(first, prefixes), starts: 0, ends: FOREVER }
  const keys: ChainedKey[] = []
  const known = new Set([keyIdOf(first, prefixes)])
  for (const statement of statements) {
    const { predecessor, successor, starts, ends } = readSuccession(statement, options)
    if (keyIdOf(predecessor, prefixes) !== keyIdOf(last.did, prefixes))
      throw refused('a statement is signed by another key than the one before it names')
    const id = keyIdOf(successor, prefixes)
    if (known.has(id)) throw refused('a key comes twice')
    if (starts < last.starts) throw refused('a key begins before its predecessor')
    known.add(id)
    keys.push({ ...last, ends })
    last = { did: successor, publicKey: publicKeyOf(successor, prefixes), starts, ends: FOREVER }
  }
  return [...keys, last] as unknown as readonly [ChainedKey, ...ChainedKey[]]
}

/** The end of a key without a successor. */
const FOREVER = Number.MAX_SAFE_INTEGER
