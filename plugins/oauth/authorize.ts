/** The start of a sign-in: validates the client's request and redirects the person to the consent page. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../core/index.ts'
import { lookUp } from '../../fhir/values/language-tags.ts'
import { nameOf, parametersOf, required } from './answers.ts'
import type { Client } from './client.ts'
import {
  InvalidClient,
  InvalidOauthRequest,
  InvalidScope,
  InvalidTarget,
  UnregisteredRedirectUri,
  UnsupportedResponseType,
} from './errors.ts'
import { isRegistered, withParameters } from './redirects.ts'
import { REFUSED } from './refused-texts.ts'
import { grantedOf } from './scopes.ts'
import type { Signin } from './signin.ts'

const KNOWN = [
  ...['client_id', 'redirect_uri', 'response_type', 'state', 'scope', 'resource', 'aud'],
  ...['code_challenge', 'code_challenge_method'],
]
/** SHA-256 in base64url. */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/
const LONGEST_STATE = 2000

type Parameters = ReturnType<typeof parametersOf>

/** The consent page. The id of the sign-in is in the fragment, which reaches no server and no log. */
const CONSENT = '/consent'

export function serveAuthorize(app: App, { clients, transactions, isRegistrable }: Signin): void {
  const { gateway, oauth } = app

  /** The client's request. Errors of these parameters are sent to the client. */
  function read(parameters: Parameters) {
    // SMART App Launch uses `aud` for `resource` of RFC 8707.
    const { state, scope: wanted = 'read', aud, resource = aud } = parameters
    if (parameters['response_type'] !== 'code') throw new UnsupportedResponseType()
    const challenge = required(parameters, 'code_challenge')
    if (parameters['code_challenge_method'] !== 'S256' || !CHALLENGE.test(challenge))
      throw new InvalidOauthRequest("must prove its client by PKCE with the method 'S256'")
    if ((state ?? '').length > LONGEST_STATE) throw new InvalidOauthRequest("has a 'state' that is too long")
    const scope = grantedOf(wanted)
    if (scope === undefined) throw new InvalidScope()
    const meant = resource === undefined ? oauth.resources.usual() : oauth.resources.find(resource)
    if (meant === undefined) throw new InvalidTarget()
    return { challenge, scope, resource: meant, ...(state !== undefined && { state }) }
  }

  app.get(
    '/authorize',
    {
      config: { rateLimited: true },
      schema: {
        operationId: 'authorize',
        summary: 'Begin a sign-in',
        description:
          'For programs that read in the name of a person: OAuth 2.1 and SMART App Launch, authorization code with PKCE (S256). ' +
          'Redirects to a page where the person approves or declines.',
        security: [],
        response: {
          303: { description: 'Redirects to the page, or to the client with an error.', type: 'null' },
          400: {
            description: 'An error page: the client or its redirect URI is not accepted.',
            content: { 'text/html': { schema: { type: 'string' } } },
          },
        },
      },
      // The reader is a person: their browser is here, and the client must not be called at a URL that it did
      // not register.
      errorHandler: sayTo,
    },
    async ({ query }, reply) => {
      const { client, redirectUri, parameters } = await whoAsks(query)
      reply.header('cache-control', 'no-store')
      try {
        const authorization = read(parameters)
        const transaction = await transactions.begin({ client, redirectUri, ...authorization })
        return reply.redirect(`${gateway.baseUrl}${CONSENT}#transaction=${transaction}`, 303)
      } catch (error) {
        const { message, statusCode = 500 } = error as FastifyError
        if (statusCode >= 500) throw error
        const { state } = parameters
        const answer = { error: nameOf(error as FastifyError), error_description: message }
        return reply.redirect(withParameters(redirectUri, { ...answer, state, iss: gateway.baseUrl }), 303)
      }
    },
  )

  /**
   * The client and its redirect URI. Errors here are shown to the person only: no other party is trusted yet.
   */
  async function whoAsks(query: unknown) {
    const id = required(parametersOf(query, ['client_id']), 'client_id')
    const { name, redirectUris }: Client = await clients.find(id)
    const redirectUri = required(parametersOf(query, ['redirect_uri']), 'redirect_uri')
    if (!isRegistered(redirectUri, redirectUris, isRegistrable)) throw new UnregisteredRedirectUri()
    return { client: { id, name }, redirectUri, parameters: readable(query) }
  }

  function readable(query: unknown): Parameters {
    // A repeated parameter counts as missing, and is reported to the client like a missing one.
    const single = Object.entries(query as object).filter(([, value]) => typeof value === 'string')
    return parametersOf(Object.fromEntries(single), KNOWN)
  }
}

/** The page of a refusal, in the language of the browser: the sentence of its kind, and the error for a developer. */
function sayTo(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const known = error.code?.startsWith('AND_') && (error.statusCode ?? 500) < 500
  const status = error instanceof InvalidClient || !known ? (known ? 400 : 500) : (error.statusCode ?? 400)
  if (!known) reply.log.error({ err: error }, 'request failed')
  const { language, texts } = inLanguageOf(request)
  const { html, policy } = request.server.pages.plain({
    ...{ language, title: texts.title, sentences: [texts[kindOf(error, status)], texts.tryAgain] },
    ...(known && { technical: { summary: texts.technical, detail: `${error.message}.` } }),
  })
  reply
    .code(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    .send(html)
}

function kindOf(error: FastifyError, status: number) {
  if (status >= 500) return 'failed'
  if (status === 429) return 'tooMany'
  const isOfClient = error instanceof InvalidClient || error instanceof UnregisteredRedirectUri
  return isOfClient ? 'clientRefused' : 'requestRefused'
}

/** Chinese is in simplified characters, also for a reader of traditional ones. */
function inLanguageOf({ headers }: FastifyRequest) {
  const found = (lookUp(headers['accept-language'], Object.keys(REFUSED)) ?? 'en') as keyof typeof REFUSED
  return { language: found === 'zh' ? 'zh-Hans' : found, texts: REFUSED[found] }
}
