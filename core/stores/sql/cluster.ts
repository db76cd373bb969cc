/**
 * The files of a PostgreSQL server: created once, completely or not at all, and found again at every start.
 */

import { execFile } from 'node:child_process'
import {
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { findBinaries } from './binaries.ts'
import { PostgresGone, PostgresInit, PostgresOwner, PostgresUser, PostgresVersion } from './errors.ts'
import type { Log } from './log.ts'
import { emptyDirectory, reachableBinaries, socketDirectory, systemUser, type User } from './place.ts'

const run = promisify(execFile)

/** The name of PostgreSQL's own superuser; its password is in a file beside the cluster. */
export const superuser = 'andiron'

/** The environment of PostgreSQL: none of ours, which may hold secrets, and English messages. */
export const environment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/** A cluster with everything needed to run it. */
export interface Cluster {
  /** PostgreSQL's data directory, as a real path. */
  readonly path: string
  /** The directory with `bin`, `lib` and `share`. */
  readonly native: string
  readonly user: User
  /** The directory of its socket when we start it. */
  readonly socket: string
  readonly log: string
  /** The file with its superuser's password, unreadable to the server. */
  readonly password: string
}

/** Finds the cluster of a data directory, or creates it. */
export async function prepareCluster(given: string, log: Log): Promise<Cluster> {
  await mkdir(given, { recursive: true })
  const directory = await realpath(resolve(given))
  const link = join(directory, 'cluster')
  const user = (await isThere(link)) ? await ownerOf(link) : systemUser()
  const binaries = await findBinaries()
  const native = await reachableBinaries(binaries, user, log)
  if (!(await isThere(link))) await create(link, native, user, log)

  const path = await realpath(link)
  await checkVersion(path, binaries.version)
  return {
    path,
    native,
    user,
    socket: await socketDirectory(path, user),
    log: join(directory, 'postgres.log'),
    password: join(directory, 'postgres.password'),
  }
}

/** Creates the files of a new cluster in an empty directory. */
export async function initialise(path: string, native: string, user: User): Promise<void> {
  const settings = ['--auth=trust', '--encoding=UTF8', '--locale=C', '--no-instructions']
  // One call in place of a thousand, one for each file. Other systems do not have it.
  if (process.platform === 'linux') settings.push('--sync-method=syncfs')
  try {
    await run(join(native, 'bin/initdb'), ['-D', path, '-U', superuser, ...settings], {
      ...user,
      cwd: '/',
      env: environment,
    })
  } catch (error) {
    const reason = lastLine(error)
    const [, nameless] = /look up effective user ID (\d+)/.exec(reason) ?? []
    throw nameless === undefined ? new PostgresInit(path, reason) : new PostgresUser(nameless)
  }
}

async function create(link: string, native: string, user: User, log: Log): Promise<void> {
  const directory = dirname(link)
  let building: string | undefined
  try {
    building = await emptyDirectory(directory, user, log)
    await initialise(building, native, user)
    // The name appears once the files are complete; of two processes that create one, the first to finish
    // wins.
    await (dirname(building) === directory ? rename(building, link) : symlink(building, link))
    await Promise.all([dirname(building), directory].map(sync))
  } catch (error) {
    if (building !== undefined) await discard(building)
    if (!(await isThere(link))) throw error
  }
  await removeUnfinished(directory)
}

/**
 * Removes the remains of a killed first start. If that start is still running, it may write faster than this
 * removes: it will find the finished cluster and remove its own files, so failures are ignored here.
 */
async function removeUnfinished(directory: string): Promise<void> {
  const names = (await readdir(directory)).filter(name => name.startsWith('.cluster-'))
  await Promise.all(names.map(name => discard(join(directory, name)).catch(() => {})))
}

/** Removes a directory that another process may be removing or filling at the same time. */
async function discard(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 10 })
}

async function ownerOf(link: string): Promise<User> {
  const { uid, gid } = await stat(link).catch(async () => {
    throw new PostgresGone(link, await readlink(link))
  })
  const user = systemUser()
  const own = process.getuid?.()
  if (user === undefined && uid !== own) throw new PostgresOwner(link, String(uid), String(own))
  if (user === undefined) return undefined
  if (uid === 0) throw new PostgresOwner(link, String(uid), String(user.uid))
  return { uid, gid }
}

async function checkVersion(path: string, installed: string): Promise<void> {
  const made = (await readFile(join(path, 'PG_VERSION'), 'utf8')).trim()
  const major = installed.split('.')[0] ?? ''
  if (made !== major) throw new PostgresVersion(path, made, major)
}

/** A name is durable once its directory is synced. */
async function sync(directory: string): Promise<void> {
  const handle = await open(directory)
  await handle.sync().finally(() => handle.close())
}

function lastLine(error: unknown): string {
  const { stderr, message } = error as { stderr?: string; message: string }
  return (stderr || message).trim().split('\n').at(-1) ?? ''
}

async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}
