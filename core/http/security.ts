/** Enforces the security that routes declare in their schemas; a missing declaration prevents the start. */
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { UndeclaredSecurity, UnknownScheme } from '../errors.ts'
import type { ErrorRow } from './problem.ts'

/** The authenticated caller, as one of the security schemes proved it. */
export interface Caller {
  /** The DID as the caller wrote it; compare identities by `key`. */
  readonly did: string
  /** The compressed public key in hex: the identity. */
  readonly key: string
  readonly scopes: readonly string[]
  /** The application for which, or as which, the caller acts. */
  readonly applicationId?: string
  /** The program that the person authorised, as named in their token. */
  readonly client?: { readonly id: string; readonly name: string }
  /** True if the caller proved to be an application, by a key that speaks for it now or by one of its backends. */
  readonly isApplication?: true
  /** The backend that calls as its application. */
  readonly backend?: { readonly id: string; readonly name: string }
}

/** An authentication scheme, declared by a plugin under its OpenAPI name. */
export interface SecurityScheme {
  /** The OpenAPI Security Scheme Object. */
  readonly describe: Readonly<Record<string, unknown>> & { readonly type: string }
  /** Its errors, for the description of routes that use it. */
  readonly errors: readonly ErrorRow[]
  /**
   * Returns the caller.
   * @throws 401 without valid credentials, 403 with insufficient scopes
   */
  authenticate(request: FastifyRequest, scopes: readonly string[]): Promise<Caller> | Caller
}

/**
 * Alternatives, as in OpenAPI: one of the entries must hold, with every scheme in it. An empty entry beside
 * others, `{}`, holds only for a request without an `Authorization` header: a refused token never counts as
 * none.
 */
export type Security = readonly { [scheme: string]: readonly string[] }[]

declare module 'fastify' {
  interface FastifySchema {
    /** The permitted callers: scheme name → scopes; `[]` is anyone. Required on every route. */
    security?: Security
  }
  interface FastifyRequest {
    /** Set on routes with a security scheme; if `{}` is an alternative, only for requests with a token. */
    caller: Caller
  }
}

/**
 * Enforces the security that each route declares. A route without a declaration, or with a scheme that no
 * enabled plugin provides, prevents the start: disabling a plugin never opens a route.
 */
export function enforceSecurity(app: FastifyInstance, schemes: ReadonlyMap<string, SecurityScheme>): void {
  const routes: RouteOptions[] = []
  app.decorateRequest('caller')

  app.addHook('onRoute', route => {
    routes.push(route)
    // The declaration is read at the request: hooks of inner scopes may still add it to the route.
    const authenticate = async (request: FastifyRequest) => {
      const alternatives = route.schema?.security
      if (!alternatives) throw new UndeclaredSecurity(nameOf(route))
      const proven = alternatives.filter(isNamed)
      const mayBeNobody = proven.length < alternatives.length && request.headers.authorization === undefined
      if (proven.length > 0 && !mayBeNobody) request.caller = await firstThatHolds(proven, schemes, request)
    }
    // Before the route's own hooks: none of them runs for an unauthenticated caller.
    route.onRequest = [authenticate, ...[route.onRequest ?? []].flat()]
  })

  app.addHook('onReady', async () => {
    for (const route of routes) {
      const alternatives = route.schema?.security
      // `[]` permits anyone; an empty alternative with no other beside it is a mistake.
      if (!alternatives || (alternatives.length > 0 && !alternatives.some(isNamed)))
        throw new UndeclaredSecurity(nameOf(route))
      for (const name of alternatives.flatMap(Object.keys))
        if (!schemes.has(name)) throw new UnknownScheme(nameOf(route), name)
    }
  })
}

/** Declares the security of every route in a scope: for Fastify plugins that do not know this gateway. */
export function declareSecurity(scope: FastifyInstance, security: Security): void {
  scope.addHook('onRoute', route => {
    route.schema = { hide: true, security, ...route.schema }
  })
}

const isNamed = (alternative: Security[number]): boolean => Object.keys(alternative).length > 0

const nameOf = (route: RouteOptions): string => `${[route.method].flat().join('|')} ${route.url}`

async function firstThatHolds(
  alternatives: Security,
  schemes: ReadonlyMap<string, SecurityScheme>,
  request: FastifyRequest,
): Promise<Caller> {
  let failure: unknown
  for (const alternative of alternatives) {
    try {
      return await allHold(alternative, schemes, request)
    } catch (error) {
      // A 403 is more specific than a 401: the caller is known, the scope is missing.
      if (failure === undefined || statusOf(error) === 403) failure = error
    }
  }
  throw failure
}

async function allHold(
  alternative: Security[number],
  schemes: ReadonlyMap<string, SecurityScheme>,
  request: FastifyRequest,
): Promise<Caller> {
  let caller: Caller | undefined
  for (const [name, scopes] of Object.entries(alternative)) {
    const scheme = schemes.get(name)
    if (!scheme) throw new UnknownScheme(request.url, name)
    caller = await scheme.authenticate(request, scopes)
  }
  if (!caller) throw new UndeclaredSecurity(request.routeOptions.url ?? request.url)
  return caller
}

const statusOf = (error: unknown): unknown => (error as { statusCode?: unknown }).statusCode
