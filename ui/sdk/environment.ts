/** Environments: the deployment of an operation, and its published configuration. */
import { isJsonObject } from '../../core/crypto/json.ts'
import { ENVIRONMENT_MEMBERS, type Environment } from '../../schemas/environment.ts'
import { sdkError } from './errors.ts'
import { sendForJson } from './http.ts'

/** Names of deployments. */
export type EnvironmentName = 'production' | 'staging' | 'preview' | 'development'

/** The configuration of a deployment, complete or only its address. */
export type WelshareApiEnvironment = Readonly<Partial<Environment>>

/** An environment whose address is known. */
export type ResolvedEnvironment = WelshareApiEnvironment & { readonly apiBaseUrl: string }

/** The deployment of an operation: a name, a base URL, or its configuration. */
export type EnvironmentInput = EnvironmentName | (string & {}) | WelshareApiEnvironment

const named: Record<EnvironmentName, WelshareApiEnvironment> = {
  production: {},
  staging: {},
  preview: {},
  development: { apiBaseUrl: 'http://localhost:8420' },
}

/**
 * The named deployments. Only `development`, a gateway on this machine, has a default address; set the others
 * once with `configureEnvironments`.
 */
export const WELSHARE_API_ENVIRONMENT: Readonly<Record<EnvironmentName, WelshareApiEnvironment>> = named

/**
 * Sets the addresses of named deployments, for every operation of the SDK and for `useWelshare`. Call it once
 * when the application starts. Other names keep their addresses.
 * @example
 * ```ts
 * configureEnvironments({
 *   production: 'https://profile.example',
 *   staging: 'https://staging.profile.example',
 * })
 * ```
 * @throws AndironError `AND_UNKNOWN_ENVIRONMENT` for another name or a malformed address; nothing is set then
 */
export function configureEnvironments(
  environments: Readonly<Partial<Record<EnvironmentName, string | WelshareApiEnvironment>>>,
): void {
  const given = Object.entries(environments).filter(([, address]) => address !== undefined)
  const resolved = given.map(([name, address]) => {
    if (!Object.hasOwn(named, name)) throw unknownName(name, named)
    const known = typeof address === 'string' ? { apiBaseUrl: address } : address
    return [name, withAddress(known, `The environment '${name}'`)]
  })
  Object.assign(named, Object.fromEntries(resolved))
}

/** The call that an application is missing. */
const CONFIGURE =
  "call configureEnvironments({ production: 'https://…', staging: 'https://…' }) once where the application starts, or pass a base URL"

/**
 * Resolves an environment and checks its address. The result may hold only that: `loadEnvironment` fetches
 * the rest.
 * @param table - the known names
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
  throw unknownName(environment, table)
}

function unknownName(name: string, table: object): Error {
  const names = Object.keys(table).map(each => `'${each}'`)
  return sdkError('AND_UNKNOWN_ENVIRONMENT', [
    `The environment '${name}' is not known: use ${names.join(', ')} or a base URL`,
  ])
}

/**
 * Loads everything that a client needs to know of a deployment. Missing members are fetched from
 * `/.well-known/andiron.json`, at most once in five minutes per base URL, so that a long-lived page learns of
 * a new key of the service long before the old one ends; failures are not cached.
 * @param environment - a base URL, the name of a deployment, or its configuration
 * @throws AndironError `AND_UNKNOWN_ENVIRONMENT`; `AND_NODES_UNPROVEN` if other storage nodes have taken the place of
 * those that the deployment named before, without their signed statement; or when the deployment does not answer
 * @example
 * ```ts
 * const environment = await loadEnvironment('https://profile.example')
 * ```
 */
export async function loadEnvironment(environment: EnvironmentInput): Promise<Environment> {
  const given = resolveEnvironment(environment)
  return isComplete(given) ? given : { ...(await publishedAt(given.apiBaseUrl)), ...given }
}

/** Milliseconds for which a published environment is used again. */
const FRESH = 5 * 60_000

const published = new Map<string, { readonly environment: Promise<Environment>; readonly until: number }>()

function publishedAt(apiBaseUrl: string): Promise<Environment> {
  const known = published.get(apiBaseUrl)
  if (known && Date.now() < known.until) return known.environment
  const fetched = sendForJson<Environment>(
    { url: `${apiBaseUrl}/.well-known/andiron.json`, repeatable: true },
    ENVIRONMENT_MEMBERS,
  ).then(environment => trusted(apiBaseUrl, environment))
  published.set(apiBaseUrl, { environment: fetched, until: Date.now() + FRESH })
  fetched.catch(() => published.delete(apiBaseUrl))
  return fetched
}

/** The environment of each base URL whose nodes were trusted last. */
const known = new Map<string, Environment>()

/** Nodes other than those that were known must follow from these. @throws AndironError `AND_NODES_UNPROVEN` */
async function trusted(apiBaseUrl: string, environment: Environment): Promise<Environment> {
  const before = known.get(apiBaseUrl)
  if (before !== undefined && nodesIn(before) !== nodesIn(environment)) {
    const { assertNodesFollow } = await import('./node-set.ts')
    await assertNodesFollow(before, environment)
  }
  known.set(apiBaseUrl, environment)
  return environment
}

const nodesIn = ({ nodes }: Environment): string => nodes.map(({ did }) => did).join()

/** Lets the next call fetch its environment again. */
export function forgetEnvironments(): void {
  published.clear()
}

function isComplete(environment: ResolvedEnvironment): environment is Environment {
  return ENVIRONMENT_MEMBERS.every(member => environment[member] !== undefined)
}

function withAddress(environment: WelshareApiEnvironment, subject: string): ResolvedEnvironment {
  const { apiBaseUrl } = isJsonObject(environment) ? environment : {}
  if (typeof apiBaseUrl === 'string') return { ...environment, apiBaseUrl: baseUrlOf(apiBaseUrl) }
  throw sdkError('AND_UNKNOWN_ENVIRONMENT', [`${subject} has no 'apiBaseUrl': ${CONFIGURE}`])
}

/** Removes trailing slashes; a path prefix is kept. */
function baseUrlOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw sdkError('AND_UNKNOWN_ENVIRONMENT', [
      'A base URL is an http or https address without user, query or fragment',
    ])
  }
  return url.href.replace(/\/+$/, '')
}
