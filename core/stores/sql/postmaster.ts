/** The PostgreSQL process: starts it, finds a running one, stops it. */

import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { open, readFile, rename, rm, rmdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Cluster, environment } from './cluster.ts'
import { PostgresStart } from './errors.ts'

/** The address of a server, as in its pid file. */
export interface Address {
  readonly pid: number
  readonly host: string
  readonly port: number
}

const settings = {
  // Acknowledged writes depend on it; set explicitly so that no default can disable it.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',

  listen_addresses: '',
  port: '5432',
  unix_socket_permissions: '0700',

  shared_buffers: '64MB',
  maintenance_work_mem: '32MB',
  max_wal_size: '1GB',
  max_parallel_workers_per_gather: '0',
  io_method: 'sync',
  jit: 'off',

  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  // Errors of statements quote values, and are returned to the caller; the log is limited to the server's own
  // events.
  log_min_messages: 'log',
  log_error_verbosity: 'terse',
}

/** Bytes after which the log is rotated at the next start, replacing the previous one. */
const logLimit = 4 * 1024 * 1024

/** The address in the pid file of the server that runs, or last ran, on a cluster. */
export async function addressOf({ path }: Cluster): Promise<Address | undefined> {
  const text = await readFile(join(path, 'postmaster.pid'), 'utf8').catch(() => '')
  const [pid, , , port, host] = text.split('\n')
  return pid && port && host ? { pid: Number(pid), port: Number(port), host } : undefined
}

/** A started process that may still exit. */
export interface Attempt {
  /** The process's own message, once it has exited. */
  failure(): Promise<string | undefined>
}

/** Starts the process in a session of its own, so that Ctrl-C in our terminal does not reach it. */
export async function launch(cluster: Cluster, connections: number): Promise<Attempt> {
  await rotate(cluster.log)
  const log = await open(cluster.log, 'a', 0o600)
  try {
    const from = (await log.stat()).size
    const sockets = `unix_socket_directories="${cluster.socket.replaceAll('"', '""')}"`
    const options = Object.entries({ ...settings, max_connections: String(connections) }).flatMap(
      ([name, value]) => ['-c', `${name}=${value}`],
    )
    const child = spawn(
      join(cluster.native, 'bin/postgres'),
      ['-D', cluster.path, '-c', sockets, ...options],
      { ...cluster.user, cwd: '/', env: environment, detached: true, stdio: ['ignore', log.fd, log.fd] },
    )
    child.unref()
    const spawnError = await started(child)
    if (spawnError) throw new PostgresStart(spawnError.message, cluster.log)
    return { failure: async () => (ended(child) ? reason(cluster.log, from, child.pid) : undefined) }
  } finally {
    await log.close()
  }
}

/** Stops the server: sessions are cut, committed data is flushed, and the files are consistent. */
export async function stop(cluster: Cluster): Promise<void> {
  const address = await addressOf(cluster)
  if (address === undefined || !interrupt(address.pid)) return
  // The server deletes its pid file last. Its process may remain as a zombie if no init process reaps
  // orphans.
  while ((await addressOf(cluster))?.pid === address.pid) await delay(10)
  if (address.host !== cluster.path) await rmdir(address.host).catch(() => {})
}

/**
 * Tells the server of a data directory to stop, without waiting: for a process that ends at once.
 * @param directory - as `startEmbeddedPostgres` receives it
 */
export function interruptNow(directory: string): void {
  try {
    interrupt(Number.parseInt(readFileSync(join(directory, 'cluster', 'postmaster.pid'), 'utf8'), 10))
  } catch {
    // No server runs.
  }
}

function interrupt(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGINT')
  } catch {
    return false
  }
}

/**
 * Deletes the pid file of a dead server if its number now belongs to another program. PostgreSQL itself only
 * checks that the number is in use, as it often is after a container restart. A server that does run on these
 * files stays safe, because PostgreSQL also checks for processes attached to their shared memory.
 */
export async function removeStalePidFile(cluster: Cluster): Promise<void> {
  const address = await addressOf(cluster)
  if (address === undefined) return
  const command = await readFile(`/proc/${address.pid}/cmdline`, 'utf8').catch(() => undefined)
  if (command === undefined || command.includes(cluster.path) || (await isZombie(address.pid))) return
  await rm(join(cluster.path, 'postmaster.pid'), { force: true })
}

/** True for a process that has ended and that its parent has not asked about: its command line is gone. */
async function isZombie(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return /^State:\s+[ZX]/m.test(status)
}

async function started(child: ChildProcess): Promise<Error | undefined> {
  return new Promise(resolve => {
    child.once('spawn', () => resolve(undefined))
    child.once('error', resolve)
  })
}

function ended(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

/** The last log lines of a process; a server that it conflicts with may write to the same log. */
async function reason(log: string, from: number, pid: number | undefined): Promise<string> {
  const lines = (await readFile(log)).subarray(from).toString().split('\n')
  const own = lines.filter(line => {
    const [, writer] = / \[(\d+)\] /.exec(line) ?? []
    return line !== '' && (writer === undefined || Number(writer) === pid)
  })
  const fatal = own.findLast(line => /\b(FATAL|PANIC):/.test(line)) ?? own.at(-1)
  return fatal?.replace(/^.*?(FATAL|PANIC):\s*/, '') ?? 'it ended without a word'
}

async function rotate(log: string): Promise<void> {
  const { size } = await stat(log).catch(() => ({ size: 0 }))
  if (size > logLimit) await rename(log, `${log}.1`)
}
