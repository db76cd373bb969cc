/**
 * Secret fields of which some shares suffice: Shamir's scheme over GF(2^8), in a versioned envelope that tells a
 * wrong share from a lost one.
 */

import { combine } from 'shamir-secret-sharing'
import { concat, decodeUtf8, encodeUtf8, fromBase64url, randomBytes, toBase64url } from './bytes.ts'
import { sha256 } from './curve.ts'
import { CryptoError } from './errors.ts'
import { isJsonObject } from './json.ts'
import { isEnvelope, joinShares, MAX_SECRET_BYTES, neutralXorShare } from './shares.ts'

/** The scheme of an envelope. */
export const THRESHOLD_SCHEME = 'shamir-gf256'

/** The number of shares, and the number of them that suffices. */
export interface Sharing {
  /** The number of shares. */
  readonly nodes: number
  /** The number of shares that suffice, at least two. */
  readonly threshold: number
}

/** A secret that was joined. */
export interface JoinedSecret {
  readonly text: string
  /** The positions, among the shares that were given, of those that are not of this secret. */
  readonly wrong: readonly number[]
}

/** The scheme in the envelope of a node that holds nothing of the secret. */
const NO_SCHEME = 'none'
/** The text with which such an envelope begins. */
export const NEUTRAL = `{"version":2,"scheme":"${NO_SCHEME}"`

/** The version of an envelope. The n-of-n shares, which have none, are the first. */
const VERSION = 2
/**
 * Random bytes before a secret, shared with it. A digest of a share is then no means to guess a short secret:
 * fewer nodes than suffice do not know the part of any other share that belongs to the salt.
 */
const SALT = 32
/** The byte before a text, as in the n-of-n shares. */
const TEXT = 1
/** The longest envelope: the shares of the longest secret, twice, and the digests. */
const MOST = 32_768
const DIGEST = /^[\w-]{43}$/

/**
 * Splits a text into one share per node, of which `threshold` suffice. Fewer learn nothing but its length.
 * The values at `threshold - 1` places are random and the others follow from them and the secret: the same
 * distribution as random coefficients, and the field arithmetic is the library's alone.
 * @param text - at most `MAX_SECRET_BYTES` bytes of UTF-8
 * @param sharing - the number of shares, and how many suffice
 * @param options - `random`, a source of cryptographic randomness; `former`, the n-of-n shares of the same text,
 * which the new ones supplement
 * @returns one share per node
 * @throws CryptoError `AND_MALFORMED_SECRET`
 */
export async function splitWithThreshold(
  text: string,
  { nodes, threshold }: Sharing,
  {
    random = randomBytes,
    former,
  }: { readonly random?: (length: number) => Uint8Array; readonly former?: readonly string[] } = {},
): Promise<string[]> {
  if (!isSharing({ nodes, threshold }))
    throw new CryptoError('AND_MALFORMED_SECRET', 'at least two shares suffice, and at most all')
  if (former !== undefined && former.length !== nodes)
    throw new CryptoError('AND_MALFORMED_SECRET', 'there is not one former share for each node')
  const bytes = encodeUtf8(text)
  if (bytes.length > MAX_SECRET_BYTES)
    throw new CryptoError('AND_MALFORMED_SECRET', `it is longer than ${MAX_SECRET_BYTES} bytes`)
  const secret = concat(random(SALT), Uint8Array.of(TEXT), bytes)
  const known = new Map<number, Uint8Array>([[0, secret]])
  for (let x = 1; x < threshold; x++) known.set(x, random(secret.length))
  const shares: Uint8Array[] = []
  for (let x = 1; x <= nodes; x++) shares.push(known.get(x) ?? (await valueAt(x, known)))
  const digests = shares.map((share, at) => digestOf(at + 1, share))
  return shares.map((share, at) => envelopeOf({ threshold, nodes, digests }, at + 1, share, former?.[at]))
}

/**
 * Joins the shares of some nodes, in any order. They are counted by what they say of the secret as a whole: one
 * that differs in this, or from its own digest, is wrong. If too few agree, the n-of-n shares are joined, where all
 * of those are there.
 * @param shares - as stored on the nodes that answered
 * @param deployment - the number of nodes; and the threshold of the deployment, if it has one: fewer nodes are not
 * believed, even if they say that fewer suffice
 * @returns the text, and the shares that are not of it
 * @throws CryptoError `AND_MALFORMED_SHARE` for shares that do not join, and for shares of two secrets of which
 * neither has more
 */
export async function joinWithThreshold(
  shares: readonly string[],
  { nodes, threshold: least = 2 }: { readonly nodes: number; readonly threshold?: number | undefined },
): Promise<JoinedSecret> {
  const found = shares.map(readEnvelope)
  const secrets = new Map<string, Found[]>()
  for (const each of found) {
    if (each === undefined) continue
    const alike = secrets.get(each.secret) ?? []
    // Two nodes with one share are one share.
    if (!alike.some(({ index }) => index === each.index)) secrets.set(each.secret, [...alike, each])
  }
  const [most, next] = [...secrets.values()]
    .filter(alike => alike.length >= Math.max(least, alike[0]?.threshold ?? Number.NaN))
    .sort((a, b) => b.length - a.length)
  const [first] = most ?? []
  if (most === undefined || first === undefined)
    return { text: joinShares(formerShares(shares, nodes)), wrong: [] }
  if (next?.length === most.length) throw new CryptoError('AND_MALFORMED_SHARE', 'they are of two secrets')
  return {
    text: textOf(await valueAt(0, valuesOf(most.slice(0, first.threshold)))),
    wrong: found.flatMap((each, at) =>
      each?.secret === first.secret || isNeutral(shares[at] ?? '') ? [] : [at],
    ),
  }
}

/**
 * The share of a node that has lost it, from those of enough other nodes. The secret itself is not joined.
 * @param shares - as stored on the other nodes
 * @param index - the index of the lost share
 * @returns the share as it was, without a former one
 * @throws CryptoError `AND_MALFORMED_SHARE`
 */
export async function restoreShare(shares: readonly string[], index: number): Promise<string> {
  const found = shares.flatMap(share => readEnvelope(share) ?? [])
  const [first] = found
  if (
    first === undefined ||
    found.length < shares.length ||
    found.some(({ secret }) => secret !== first.secret)
  )
    throw new CryptoError('AND_MALFORMED_SHARE', 'they are not of one secret')
  const values = valuesOf(found)
  if (values.size < first.threshold) throw new CryptoError('AND_MALFORMED_SHARE', 'there are too few')
  const value = values.get(index) ?? (await valueAt(index, values))
  if (first.digests[index - 1] !== digestOf(index, value))
    throw new CryptoError('AND_MALFORMED_SHARE', 'they do not lie on one curve')
  return envelopeOf(first, index, value)
}

/**
 * The share of a node that was added after the secret was split: the others join as they did without it. It
 * follows from the length of a share alone.
 * @param share - of any node that had one
 */
export function neutralShare(share: string): string {
  if (!isEnvelope(share)) return neutralXorShare(share)
  const former = formerIn(share)
  return JSON.stringify({
    ...{ version: VERSION, scheme: NO_SCHEME },
    ...(former !== undefined && { former: neutralXorShare(former) }),
  })
}

/** True for the share of a node that was added later, in a secret of which some shares suffice. */
const isNeutral = (share: string): boolean => share.startsWith(NEUTRAL)

/** The n-of-n share within an envelope. */
function formerIn(share: string): string | undefined {
  if (!isNeutral(share)) return readEnvelope(share)?.former
  try {
    const { former } = JSON.parse(share) as { former?: unknown }
    return typeof former === 'string' ? former : undefined
  } catch {
    return undefined
  }
}

/**
 * The scheme that a share states; `undefined` for an n-of-n share, and for an envelope that is malformed or of an
 * unknown version.
 */
export function sharingOf(share: string): (Sharing & { readonly index: number }) | undefined {
  return readEnvelope(share)
}

/**
 * The n-of-n shares of all nodes, also those within envelopes.
 * @throws CryptoError `AND_MALFORMED_SHARE` if one is missing
 */
export function formerShares(shares: readonly string[], nodes: number): string[] {
  const former = shares.flatMap(share => (isEnvelope(share) ? (formerIn(share) ?? []) : share))
  if (former.length === nodes && nodes > 1) return former
  throw new CryptoError('AND_MALFORMED_SHARE', 'too few of them agree')
}

/** An envelope that is well-formed and whose share matches its digest. */
interface Found extends Sharing {
  readonly index: number
  readonly digests: readonly string[]
  readonly value: Uint8Array
  /** All that the envelopes of one secret have in common. */
  readonly secret: string
  readonly former: string | undefined
}

function readEnvelope(text: string): Found | undefined {
  if (!isEnvelope(text) || text.length > MOST) return undefined
  try {
    const envelope: unknown = JSON.parse(text)
    if (!isJsonObject(envelope)) return undefined
    const { version, scheme, threshold, nodes, index, digests, share, former } = envelope
    if (version !== VERSION || scheme !== THRESHOLD_SCHEME) return undefined
    if (!isCount(threshold) || !isCount(nodes) || !isSharing({ threshold, nodes })) return undefined
    if (!Array.isArray(digests) || digests.length !== nodes || !digests.every(isDigest)) return undefined
    if (!isCount(index) || typeof share !== 'string') return undefined
    if (former !== undefined && typeof former !== 'string') return undefined
    const value = fromBase64url(share)
    // There is no digest for the index 0, where the secret itself is, nor beyond the last.
    if (value.length <= SALT || digests[index - 1] !== digestOf(index, value)) return undefined
    const secret = JSON.stringify([threshold, nodes, digests])
    return { threshold, nodes, index, digests, value, secret, former }
  } catch {
    return undefined
  }
}

/** With the members in a fixed order: an envelope of the same share is the same text. */
function envelopeOf(
  { threshold, nodes, digests }: Pick<Found, 'threshold' | 'nodes' | 'digests'>,
  index: number,
  value: Uint8Array,
  former?: string,
): string {
  return JSON.stringify({
    ...{ version: VERSION, scheme: THRESHOLD_SCHEME, threshold, nodes, index, digests },
    share: toBase64url(value),
    ...(former !== undefined && { former }),
  })
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value)

const isDigest = (digest: unknown): digest is string => typeof digest === 'string' && DIGEST.test(digest)

/** A threshold of 1 would give every node the secret. A share has one byte for its index. */
const isSharing = ({ nodes, threshold }: Sharing): boolean =>
  isCount(nodes) && isCount(threshold) && threshold >= 2 && threshold <= nodes && nodes <= 255

const DOMAIN = encodeUtf8('andiron share 2')

const digestOf = (index: number, value: Uint8Array): string =>
  toBase64url(sha256(concat(DOMAIN, Uint8Array.of(index), value)))

const valuesOf = (found: readonly Found[]): ReadonlyMap<number, Uint8Array> =>
  new Map(found.map(({ index, value }) => [index, value]))

/**
 * The value of the polynomial at a place. The library interpolates at 0: shifting the polynomial by the place,
 * which in GF(2^8) is an exclusive or, puts it there.
 */
async function valueAt(place: number, values: ReadonlyMap<number, Uint8Array>): Promise<Uint8Array> {
  try {
    return await combine([...values].map(([x, value]) => concat(value, Uint8Array.of(x ^ place))))
  } catch (cause) {
    // Shares of different lengths.
    throw new CryptoError('AND_MALFORMED_SHARE', 'they differ in length', { cause })
  }
}

function textOf(secret: Uint8Array): string {
  if (secret[SALT] !== TEXT) throw new CryptoError('AND_MALFORMED_SHARE', 'together they are not a text')
  try {
    return decodeUtf8(secret.subarray(SALT + 1))
  } catch (cause) {
    throw new CryptoError('AND_MALFORMED_SHARE', 'together they are not a text', { cause })
  }
}
