/** Environments: which deployment is meant, and what it says of itself. */
import { isJsonObject } from '../../core/crypto/json.ts'
import { Environment } from '../../schemas/environment.ts'
import { sdkError } from './errors.ts'
import { sendForJson } from './http.ts'

/** The deployments that have a name. */
export type EnvironmentName = 'production' | 'staging' | 'preview' | 'development'

/** What is known of a deployment: all of it, or no more than its address. */
export type WelshareApiEnvironment = Readonly<Partial<Environment>>

/** An environment that can be asked: at least its address is known. */
export type ResolvedEnvironment = WelshareApiEnvironment & { readonly apiBaseUrl: string }

/** How an operation is told which deployment is meant: by name, by base URL, or by what is known of it. */
export type EnvironmentInput = EnvironmentName | (string & {}) | WelshareApiEnvironment

/**
 * The named deployments. Only `development`, a gateway on this machine, has an address of its own: who runs a deployment
 * passes its base URL, or a table with its address to `resolveEnvironment`.
 */
export const WELSHARE_API_ENVIRONMENT: Readonly<Record<EnvironmentName, WelshareApiEnvironment>> = {
  production: {},
  staging: {},
  preview: {},
  development: { apiBaseUrl: 'http://localhost:8420' },
}

/**
 * The environment that is meant, with its address checked. It may hold no more than that: `loadEnvironment` asks the
 * deployment for the rest.
 * @param table - the names that are known
 * @throws AndironError `AND_UNKNOWN_ENVIRONMENT`
 */
export function resolveEnvironment(
  environment: EnvironmentInput,
  table: Readonly<Record<string, WelshareApiEnvironment>> = WELSHARE_API_ENVIRONMENT,
): ResolvedEnvironment {
  if (typeof environment !== 'string') return withAddress(environment, 'This environment')
  if (/^https?:/i.test(environment)) return { apiBaseUrl: baseUrlOf(environment) }
  const known = Object.hasOwn(table, environment) ? table[environment] : undefined
  if (known) return withAddress(known, `The environment '${environment}'`)
  const names = Object.keys(table).map(name => `'${name}'`)
  throw sdkError('AND_UNKNOWN_ENVIRONMENT', [
    `The environment '${environment}' is not known: use ${names.join(', ')} or a base URL`,
  ])
}

/**
 * Everything a client needs to know of a deployment. What is not given is read from `/.well-known/andiron.json`, once for
 * each base URL; a failure is not remembered.
 */
export async function loadEnvironment(environment: EnvironmentInput): Promise<Environment> {
  const given = resolveEnvironment(environment)
  return isComplete(given) ? given : { ...(await publishedAt(given.apiBaseUrl)), ...given }
}

const published = new Map<string, Promise<Environment>>()

function publishedAt(apiBaseUrl: string): Promise<Environment> {
  const known = published.get(apiBaseUrl)
  if (known) return known
  const asked = sendForJson<Environment>(
    { url: `${apiBaseUrl}/.well-known/andiron.json`, repeatable: true },
    Environment.required,
  )
  published.set(apiBaseUrl, asked)
  asked.catch(() => published.delete(apiBaseUrl))
  return asked
}

function isComplete(environment: ResolvedEnvironment): environment is Environment {
  return Environment.required.every(member => environment[member] !== undefined)
}

function withAddress(environment: WelshareApiEnvironment, subject: string): ResolvedEnvironment {
  const { apiBaseUrl } = isJsonObject(environment) ? environment : {}
  if (typeof apiBaseUrl === 'string') return { ...environment, apiBaseUrl: baseUrlOf(apiBaseUrl) }
  throw sdkError('AND_UNKNOWN_ENVIRONMENT', [
    `${subject} has no 'apiBaseUrl': pass the base URL of the gateway, or a table that has it`,
  ])
}

/** Without a slash at the end; a path in front of the routes is kept. */
function baseUrlOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw sdkError('AND_UNKNOWN_ENVIRONMENT', [
      'A base URL is an http or https address without user, query or fragment',
    ])
  }
  return url.href.replace(/\/+$/, '')
}
