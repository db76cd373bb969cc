/** Selects the enabled plugins of the config, in order of registration. */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { ConfigError, checkOptions, nearestOf } from '../config/config.ts'
import {
  aboutConfig,
  BrokenPlugin,
  DuplicatePlugin,
  NotAPlugin,
  OtherVersion,
  UnknownPlugin,
} from '../errors.ts'
import { scrub } from '../http/scrub.ts'
import { version } from '../packages.ts'
import { filesBelow, placeOf } from './loading-fault.ts'
import { order } from './order.ts'
import { isPlugin, type Plugin } from './plugin.ts'

/** A plugin with its options. */
export interface EnabledPlugin {
  readonly plugin: Plugin
  readonly options: object
  /** `built in`, or the module of the plugin. */
  readonly from: string
  /**
   * True if a test compiles its schemas: they are compiled on first use. Other schemas are compiled at the
   * start.
   */
  readonly isProven: boolean
  readonly manifest: Plugin['manifest']
}

/**
 * Built-in plugins are on unless the config sets `false`; those that are off by default need a value. Every
 * other key of the config is a module to load.
 * @param proven - plugins with schemas that a test compiles
 * @param directory - the base of relative module names
 * @throws UnknownPlugin, BrokenPlugin, NotAPlugin, OtherVersion, DuplicatePlugin, MissingDependency,
 * a ConfigError with the problems of all plugins at once
 */
export async function choosePlugins(
  settings: Readonly<Record<string, unknown>>,
  builtIn: readonly Plugin[],
  proven: ReadonlySet<Plugin>,
  directory: URL,
): Promise<EnabledPlugin[]> {
  const ofName = new Map(builtIn.map(plugin => [plugin.manifest.name, { plugin, from: 'built in' }]))
  const enabled = builtIn
    .filter(({ manifest: { name, optIn = false } }) => isOn(settings[name], optIn))
    .map(plugin => ({
      plugin,
      from: 'built in',
      given: settings[plugin.manifest.name],
      key: plugin.manifest.name,
    }))

  for (const [key, given] of Object.entries(settings)) {
    if (ofName.has(key)) continue
    if (given === false) {
      refuseMisspelt(key, directory, [...ofName.keys()])
      continue
    }
    const plugin = await load(key, directory, [...ofName.keys()])
    enabled.push({ plugin, from: key, given, key })
  }

  const names = new Set<string>()
  for (const { plugin } of enabled) {
    if (names.has(plugin.manifest.name)) throw new DuplicatePlugin(plugin.manifest.name)
    names.add(plugin.manifest.name)
  }

  const problems: ConfigError['problems'][number][] = []
  const chosen = enabled.map(({ plugin, from, given, key }): EnabledPlugin => {
    const { manifest } = plugin
    const isProven = proven.has(plugin)
    try {
      const options = checkOptions(
        key,
        manifest.config,
        typeof given === 'object' && given !== null ? given : {},
        isProven,
      )
      return { plugin, options, from, manifest, isProven }
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      problems.push(...error.problems)
      return { plugin, options: {}, from, manifest, isProven }
    }
  })
  if (problems.length) throw new ConfigError(problems)
  return order(chosen, name => settings[name] === false)
}

/** The files of the plugins that the config loads by path, as absolute paths. */
export async function filesOfPlugins(
  settings: Readonly<Record<string, unknown>>,
  directory: URL,
): Promise<string[]> {
  const files: string[] = []
  for (const [name, given] of Object.entries(settings)) {
    if (given === false || !PATH.test(name)) continue
    // Also a file that is missing: it may come back.
    const entry = new URL(name, directory)
    files.push(fileURLToPath(entry))
    for await (const file of filesBelow(entry)) files.push(fileURLToPath(file))
  }
  return [...new Set(files)]
}

const isOn = (given: unknown, optIn: boolean): boolean => given !== false && !(optIn && given === undefined)

/** A built-in plugin that is turned off under a wrong name would stay on. */
function refuseMisspelt(name: string, directory: URL, known: readonly string[]): void {
  const nearest = nearestOf(name, known)
  if (nearest === undefined || PATH.test(name) || locate(name, directory)) return
  throw aboutConfig(new UnknownPlugin(name, `. Did you mean '${nearest}'?`), ['plugins', name])
}

async function load(name: string, directory: URL, known: readonly string[]): Promise<Plugin> {
  const path = ['plugins', name]
  const url = locate(name, directory)
  if (!url) {
    const nearest = nearestOf(name, known)
    throw aboutConfig(new UnknownPlugin(name, nearest ? `. Did you mean '${nearest}'?` : ''), path)
  }
  let module: { default?: unknown }
  try {
    module = (await import(url.href)) as { default?: unknown }
  } catch (cause) {
    // Attributes an invalid spec to its plugin, whichever copy of this package refused it.
    if (codeOf(cause) === 'AND_INVALID_PLUGIN') throw aboutConfig(cause as Error, path)
    const place = await placeOf(cause, url)
    const message = cause instanceof Error ? cause.message : String(cause)
    const sentence = scrub(isTypeScript(cause) ? `${message}. ${COMPILE}` : message)
    throw aboutConfig(new BrokenPlugin(name, place ? `${sentence} (${place})` : sentence, { cause }), path)
  }
  const plugin = module.default
  if (!isPlugin(plugin)) throw aboutConfig(new NotAPlugin(name), path)
  const { madeWith = version } = plugin
  if (madeWith !== version) throw aboutConfig(new OtherVersion(name, madeWith, version), path)
  return plugin
}

/** Before 22.18, Node.js loads no TypeScript. */
const COMPILE = 'Compile it to JavaScript, or use Node.js 22.18 or later'

const isTypeScript = (cause: unknown): boolean =>
  codeOf(cause) === 'ERR_UNKNOWN_FILE_EXTENSION' && /"\.[mc]?ts"/.test(String(cause))

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | undefined)?.code

/** The name of a plugin that is a path. */
const PATH = /^(\.{0,2}\/|file:)/

/**
 * Resolves a path against the directory of the config, and a bare name among the packages installed there.
 */
function locate(name: string, directory: URL): URL | undefined {
  if (PATH.test(name)) {
    const url = new URL(name, directory)
    return existsSync(url) ? url : undefined
  }
  try {
    return pathToFileURL(createRequire(directory).resolve(name))
  } catch {
    return undefined
  }
}
