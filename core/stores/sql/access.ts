/** Authentication at the embedded PostgreSQL, by a password that only the gateway's own user can read. */

import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { link, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Cluster, environment, superuser } from './cluster.ts'

/**
 * Replaces the rules of initdb, which trust every process that reaches the socket: under root the server runs
 * as `nobody`, and so do other programs.
 */
const RULES = '# Written by andiron at each start; changes are lost.\nlocal all all scram-sha-256\n'

const PASSWORD = /^[0-9a-f]{64}$/

/** Reads the password of a cluster, creating it if missing. */
export async function passwordOf({ password: file }: Pick<Cluster, 'password'>): Promise<string> {
  const known = await read(file)
  if (known !== undefined) return known
  const made = `${file}.${randomBytes(8).toString('hex')}`
  const handle = await open(made, 'wx', 0o600)
  try {
    await handle.writeFile(randomBytes(32).toString('hex'))
    await handle.sync()
  } finally {
    await handle.close()
  }
  // Of two that create one the first wins: a link does not replace an existing name.
  await link(made, file).catch(() => {})
  const password = await read(file)
  if (password !== undefined) {
    await rm(made)
    return password
  }
  // An invalid file is replaced; the cluster then gets the new password.
  await rename(made, file)
  return passwordOf({ password: file })
}

async function read(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  return text !== undefined && PASSWORD.test(text) ? text : undefined
}

/** True if the cluster requires the password of its file. */
export async function isGuarded({ path, password }: Cluster): Promise<boolean> {
  const rules = await readFile(join(path, 'pg_hba.conf'), 'utf8').catch(() => '')
  return rules === RULES && (await read(password)) !== undefined
}

/** Sets the password in a cluster with a stopped server. @returns the reason if it failed */
export async function guardAtRest(cluster: Cluster): Promise<string | undefined> {
  const password = await passwordOf(cluster)
  const child = spawn(
    join(cluster.native, 'bin/postgres'),
    ['--single', '-j', '-D', cluster.path, '-c', 'log_min_messages=fatal', 'postgres'],
    { ...cluster.user, cwd: '/', env: environment, stdio: ['pipe', 'ignore', 'pipe'] },
  )
  let said = ''
  child.stderr.on('data', chunk => {
    said += chunk
  })
  child.stdin.on('error', () => {})
  child.stdin.end(`${alteration(password)};\n\n`)
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0 || /\b(ERROR|FATAL|PANIC):/.test(said)) return said.trim() || `it ended with ${code}`
  await writeRules(cluster)
  return undefined
}

const alteration = (password: string): string => `ALTER ROLE ${superuser} PASSWORD '${password}'`

/** Requires the password from now on: written after it is set. */
export async function writeRules({ path, user }: Pick<Cluster, 'path' | 'user'>): Promise<void> {
  const file = join(path, 'pg_hba.conf')
  // Of two gateways that start at once, each may write them.
  const made = `${file}.${randomBytes(8).toString('hex')}`
  const handle = await open(made, 'wx', 0o600)
  try {
    await handle.writeFile(RULES)
    if (user !== undefined) await handle.chown(user.uid, user.gid)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(made, file)
  const directory = await open(dirname(file))
  await directory.sync().finally(() => directory.close())
}
