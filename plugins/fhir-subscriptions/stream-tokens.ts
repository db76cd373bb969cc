/** Tokens by which a page opens an event stream without a key: of one use, and for a minute. */
import type { Caller, Gateway } from '../../core/index.ts'

/** The holder of a stream: it reads with the scopes of the token, which may be fewer than those of the subscription. */
export type StreamReader = Pick<Caller, 'key' | 'scopes'>

interface Ticket extends StreamReader {
  readonly subscription: string
}

const KIND = 'subscription-stream'
const MINUTE = 60_000

/** Creates a token for one stream of a subscription. */
export async function createStreamToken(
  { tokens }: Pick<Gateway, 'tokens'>,
  subscription: string,
  { key, scopes }: StreamReader,
) {
  const token = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
  const expiresAt = Date.now() + MINUTE
  const ticket: Ticket = { subscription, key, scopes }
  await tokens.put(KIND, token, JSON.stringify(ticket), expiresAt)
  return { token, expiration: new Date(expiresAt).toISOString() }
}

/** Uses a token up. @returns its reader, unless it is of another subscription, expired or already used */
export async function takeStreamToken(
  { tokens }: Pick<Gateway, 'tokens'>,
  subscription: string,
  token: string,
): Promise<StreamReader | undefined> {
  const value = await tokens.take(KIND, token)
  if (value === undefined) return undefined
  const ticket = JSON.parse(value) as Ticket
  return ticket.subscription === subscription ? ticket : undefined
}
