/**
 * The system user for PostgreSQL, and directories that this user can reach: PostgreSQL refuses to run as
 * root.
 */

import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, chown, cp, lstat, mkdir, mkdtemp, readdir, realpath, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Binaries } from './binaries.ts'
import { PostgresSocket, PostgresUnreachable } from './errors.ts'
import type { Log } from './log.ts'

const run = promisify(execFile)

/** The user of a process, as in the options of `child_process`; undefined means our own. */
export type User = { readonly uid: number; readonly gid: number } | undefined

/**
 * Root's directory for files that an unprivileged process must reach, independent of the modes of root's
 * home.
 */
const commons = '/var/lib/andiron'

/** The user for a new cluster: our own, or `nobody` if we are root. */
export function systemUser(): User {
  return process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined
}

/** Checks as that user, by a system call, which covers modes, access lists and mount options. */
export async function canReach(user: User, path: string, access: 'r' | 'w' | 'x'): Promise<boolean> {
  return passes(user, `test -${access} "$1"`, path)
}

/** @param test - a shell's condition about the path `$1` */
async function passes(user: User, test: string, path: string): Promise<boolean> {
  return run('/bin/sh', ['-c', test, 'sh', path], { ...user, cwd: '/' }).then(
    () => true,
    () => false,
  )
}

/** The binaries themselves, or a copy of them if the user can only run that; one copy per version. */
export async function reachableBinaries(
  { native, version }: Binaries,
  user: User,
  log: Log,
): Promise<string> {
  if (user === undefined || (await canRun(user, native))) return native
  const copy = join(commons, `postgres-${version}`)
  if (await canRun(user, copy)) return copy

  await openDirectory(commons, native, user)
  const building = await mkdtemp(`${copy}-`)
  try {
    await cp(await realpath(native), building, { recursive: true, verbatimSymlinks: true })
    await run('chmod', ['-R', 'a+rX', building])
    await rename(building, copy)
  } catch (error) {
    await rm(building, { recursive: true })
    // Of two concurrent copies the later one fails, and finds the other's result.
    if (!(await canRun(user, copy))) throw error
  }
  if (!(await canRun(user, copy))) throw unreachable(user, copy)
  log.info(`The binaries of PostgreSQL run from '${copy}', because uid ${user.uid} cannot access '${native}'`)
  return copy
}

/** One process for all: under root, every start checks this. */
async function canRun(user: User, native: string): Promise<boolean> {
  const parts = ['-x "$1/bin/postgres"', '-x "$1/bin/initdb"', '-r "$1/share/postgresql/postgres.bki"']
  return passes(user, parts.map(part => `test ${part}`).join(' && '), native)
}

/**
 * Creates an empty directory for the user: in `directory` if the user can reach it, otherwise in the commons.
 */
export async function emptyDirectory(directory: string, user: User, log: Log): Promise<string> {
  const here = await mkdtemp(join(directory, '.cluster-'))
  if (user === undefined || (await handOver(here, user))) return here
  await rm(here, { recursive: true })

  await openDirectory(commons, directory, user)
  const name = createHash('sha256').update(directory).digest('hex').slice(0, 16)
  const earlier = (await readdir(commons)).filter(entry => entry.startsWith(`${name}-`))
  for (const entry of earlier) {
    log.warn(
      `'${join(commons, entry)}' holds an earlier database of '${directory}', which is no longer used; remove it if nobody needs it`,
    )
  }
  // A new directory each time: after a data directory is removed, its records must not reappear under the
  // same path.
  const parent = await mkdtemp(join(commons, `${name}-`))
  await chmod(parent, 0o711)
  const there = join(parent, 'cluster')
  await mkdir(there, { mode: 0o700 })
  if (!(await handOver(there, user))) throw unreachable(user, there)
  log.info(`The database is in '${there}', because uid ${user.uid} cannot access '${directory}'`)
  return there
}

async function handOver(path: string, { uid, gid }: NonNullable<User>): Promise<boolean> {
  // On some mounts not even root can change the owner of files.
  const given = await chown(path, uid, gid).then(
    () => true,
    () => false,
  )
  return given && (await canReach({ uid, gid }, path, 'w'))
}

async function openDirectory(path: string, instead: string, user: NonNullable<User>): Promise<void> {
  try {
    await mkdir(path, { recursive: true })
    await chmod(path, 0o755)
  } catch {
    throw unreachable(user, instead)
  }
}

function unreachable({ uid }: NonNullable<User>, path: string): Error {
  return new PostgresUnreachable(String(uid), path, commons)
}

/** Maximum bytes of a socket's path on every system (macOS 103, Linux 107). */
const socketPathLimit = 103

/** The directory for the socket: the cluster's own, or a short one if its path is too long for a socket. */
export async function socketDirectory(cluster: string, user: User): Promise<string> {
  if (Buffer.byteLength(join(cluster, '.s.PGSQL.5432')) <= socketPathLimit) return cluster
  const name = createHash('sha256').update(cluster).digest('hex').slice(0, 16)
  const path = `/tmp/andiron-${name}`
  const made = await mkdir(path, { mode: 0o700 }).then(
    () => true,
    () => false,
  )
  if (made && user !== undefined) await chown(path, user.uid, user.gid)
  // Another user may have created that name in /tmp first, and would then receive our connections.
  const found = await lstat(path)
  const own = found.uid === (user?.uid ?? process.getuid?.()) && (found.mode & 0o777) === 0o700
  if (!own || !found.isDirectory()) throw new PostgresSocket(path)
  return path
}
