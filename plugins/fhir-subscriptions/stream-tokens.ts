/** Tokens by which a client without a key reads notifications: of one use, and for a minute. */
import type { Caller, Gateway } from '../../core/index.ts'

/** The holder of a stream: it reads with the scopes of the token, which may be fewer than those of the subscription. */
export type StreamReader = Pick<Caller, 'key' | 'scopes'>

/** A reader of these subscriptions. */
export interface Ticket extends StreamReader {
  readonly subscriptions: readonly string[]
}

/** The way of reading for which a token is valid. */
export type TicketKind = 'subscription-stream' | 'subscription-websocket'

const MINUTE = 60_000

/** Creates a token for one stream or one WebSocket. */
export async function createStreamToken(
  { tokens }: Pick<Gateway, 'tokens'>,
  kind: TicketKind,
  subscriptions: readonly string[],
  { key, scopes }: StreamReader,
) {
  const token = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
  const expiresAt = Date.now() + MINUTE
  const ticket: Ticket = { subscriptions, key, scopes }
  await tokens.put(kind, token, JSON.stringify(ticket), expiresAt)
  return { token, expiration: new Date(expiresAt).toISOString() }
}

/** Uses a token up. @returns its ticket, unless it is unknown, expired or already used */
export async function takeStreamToken(
  { tokens }: Pick<Gateway, 'tokens'>,
  kind: TicketKind,
  token: string,
): Promise<Ticket | undefined> {
  const value = await tokens.take(kind, token)
  return value === undefined ? undefined : (JSON.parse(value) as Ticket)
}
