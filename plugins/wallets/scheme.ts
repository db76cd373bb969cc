/** The security scheme of a signed-in wallet. */
import type { SecurityScheme } from '../../core/index.ts'
import { NoWalletSession } from './errors.ts'

export const walletScheme: SecurityScheme = {
  describe: {
    type: 'http',
    scheme: 'bearer',
    description:
      'The token of a session that a wallet began with its signature. It identifies the wallet, and grants access to no record.',
  },
  errors: [NoWalletSession],

  async authenticate(request) {
    const { bearerTokens, wallets } = request.server
    const token = bearerTokens.of(request)
    const signedIn = token === undefined ? undefined : await wallets.sessions.find(token)
    if (!signedIn)
      throw Object.assign(new NoWalletSession(), {
        headers: { 'www-authenticate': 'Bearer realm="andiron"' },
      })
    const { address, subject } = signedIn
    return { did: `did:pkh:eip155:${wallets.chainId}:${address}`, key: subject, scopes: [] }
  },
}
