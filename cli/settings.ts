/** The config of the command line: file, then environment, then options. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { ConfigError } from '../core/config/config.ts'
import { type ConfigFile, readConfigFile } from '../core/config/config-file.ts'
import { InvalidConfig } from '../core/errors.ts'

/** Options of every command. */
export interface Located {
  readonly config?: string
  readonly host?: string
  readonly port?: string
  readonly data?: string
  readonly workers?: string
}

const DEFAULT_FILE = 'andiron.json'

/** @throws InvalidConfig with file and line */
export async function readSettings({
  config: file,
  host,
  port,
  data,
  workers,
}: Located): Promise<ConfigFile> {
  const read = await readConfigFile(
    file ?? (existsSync(DEFAULT_FILE) ? DEFAULT_FILE : undefined),
    process.env,
  )
  const options = {
    ...(host !== undefined && { host }),
    ...(port !== undefined && { port: /^\d+$/.test(port) ? Number(port) : (port as unknown as number) }),
    ...(workers !== undefined && { workers: /^\d+$/.test(workers) ? Number(workers) : (workers as 'auto') }),
    // Relative to the working directory, not to the config file.
    ...(data !== undefined && { data: resolve(data) }),
  }
  return { ...read, config: Object.assign(read.config, options) }
}

/** Runs code that needs a valid config, and reports a problem with its place in the file. */
export async function explaining<T>(file: ConfigFile, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof ConfigError)
      throw new InvalidConfig(`The config is not valid.\n${file.explain(error)}`, { cause: error })
    const { path, message } = error as Error & { readonly path?: readonly string[] }
    const where = Array.isArray(path) ? file.where(path) : undefined
    if (where) throw new InvalidConfig(`${where}: ${file.conceal(message)}`, { cause: error })
    throw Object.assign(error as Error, { message: file.conceal(message) })
  }
}
