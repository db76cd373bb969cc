/** The signatures of a notification: Standard Webhooks, and a detached JWS by the gateway's key. */
import { createHmac } from 'node:crypto'
import { signCompact } from '../../core/crypto/index.ts'
import type { Gateway } from '../../core/index.ts'

/**
 * The signing secret of a subscription: derived from the first key of the gateway and stored nowhere. A replaced
 * key leaves it as it is.
 */
export const secretOf = ({ builder }: Pick<Gateway, 'builder'>, subscription: string): Uint8Array =>
  createHmac('sha256', builder.first.privateKey)
    .update(`andiron notification secret\n${subscription}`)
    .digest()

/** As Standard Webhooks spells a secret. */
export const spelledSecret = (secret: Uint8Array): string => `whsec_${Buffer.from(secret).toString('base64')}`

/** Standard Webhooks, "Signature scheme": HMAC-SHA256 over id, timestamp and body. */
export const hmacOf = (secret: Uint8Array, id: string, timestamp: number, body: string): string =>
  `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`

/**
 * The headers of a notification.
 * @param id - stays the same when the notification is repeated
 * @param now - milliseconds since the epoch
 */
export function signatureHeaders(
  gateway: Pick<Gateway, 'builder' | 'primitives'>,
  { id, subscription, bundle, now }: { id: string; subscription: string; bundle: object; now: number },
) {
  const { builder, primitives } = gateway
  const timestamp = Math.floor(now / 1000)
  const body = JSON.stringify(bundle)
  // A distinct `typ`, so that a notification never passes for a token.
  const header = { alg: 'ES256K', typ: 'andiron-notification', kid: builder.did, jti: id, iat: timestamp }
  const [protectedHeader, , signature] = signCompact(header, bundle, builder.privateKey, primitives).split(
    '.',
  )
  return {
    body,
    headers: {
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': hmacOf(secretOf(gateway, subscription), id, timestamp, body),
      // RFC 7515, Appendix F: the payload is the body.
      'andiron-signature': `${protectedHeader}..${signature}`,
    },
  }
}
