/** Further grants of the token endpoint, which other plugins add. */
import type { FastifyRequest } from 'fastify'
import type { ErrorRow } from '../../core/index.ts'

/** A way to get a token that has its own client authentication. */
export interface Grant {
  /** The value of `grant_type`. */
  readonly name: string
  /** Its client authentication, as in `token_endpoint_auth_methods_supported`. */
  readonly authMethod: string
  /** The signature algorithms of that authentication. */
  readonly algorithms: readonly string[]
  /** Scopes to name in the metadata. */
  readonly scopes: readonly string[]
  /** Capabilities to name in the SMART configuration. */
  readonly capabilities: readonly string[]
  /** The parameters that it reads, of which none may be repeated. */
  readonly parameters: readonly string[]
  readonly errors: readonly ErrorRow[]
  /** @throws an error whose code names one of RFC 6749 §5.2 */
  exchange(parameters: Readonly<Record<string, string>>, request: FastifyRequest): Promise<TokenAnswer>
  /** Revokes a token of this grant; ignores any other. */
  end(token: string): Promise<void>
}

/** RFC 6749 §5.1. */
export type TokenAnswer = {
  readonly access_token: string
  readonly token_type: 'Bearer'
  readonly expires_in: number
  readonly scope: string
}
