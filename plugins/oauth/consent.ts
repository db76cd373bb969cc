/** The API of the consent page: reads a sign-in, and receives the person's signature or refusal. */
import { CryptoError, type JwtClaims, toHex, type VerifiedJwt } from '../../core/crypto/index.ts'
import type { App } from '../../core/index.ts'
import { Consent, ConsentAnswer, Signin as SigninSchema } from '../../schemas/consent.ts'
import { ref } from '../../schemas/types.ts'
import { AccessDenied, UnknownTransaction, WrongConsent } from './errors.ts'
import { isLoopback, whereTo, withParameters } from './redirects.ts'
import type { Signin } from './signin.ts'
import type { Transaction } from './transactions.ts'

const params = {
  type: 'object',
  required: ['transaction'],
  properties: { transaction: { type: 'string', pattern: '^[A-Za-z0-9_-]{43}$' } },
} as const

export function serveConsent(app: App, { clients, codes, transactions, tokenLifetime }: Signin): void {
  const { gateway, oauth } = app

  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })

  app.get(
    '/authorize/:transaction',
    {
      config: { errors: [UnknownTransaction], sameOrigin: true },
      schema: {
        operationId: 'readSignin',
        summary: 'Read the request of a sign-in',
        security: [],
        params,
        response: { 200: { description: 'The requested access.', ...ref(SigninSchema) } },
      },
    },
    async ({ params: { transaction: id } }) => {
      const { client, redirectUri, resource, nonce } = await transactions.read(id)
      return {
        client: { ...client },
        redirect: { to: whereTo(redirectUri), loopback: isLoopback(redirectUri) },
        reads: oauth.resources.meantBy(resource).map(({ gives }) => gives),
        claims: claimsOf({ client, resource, nonce }),
        lifetime: tokenLifetime,
      }
    },
  )

  app.post(
    '/authorize/:transaction/approve',
    {
      config: { errors: [UnknownTransaction, WrongConsent], rateLimited: true, sameOrigin: true },
      schema: {
        operationId: 'approveSignin',
        summary: 'Approve a sign-in',
        description: 'The body is the access token: a JWT that the person signs with their own storage key.',
        security: [],
        params,
        body: ref(Consent),
        response: { 200: { description: 'The URL at which to continue.', ...ref(ConsentAnswer) } },
      },
    },
    async ({ params: { transaction: id }, body: { token } }) => {
      const pending = await transactions.read(id)
      const signed = await verified(token)
      if (!isFor(pending, signed)) throw new WrongConsent()
      const transaction = await transactions.end(id)
      await gateway.audit.add({
        ...{ person: toHex(signed.publicKey), at: Date.now(), action: 'sign-in', records: [] },
        client: { ...transaction.client, kind: 'assistant' },
      })
      const client = await clients.find(transaction.client.id).catch(() => undefined)
      if (client) await clients.keep(client)
      const code = await codes.issue(token, transaction)
      return { redirect: back(transaction, { code }) }
    },
  )

  app.post(
    '/authorize/:transaction/deny',
    {
      config: { errors: [UnknownTransaction], sameOrigin: true },
      schema: {
        operationId: 'denySignin',
        summary: 'Decline a sign-in',
        security: [],
        params,
        response: { 200: { description: 'The URL at which to continue.', ...ref(ConsentAnswer) } },
      },
    },
    async ({ params: { transaction: id } }) => {
      const declined = new AccessDenied()
      return {
        redirect: back(await transactions.end(id), {
          error: 'access_denied',
          error_description: declined.message,
        }),
      }
    },
  )

  /** RFC 9207: the response names its issuer, so that a client cannot mistake it for another server's. */
  function back({ redirectUri, state }: Transaction, answer: Record<string, string>): string {
    return withParameters(redirectUri, { ...answer, state, iss: gateway.baseUrl })
  }

  async function verified(token: string): Promise<VerifiedJwt> {
    try {
      return await oauth.verify(token)
    } catch (error) {
      if (error instanceof CryptoError) throw new WrongConsent()
      throw error
    }
  }
}

/** The claims that the token must have, besides its signer and its lifetime. */
const claimsOf = ({ client, resource, nonce }: Pick<Transaction, 'client' | 'resource' | 'nonce'>) => ({
  aud: resource,
  nonce,
  scopes: ['read'],
  client_id: client.id,
  client_name: client.name,
})

/** The nonce binds the token to this sign-in: one signed for another sign-in is refused. */
function isFor(pending: Transaction, { claims }: VerifiedJwt): boolean {
  const expected: Partial<JwtClaims> = claimsOf(pending)
  return (
    claims.applicationId === undefined &&
    Object.entries(expected).every(([name, value]) => JSON.stringify(claims[name]) === JSON.stringify(value))
  )
}
