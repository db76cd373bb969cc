/** Sign-ins in progress: the client's request, from its arrival until the person decides. */
import { randomBytes, toBase64url } from '../../core/crypto/index.ts'
import type { TokenStore } from '../../core/index.ts'
import { UnknownTransaction } from './errors.ts'

export interface Transaction {
  readonly client: { readonly id: string; readonly name: string }
  readonly redirectUri: string
  readonly state?: string
  /** The granted scope, as reported to the client: names separated by a space. */
  readonly scope: string
  /** RFC 7636, method S256. */
  readonly challenge: string
  /** The URL of the token's audience. */
  readonly resource: string
  /** The nonce that the token must carry: a token signed for another purpose is refused. */
  readonly nonce: string
}

export interface Transactions {
  /** @returns the id, which suffices to see and end the sign-in */
  begin(request: Omit<Transaction, 'nonce'>): Promise<string>
  /** @throws UnknownTransaction */
  read(id: string): Promise<Transaction>
  /** Exactly one of any number of callers gets it. @throws UnknownTransaction */
  end(id: string): Promise<Transaction>
}

const KIND = 'oauth-transaction'
const TEN_MINUTES = 600_000

export function createTransactions(tokens: TokenStore): Transactions {
  const read = (stored: string | undefined): Transaction => {
    if (stored === undefined) throw new UnknownTransaction()
    return JSON.parse(stored) as Transaction
  }
  return {
    async begin(request) {
      const id = toBase64url(randomBytes(32))
      const transaction: Transaction = { ...request, nonce: toBase64url(randomBytes(16)) }
      await tokens.put(KIND, id, JSON.stringify(transaction), Date.now() + TEN_MINUTES)
      return id
    },
    read: async id => read(await tokens.peek(KIND, id)),
    end: async id => read(await tokens.take(KIND, id)),
  }
}
