/** Client assertions: a JWT that a backend signs with its own key for one token request (RFC 7523 §3). */
import { InvalidAssertion } from './errors.ts'
import { ALGORITHMS, type Algorithm } from './public-keys.ts'

export interface Assertion {
  readonly kid: string
  readonly alg: Algorithm
  /** The URL at which the backend says that its keys are. */
  readonly jku?: string
  readonly clientId: string
  readonly jti: string
  /** Seconds since the epoch. */
  readonly exp: number
  readonly input: string
  readonly signature: Buffer
}

export interface AssertionTerms {
  /** Seconds since the epoch. */
  readonly now: number
  /** Maximum difference between clocks, in seconds. */
  readonly skew: number
  /** The URL of the token endpoint. */
  readonly audience: string
}

/** SMART App Launch 2.2: `exp` is at most five minutes in the future. */
const LONGEST = 300
const MOST_CHARACTERS = 16 * 1024
const COMPACT = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)$/
/** Ids of applications. */
const CLIENT_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

const refused = (why: string) => new InvalidAssertion(why)

/**
 * Reads an assertion, and checks everything except its signature and that it is new.
 * @throws InvalidAssertion with the reason, without any of its values
 */
export function readAssertion(token: string, { now, skew, audience }: AssertionTerms): Assertion {
  if (token.length > MOST_CHARACTERS)
    throw refused(`its assertion is longer than ${MOST_CHARACTERS} characters`)
  const [, head = '', body = '', signature = ''] = COMPACT.exec(token) ?? []
  const [header, claims] = [objectIn(head), objectIn(body)]
  if (!header || !claims) throw refused('its assertion is not a signed JWT')
  const { alg, kid, typ, jku, crit } = header
  const known = ALGORITHMS.find(each => each === alg)
  if (known === undefined)
    throw refused(
      `the 'alg' of its assertion must be ${ALGORITHMS.slice(0, -1).join(', ')} or ${ALGORITHMS.at(-1)}`,
    )
  if (typeof kid !== 'string' || kid === '')
    throw refused("its assertion names no key: its header lacks 'kid'")
  if (typ !== undefined && typ !== 'JWT') throw refused("the 'typ' of its assertion must be 'JWT'")
  if (crit !== undefined) throw refused("its assertion has 'crit', which is not supported")
  if (jku !== undefined && typeof jku !== 'string') throw refused("the 'jku' of its assertion must be a URL")
  const { iss, sub, aud, exp, nbf, iat, jti } = claims
  if (typeof iss !== 'string' || iss !== sub || !CLIENT_ID.test(iss))
    throw refused("'iss' and 'sub' of its assertion must both be its client_id, the id of the application")
  const audiences = [aud ?? []].flat()
  if (audiences.length !== 1 || audiences[0] !== audience)
    throw refused("the 'aud' of its assertion must be the URL of this token endpoint")
  if (!isInstant(exp)) throw refused("its assertion lacks 'exp', in seconds since 1970")
  if (exp + skew <= now) throw refused('its assertion has expired')
  if (exp > now + LONGEST + skew) throw refused(`its assertion must expire within ${LONGEST} seconds`)
  for (const [name, at] of Object.entries({ nbf, iat }))
    if (at !== undefined && (!isInstant(at) || at > now + skew))
      throw refused(`the '${name}' of its assertion is in the future`)
  if (typeof jti !== 'string' || jti === '' || jti.length > 255)
    throw refused("its assertion lacks 'jti', a new random text of at most 255 characters")
  return {
    ...{ kid, alg: known, clientId: iss, jti, exp, input: `${head}.${body}` },
    ...(jku !== undefined && { jku }),
    signature: Buffer.from(signature, 'base64url'),
  }
}

const isInstant = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

function objectIn(part: string): Record<string, unknown> | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(part, 'base64url'))
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>
  } catch {
    // No text, or no JSON.
  }
  return undefined
}
