/** Reads `andiron.json`: keeps positions for error messages, fills in `${ENV}`, applies `ANDIRON_*`. */
import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { InvalidConfig } from '../errors.ts'
import { type Conceal, concealing, urlSecretsIn } from './conceal.ts'
import { ConfigError, type ConfigProblem, dotted } from './config.ts'
import type { ConfigInput } from './config-schema.ts'
import { markFromEnvironment } from './from-environment.ts'
import type { Positioned } from './positions.ts'

type Environment = Readonly<Record<string, string | undefined>>

export interface ConfigFile {
  readonly config: ConfigInput
  /** The base of relative paths and module names in the config, as a URL ending in a slash. */
  readonly directory: URL
  /** Absolute path, if there is a file. */
  readonly file?: string
  /** `file:line` of a part of the config, or of the place where it is missing; `undefined` without a file. */
  where(path: readonly string[]): string | undefined
  /** Formats the problems of a config as lines `file:line: path: expected …, got …`. */
  explain(error: ConfigError): string
  /** Removes values of environment variables, and the passwords of URLs, from a text. */
  readonly conceal: Conceal
}

/** Environment variables that set a config key, beside `${…}`: variable → key of the config. */
export const OVERRIDES = {
  ANDIRON_HOST: 'host',
  ANDIRON_PORT: 'port',
  ANDIRON_DATA: 'data',
  ANDIRON_BASE_URL: 'baseUrl',
  JWT_USER_OAUTH_TTL: 'plugins.oauth.tokenLifetime',
} as const

const NO_FILE: Positioned = { isObject: true, value: {}, lineOf: () => 0 }

/**
 * Reads a config file, or starts from an empty config if `file` is undefined.
 * @throws InvalidConfig if the file cannot be read or is not JSON; ConfigError if it names an unset variable
 */
export async function readConfigFile(file: string | undefined, env: Environment): Promise<ConfigFile> {
  const path = file === undefined ? undefined : resolve(file)
  // Loads the parser only if there is a file.
  const document: Positioned =
    path === undefined ? NO_FILE : (await import('./positions.ts')).readPositioned(await read(path))
  if (document.broken)
    throw new InvalidConfig(`${path}:${document.broken.line}: not JSON: ${sayInJson(document.broken)}`)
  if (!document.isObject) throw new InvalidConfig(`${path}:1: expected an object`)

  const where = (at: readonly string[]): string | undefined => path && `${path}:${document.lineOf(at)}`
  const problems: ConfigProblem[] = []
  const fillings: Filling[] = []
  const config = fillIn(document.value, env, [], problems, fillings) as Record<string, unknown>
  const conceal = concealing([
    ...fillings
      .filter(({ path }) => !ADDRESSES.has(path[0] ?? ''))
      .map(({ value, name }) => [value, `\${${name}}`] as const),
    ...urlSecretsIn(config),
  ])
  const explain = (error: ConfigError): string =>
    error.problems
      .map(problem => conceal(locate(unfilled(problem, fillings), where(problem.path))))
      .join('\n')

  if (problems.length) {
    const error = new ConfigError(problems)
    throw new InvalidConfig(explain(error), { cause: error })
  }
  for (const [name, key] of Object.entries(OVERRIDES)) {
    const value = env[name]
    if (value !== undefined && value !== '') lay(config, key.split('.'), value)
  }
  const directory = pathToFileURL(`${path === undefined ? process.cwd() : dirname(path)}/`)
  return { config, directory, where, explain, conceal, ...(path !== undefined && { file: path }) }
}

/** Reduces the message of the JSON parser to its sentence; the position is reported separately. */
const sayInJson = ({ message }: { readonly message: string }): string =>
  (message.split('\n')[0] ?? '')
    .replace(/ at line \d+, column \d+:?$| in JSON at position \d+.*$/, '')
    .replace('flow map', 'an object')
    .replace('flow sequence', 'a list')

async function read(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    throw new InvalidConfig(`${path}: cannot be read (${(cause as NodeJS.ErrnoException).code})`, { cause })
  }
}

function locate({ path, expected, got, nearest }: ConfigProblem, where: string | undefined): string {
  const hint = nearest ? `\n  Did you mean '${nearest}'?` : ''
  return `${where ? `${where}: ` : ''}${dotted(path)}\n  expected ${expected}\n  got ${got}${hint}`
}

/** Keys with values that a gateway prints: its address and its data directory. */
const ADDRESSES: ReadonlySet<string> = new Set(Object.values(OVERRIDES))

/** A value that was filled in from the environment. */
interface Filling {
  readonly path: readonly string[]
  readonly name: string
  readonly value: string
}

/** The problem without its value, if any part of the value came from the environment. */
function unfilled(problem: ConfigProblem, fillings: readonly Filling[]): ConfigProblem {
  const names = fillings
    .filter(({ path, value }) => value !== '' && dotted(path) === dotted(problem.path))
    .map(({ name }) => name)
  if (names.length === 0) return problem
  const { nearest: _, ...rest } = problem
  return { ...rest, got: `what the environment has for ${[...new Set(names)].join(' and ')}` }
}

/** Replaces `${NAME}` in every text; an unset variable is a problem, never an empty text. */
function fillIn(
  value: unknown,
  env: Environment,
  path: readonly string[],
  problems: ConfigProblem[],
  fillings: Filling[],
): unknown {
  if (typeof value === 'string')
    return value.replace(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (_, name: string) => {
      const filling = env[name]
      if (filling === undefined)
        problems.push({ path, expected: `the environment variable ${name} to be set`, got: 'nothing' })
      else fillings.push({ path, name, value: filling })
      return filling ?? ''
    })
  if (Array.isArray(value))
    return value.map((item, index) => fillIn(item, env, [...path, String(index)], problems, fillings))
  if (value === null || typeof value !== 'object') return value
  const filled = Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, fillIn(item, env, [...path, key], problems, fillings)]),
  )
  for (const [key, item] of Object.entries(value))
    if (typeof item === 'string' && WHOLE.test(item)) markFromEnvironment(filled, key)
  return filled
}

/** A text that consists of one variable only. */
const WHOLE = /^\$\{[A-Za-z_][A-Za-z0-9_]*\}$/

/** Writes the value of a variable into the config, except for options of a disabled plugin. */
function lay(config: Record<string, unknown>, [key = '', ...rest]: readonly string[], value: string): void {
  if (rest.length === 0) {
    config[key] = value
    markFromEnvironment(config, key)
    return
  }
  const inner = config[key]
  if (inner === false) return
  const options = typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>) : {}
  config[key] = options
  lay(options, rest, value)
}
