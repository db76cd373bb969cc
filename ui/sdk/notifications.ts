/** @andiron/sdk/notifications: verifies the notifications that a gateway sends to a server, and reads event streams. */
import { decodeUtf8, encodeUtf8, fromBase64, fromBase64url, toBase64url } from '../../core/crypto/bytes.ts'
import { verifySignature } from '../../core/crypto/es256k.ts'
import { parseJsonObject } from '../../core/crypto/json.ts'
import { noble } from '../../core/crypto/primitives.ts'
import { sdkError } from './errors.ts'
import { type ServiceKeys, serviceKeyAt } from './service-keys.ts'

export { type NotificationOptions, notifications, type StreamedNotification } from './notification-stream.ts'

/** A notification as it arrived. */
export interface SentNotification {
  /** The headers, with names in lower case, as `request.headers` of Node. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** The bytes of the body as text, before they are parsed. */
  readonly body: string
}

/** The proof of a notification: the secret of the subscription, the keys of the gateway, or both. */
export interface NotificationProof {
  /** From `GET /api/subscription/:id/secret`: `whsec_…`. */
  readonly secret?: string
  /** From `loadEnvironment`: the signature of the gateway's key is verified. */
  readonly environment?: ServiceKeys
  /** Seconds by which its time may differ from the clock. @default 300 */
  readonly tolerance?: number
  /** Milliseconds since the epoch. @default Date.now() */
  readonly now?: number
}

/** A verified notification. */
export interface VerifiedNotification {
  /** The same for each repetition: keep it to handle a notification once. */
  readonly id: string
  /** Milliseconds since the epoch, when it was sent. */
  readonly sentAt: number
  /** The Bundle. */
  readonly bundle: { readonly resourceType: string; readonly [element: string]: unknown }
}

/**
 * Verifies a notification and parses its Bundle.
 * @throws AndironError `AND_BAD_NOTIFICATION` if a signature is missing, wrong or too old
 * @example
 * app.post('/notify', async request => {
 *   const { id, bundle } = await verifyNotification({ headers: request.headers, body: request.rawBody }, { secret })
 *   if (await isNew(id)) await handle(bundle)
 * })
 */
export async function verifyNotification(
  { headers, body }: SentNotification,
  { secret, environment, tolerance = 300, now = Date.now() }: NotificationProof,
): Promise<VerifiedNotification> {
  const header = (name: string): string => {
    const value = headers[name]
    if (typeof value !== 'string' || value === '') throw refused(`the header '${name}' is missing`)
    return value
  }
  if (secret === undefined && environment === undefined)
    throw refused('there is neither a secret nor an environment')
  const [id, timestamp] = [header('webhook-id'), header('webhook-timestamp')]
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN
  if (!(Math.abs(now / 1000 - seconds) <= tolerance))
    throw refused('its time differs too much from the clock')
  if (secret !== undefined)
    await verifySecret(secret, `${id}.${timestamp}.${body}`, header('webhook-signature'))
  if (environment !== undefined) verifyKey(environment, header('andiron-signature'), { id, seconds, body })
  return { id, sentAt: seconds * 1000, bundle: JSON.parse(body) as VerifiedNotification['bundle'] }
}

/** Standard Webhooks: one of the signatures, of which each secret in use has one. */
async function verifySecret(secret: string, signed: string, signatures: string): Promise<void> {
  try {
    const bytes = fromBase64(secret.replace(/^whsec_/, ''))
    const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
      'verify',
    ])
    for (const each of signatures.split(' ').slice(0, 10))
      if (
        each.startsWith('v1,') &&
        (await crypto.subtle.verify('HMAC', key, fromBase64(each.slice(3)), encodeUtf8(signed)))
      )
        return
  } catch (cause) {
    throw refused('its signature or the secret is malformed', cause)
  }
  throw refused('its signature is not that of the secret')
}

/** The detached JWS (RFC 7515, Appendix F): its payload is the body, its header the id and the time. */
function verifyKey(
  environment: ServiceKeys,
  signature: string,
  { id, seconds, body }: { readonly id: string; readonly seconds: number; readonly body: string },
): void {
  try {
    const [protectedHeader = '', nothing, last, ...rest] = signature.split('.')
    if (nothing !== '' || last === undefined || rest.length > 0) throw refused('its JWS is not detached')
    const { alg, typ, kid, jti, iat } = parseJsonObject(decodeUtf8(fromBase64url(protectedHeader)))
    if (
      alg !== 'ES256K' ||
      typ !== 'andiron-notification' ||
      jti !== id ||
      iat !== seconds ||
      typeof kid !== 'string'
    )
      throw refused('its JWS is about something else')
    const key = serviceKeyAt(environment, kid, seconds * 1000)
    if (key === undefined) throw refused('its key is not one of the service')
    const signed = encodeUtf8(`${protectedHeader}.${toBase64url(encodeUtf8(body))}`)
    if (!verifySignature(fromBase64url(last), signed, key.publicKey, noble)) throw refused('it was changed')
  } catch (cause) {
    throw refused('its JWS does not verify', cause)
  }
}

const refused = (reason: string, cause?: unknown): Error =>
  sdkError('AND_BAD_NOTIFICATION', [reason], cause === undefined ? {} : { cause })
