/** The key of a backend, which reads for its application with tokens of the token endpoint (SMART Backend Services). */
import { encodeUtf8, randomBytes, toBase64url } from '../../core/crypto/bytes.ts'
import { type EnvironmentInput, resolveEnvironment } from './environment.ts'
import { type CallOptions, sendForJson } from './http.ts'
import type { Signer } from './key-pair.ts'
import { tokenOf } from './questionnaires.ts'

/** Gets tokens for the reading operations of this package. */
export interface BackendSigner {
  readonly applicationId: string
  /** A token that covers the scope; reused until a minute before it expires. */
  tokenFor(scope: string, environment: EnvironmentInput, options?: CallOptions): Promise<string>
}

/** A reader for an application: its own key, or one of its backends. */
export type Reader = Signer | BackendSigner

/** A public key of a backend: EC P-256, RFC 7518 §6.2. A type, as an interface does not fit a JSON object. */
export type BackendPublicJwk = {
  readonly kty: string
  readonly crv: string
  readonly x: string
  readonly y: string
  readonly kid: string
  readonly alg: 'ES256'
}

/** The key of a backend: keep the private one, register the public one. */
export interface BackendKey {
  readonly privateJwk: BackendPublicJwk & { readonly d: string }
  readonly publicJwk: BackendPublicJwk & { readonly use: 'sig' }
}

const EC = { name: 'ECDSA', namedCurve: 'P-256' } as const
const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
/** Seconds before its end at which a token is no longer reused. */
const MARGIN = 60

/** Creates a key for a backend. */
export async function createBackendKey(): Promise<BackendKey> {
  const { privateKey } = await crypto.subtle.generateKey(EC, true, ['sign', 'verify'])
  const { kty = '', crv = '', x = '', y = '', d = '' } = await crypto.subtle.exportKey('jwk', privateKey)
  const shared = { kty, crv, x, y, kid: toBase64url(randomBytes(12)), alg: 'ES256' } as const
  return { privateJwk: { ...shared, d }, publicJwk: { ...shared, use: 'sig' } }
}

/**
 * Signs in as a backend of an application. Pass it to the operations that read: responses and aggregates.
 * @param privateJwk - of `createBackendKey`, registered with `registerBackend`
 * @param applicationId - as it was registered
 * @example
 * ```ts
 * const { privateJwk, publicJwk } = await createBackendKey()
 * await registerBackend(applicationKeypair, id, { name: 'Export', jwks: { keys: [publicJwk] } }, environment)
 * for await (const response of readResponses(backendSigner(privateJwk, id), formId, environment)) …
 * ```
 */
export function backendSigner(privateJwk: BackendKey['privateJwk'], applicationId: string): BackendSigner {
  const tokens = new Map<string, { readonly token: string; readonly until: number }>()

  async function assertion(audience: string): Promise<string> {
    const { kid, kty, crv, x, y, d } = privateJwk
    const key = await crypto.subtle.importKey('jwk', { kty, crv, x, y, d }, EC, false, ['sign'])
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      ...{ iss: applicationId, sub: applicationId, aud: audience, iat: now, exp: now + 240 },
      jti: toBase64url(randomBytes(16)),
    }
    const input = [{ alg: 'ES256', typ: 'JWT', kid }, claims]
      .map(part => toBase64url(encodeUtf8(JSON.stringify(part))))
      .join('.')
    const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
    const signature = await crypto.subtle.sign(algorithm, key, new Uint8Array(encodeUtf8(input)))
    return `${input}.${toBase64url(new Uint8Array(signature))}`
  }

  return {
    applicationId,
    async tokenFor(scope, environment, { signal } = {}) {
      const { apiBaseUrl } = resolveEnvironment(environment)
      const name = `${apiBaseUrl} ${scope}`
      const known = tokens.get(name)
      if (known && Date.now() < known.until) return known.token
      const metadata = {
        url: `${apiBaseUrl}/.well-known/oauth-authorization-server`,
        repeatable: true,
        signal,
      }
      const { token_endpoint: endpoint } = await sendForJson<{ token_endpoint: string }>(metadata, [
        'token_endpoint',
      ])
      const form = new URLSearchParams({
        ...{ grant_type: 'client_credentials', scope, client_assertion_type: ASSERTION_TYPE },
        client_assertion: await assertion(endpoint),
      })
      // Its own address: the metadata name the audience, not where the assertion goes.
      const request = { method: 'POST', url: `${apiBaseUrl}/token`, form, repeatable: false, signal } as const
      const answer = await sendForJson<{ access_token: string; expires_in: number }>(request, [
        'access_token',
        'expires_in',
      ])
      const until = Date.now() + (answer.expires_in - MARGIN) * 1000
      tokens.set(name, { token: answer.access_token, until })
      return answer.access_token
    },
  }
}

/** A token of the reader. @param scope - one, or several with spaces between them */
export async function readerToken(
  reader: Reader,
  scope: string,
  environment: EnvironmentInput,
  { applicationId, signal }: CallOptions & { readonly applicationId?: string },
): Promise<string> {
  if ('tokenFor' in reader) return reader.tokenFor(scope, environment, { signal })
  return tokenOf(reader, scope, { ...(applicationId !== undefined && { applicationId }) })
}
