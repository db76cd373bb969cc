/** The routes that clients call: registration, the token for a code, and its revocation. */
import { readCompact } from '../../core/crypto/index.ts'
import type { App, ErrorRow } from '../../core/index.ts'
import { answerOauthErrors, openToPages, parametersOf, required, speakForms } from './answers.ts'
import { isDocumentUrl } from './client-document.ts'
import {
  InvalidClient,
  InvalidClientMetadata,
  InvalidGrant,
  InvalidOauthRequest,
  InvalidRedirectUri,
  TooManyClients,
  UnsupportedGrantType,
} from './errors.ts'
import { SCOPES } from './scopes.ts'
import type { Signin } from './signin.ts'

/** `application/x-www-form-urlencoded`; parameters are read by hand, because unknown ones must be ignored. */
const form = (properties: object, required: readonly string[], example: object) =>
  ({
    content: {
      'application/x-www-form-urlencoded': {
        schema: { type: 'object', required, properties, examples: [example] },
      },
    },
  }) as const
const METADATA = { client_name: 'Sleep assistant', redirect_uris: ['https://assistant.example/callback'] }
const CODE_GRANT = {
  grant_type: 'authorization_code',
  client_id: '2f6d1c1e-9a3b-4b57-8c1d-5f0e7a9b3c21',
  code: 'the code in the redirect',
  code_verifier: 'the secret behind the code challenge',
  redirect_uri: 'https://assistant.example/callback',
}
const text = { type: 'string' } as const
const oauthError = {
  description: 'The request is refused.',
  type: 'object',
  required: ['error'],
  properties: { error: text, error_description: text },
} as const

/** An address with that many requests is no legitimate client. */
const rateLimited = true

export function serveToken(app: App, signin: Signin): void {
  speakForms(app)
  answerOauthErrors(app)
  openToPages(app, ['/register', '/token', '/revoke'])
  app.addHook('onSend', async (_request, reply) => {
    // RFC 6749 §5.1.
    reply.header('cache-control', 'no-store')
  })

  serveRegistration(app, signin)
  serveExchange(app, signin)
  serveRevocation(app)
}

function serveRegistration(app: App, { clients }: Signin): void {
  app.post(
    '/register',
    {
      config: { rateLimited, cost: 10, errors: [InvalidClientMetadata, InvalidRedirectUri, TooManyClients] },
      schema: {
        operationId: 'registerClient',
        summary: 'Register a client',
        description:
          'RFC 7591. Every client is public. A registration expires when it is unused for a while, or after a day without a sign-in.',
        security: [],
        body: { type: 'object', examples: [METADATA] },
        response: { 201: { description: 'Registered.', type: 'object' }, 400: oauthError, 429: oauthError },
      },
    },
    async function register({ body, ip }, reply) {
      const { id, name, redirectUris } = await clients.register(body, ip)
      return reply.code(201).send({
        ...{ client_id: id, client_id_issued_at: Math.floor(Date.now() / 1000), client_name: name },
        ...{ redirect_uris: [...redirectUris], token_endpoint_auth_method: 'none' },
        ...{ grant_types: ['authorization_code'], response_types: ['code'], scope: SCOPES.join(' ') },
      })
    },
  )
}

function serveExchange(app: App, { clients, codes }: Signin): void {
  const errors: ErrorRow[] = [InvalidOauthRequest, InvalidGrant, UnsupportedGrantType, InvalidClient]
  // Other plugins add their grants later.
  app.addHook('onReady', async () => {
    errors.push(...[...app.oauth.grants].flatMap(grant => grant.errors))
  })

  app.post(
    '/token',
    {
      config: {
        rateLimited,
        errors,
      },
      schema: {
        operationId: 'exchangeCode',
        summary: 'Get a token',
        description:
          'With a code, the access token is the JWT that the person signed, without a refresh token: only the person can sign a ' +
          'new token. With `client_credentials`, a backend of an application authenticates with `private_key_jwt` (SMART Backend ' +
          'Services) and gets a token of five minutes.',
        security: [],
        body: form(
          {
            grant_type: text,
            code: text,
            client_id: text,
            code_verifier: text,
            redirect_uri: text,
            resource: text,
            scope: text,
            client_assertion_type: text,
            client_assertion: text,
          },
          // The others belong to this grant alone: another grant is refused by its name.
          ['grant_type'],
          CODE_GRANT,
        ),
        response: {
          200: {
            description: 'The token.',
            type: 'object',
            required: ['access_token', 'token_type', 'expires_in', 'scope'],
            properties: {
              access_token: text,
              token_type: text,
              expires_in: { type: 'integer' },
              scope: text,
            },
          },
          400: oauthError,
          401: oauthError,
        },
      },
    },
    async function exchange(request) {
      const { body } = request
      const grants = [...app.oauth.grants]
      const given = parametersOf(body, [
        ...grants.flatMap(({ parameters }) => parameters),
        ...['grant_type', 'code', 'client_id', 'code_verifier', 'redirect_uri', 'resource'],
      ])
      const type = required(given, 'grant_type')
      const grant = grants.find(({ name }) => name === type)
      if (grant) return grant.exchange(given, request)
      if (type !== 'authorization_code') throw new UnsupportedGrantType()
      const clientId = required(given, 'client_id')
      // The error for an expired client makes it register again. A client document was read when the sign-in
      // began.
      if (!isDocumentUrl(clientId)) await clients.find(clientId)
      const { redirect_uri: redirectUri, resource } = given
      const { token, scope } = await codes.redeem({
        ...{ clientId, code: required(given, 'code'), verifier: required(given, 'code_verifier') },
        ...(redirectUri !== undefined && { redirectUri }),
        ...(resource !== undefined && { resource }),
      })
      const { exp } = readCompact(token).payload
      const left = Number(exp) - Math.floor(Date.now() / 1000)
      if (left <= 0) throw new InvalidGrant()
      return { access_token: token, token_type: 'Bearer', expires_in: left, scope }
    },
  )
}

function serveRevocation(app: App): void {
  app.post(
    '/revoke',
    {
      config: { rateLimited, errors: [InvalidOauthRequest] },
      schema: {
        operationId: 'revokeToken',
        summary: 'Revoke a token',
        description:
          'RFC 7009. Any holder of a token can revoke it. The response is the same for an invalid token.',
        security: [],
        body: form({ token: text }, ['token'], { token: 'the token to revoke' }),
        response: {
          200: { description: 'The token is not valid or is now revoked.', type: 'object' },
          400: oauthError,
        },
      },
    },
    async function revoke({ body }) {
      const token = required(parametersOf(body, ['token']), 'token')
      for (const grant of app.oauth.grants) await grant.end(token)
      await app.oauth.end(token)
      return {}
    },
  )
}
