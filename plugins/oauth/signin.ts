/** The shared context of the sign-in routes. */
import type { Clients } from './clients.ts'
import type { Codes } from './codes.ts'
import type { Registrable } from './redirects.ts'
import type { Transactions } from './transactions.ts'

export interface Signin {
  readonly clients: Clients
  readonly codes: Codes
  readonly transactions: Transactions
  readonly isRegistrable: Registrable
  /** Maximum lifetime of a token in seconds. */
  readonly tokenLifetime: number
}
