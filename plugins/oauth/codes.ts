/** Authorization codes: a code holds a token for the client that began the sign-in. */
import { createCipheriv, createDecipheriv, createHash, hkdfSync } from 'node:crypto'
import { equal, randomBytes, toBase64url } from '../../core/crypto/index.ts'
import type { TokenStore } from '../../core/index.ts'
import { InvalidGrant } from './errors.ts'
import type { Transaction } from './transactions.ts'

/** A client's token request with a code. */
export interface Claim {
  readonly code: string
  readonly clientId: string
  readonly verifier: string
  /** If the client sends it, it must match the sign-in. */
  readonly redirectUri?: string
  readonly resource?: string
}

export interface Codes {
  issue(token: string, transaction: Transaction): Promise<string>
  /**
   * The token of a code with its scope, once.
   * @throws InvalidGrant; a repeated code revokes the token that was issued for it (RFC 6749 §4.1.2)
   */
  redeem(claim: Claim): Promise<{ readonly token: string; readonly scope: string }>
}

type Waiting = Pick<Transaction, 'redirectUri' | 'challenge' | 'resource' | 'scope'> & {
  readonly clientId: string
  /** The token, encrypted under the code: a reader of the store gets neither. */
  readonly sealed: string
}

const CODE = 'oauth-code'
const ISSUED = 'oauth-issued'
const MINUTE = 60_000
/** RFC 7636 §4.1. */
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/

/**
 * @param revoke - revokes a token
 * @param same - true if two URLs mean the same resource
 */
export function createCodes(
  tokens: TokenStore,
  revoke: (token: string) => Promise<void>,
  same: (one: string, other: string) => boolean,
): Codes {
  return {
    async issue(token, { client, redirectUri, challenge, resource, scope }) {
      const code = toBase64url(randomBytes(32))
      const sealed = seal(token, code)
      const waiting: Waiting = { clientId: client.id, redirectUri, challenge, resource, scope, sealed }
      // Stored first, and longer than the token: an immediate second use must find it.
      await tokens.put(ISSUED, code, sealed, Date.now() + 10 * MINUTE)
      await tokens.put(CODE, code, JSON.stringify(waiting), Date.now() + MINUTE)
      return code
    },

    async redeem({ code, clientId, verifier, redirectUri, resource }) {
      const stored = await tokens.take(CODE, code)
      if (stored === undefined) {
        const issued = await tokens.take(ISSUED, code)
        if (issued !== undefined) await revoke(open(issued, code))
        throw new InvalidGrant()
      }
      const waiting = JSON.parse(stored) as Waiting
      const holds =
        clientId === waiting.clientId &&
        (redirectUri === undefined || redirectUri === waiting.redirectUri) &&
        (resource === undefined || same(resource, waiting.resource)) &&
        proves(verifier, waiting.challenge)
      if (!holds) throw new InvalidGrant()
      return { token: open(waiting.sealed, code), scope: waiting.scope }
    },
  }
}

/** RFC 7636 §4.6. */
function proves(verifier: string, challenge: string): boolean {
  const hash = createHash('sha256').update(verifier).digest('base64url')
  return VERIFIER.test(verifier) && equal(Buffer.from(hash), Buffer.from(challenge))
}

/** A code is random and used for one token, and so is the derived key: the nonce may be constant. */
const keyOf = (code: string) => new Uint8Array(hkdfSync('sha256', code, '', 'andiron oauth code', 32))
const NONCE = new Uint8Array(12)

function seal(token: string, code: string): string {
  const cipher = createCipheriv('aes-256-gcm', keyOf(code), NONCE)
  return Buffer.concat([cipher.update(token), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

function open(sealed: string, code: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', keyOf(code), NONCE)
  decipher.setAuthTag(bytes.subarray(-16))
  return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString()
}
