/** `andiron restore`: brings a backup into an empty deployment; replaces nothing. */
import { chmod, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { configOf } from '../stores/sql/postgres.ts'
import { applyClosures, type Closure } from './closures.ts'
import { type Deployment, GATEWAY_PART, isOfKey, openServer } from './deployment.ts'
import { openSession } from './dump.ts'
import { RestoreMismatch, RestoreNotEmpty } from './errors.ts'
import type { Files } from './files.ts'
import { filesIn } from './files-disk.ts'
import { loadParts, tablesIn } from './load.ts'
import { type Settled, settleMissing } from './missing-copies.ts'
import { entriesOf, readObject } from './objects.ts'
import { OBJECTS, type Point } from './point.ts'
import type { Repository } from './repository.ts'
import { newestPoint } from './verify.ts'

/** A restore that was checked and has changed nothing yet. */
export interface RestorePlan {
  readonly deployment: Deployment
  readonly point: Point
  /** Sentences for an operator. */
  readonly lines: readonly string[]
}

export interface Restored extends Settled {
  /** Sentences about what was closed after the point, and stays closed. */
  readonly closed: readonly string[]
}

/** Entries of a data directory besides keys. */
const FOLDERS = ['postgres', 'nodes', 'objects']
/** The directory in which a restore prepares the data. */
const STAGE = '.restoring'

/**
 * Compares a backup with a config and looks whether everything is empty.
 * @param did - of the builder key in the config, if there is one
 */
export async function planRestore(
  deployment: Deployment,
  point: Point,
  did: string | undefined,
): Promise<RestorePlan> {
  const { kind, data, url, parts, objects } = deployment
  const wanted = parts.map(({ part }) => part).join(', ')
  const found = point.parts.map(({ part }) => part).join(', ')
  if (point.kind !== kind || wanted !== found)
    throw new RestoreMismatch(`it holds ${found}, and the config has ${wanted}`)
  if (did !== undefined && did !== point.did)
    throw new RestoreMismatch(`it is of ${point.did}, and the key in the config is ${did}`)
  if (point.objects !== undefined && point.objects.driver !== objects?.driver)
    throw new RestoreMismatch(
      `its files are from the driver '${point.objects.driver}', and stores.objects has '${objects?.driver ?? 'memory'}'`,
    )
  for (const { part, keys } of parts)
    for (const key of keys)
      if (!point.parts.some(each => each.part === part && each.keys.some(({ name }) => name === key)))
        throw new RestoreMismatch(`it has no '${key}': the key was in the config; set it there again`)

  const names: string[] = await readdir(data).catch(() => [])
  const isKey = (name: string) => parts.some(({ keys }) => keys.some(key => isOfKey(name, key)))
  const taken = names.filter(name => FOLDERS.includes(name) || name === STAGE || isKey(name))
  if (taken.length > 0)
    throw new RestoreNotEmpty(
      `'${data}' has ${taken.map(name => `'${name}'`).join(', ')}${taken.includes(STAGE) ? ` (${STAGE} is left of a restore that was interrupted)` : ''}`,
    )
  if (url !== undefined)
    for (const { database } of parts) {
      const tables = await tablesOf(url, database)
      if (tables.length > 0)
        throw new RestoreNotEmpty(`the database '${database}' has tables ('${tables[0]}')`)
    }
  const rows = (part: Point['parts'][number]) => part.tables.reduce((sum, each) => sum + each.rows, 0)
  const where =
    url === undefined
      ? `a new embedded database in ${join(data, 'postgres')}`
      : 'the database server of the config'
  return {
    ...{ deployment, point },
    lines: [
      `The backup is of ${point.at}, made by release ${point.release}, of ${point.did}.`,
      ...point.parts.map(
        part =>
          `${part.part}: ${rows(part)} rows in ${part.tables.length} tables, into the database ${part.database} of ${where}.`,
      ),
      ...(point.objects
        ? [
            `files: ${point.objects.count}, ${point.objects.bytes} bytes, into ${point.objects.driver === 'disk' ? join(data, 'objects') : 'the bucket of the config; those that are there stay'}.`,
          ]
        : []),
      `keys: ${parts.flatMap(({ keys }) => keys).join(', ') || 'none, they are in the config'}.`,
      ...point.remoteNodes.map(node => `Not in it: the node ${node}; its operator restores it.`),
      ...point.notes,
    ],
  }
}

async function tablesOf(url: string, database: string): Promise<string[]> {
  let session: pg.Client
  try {
    session = await openSession(configOf(url, database))
  } catch (error) {
    if ((error as { cause?: { code?: string } }).cause?.code === '3D000') return []
    throw error
  }
  try {
    return await tablesIn(session)
  } finally {
    await session.end()
  }
}

/**
 * Carries out a plan. Everything is prepared beside its final place; the transactions of all databases are
 * committed together, and the keys get their names last. A restore that is killed before has changed nothing
 * that a gateway reads.
 */
export async function restore(
  { deployment, point }: RestorePlan,
  repository: Repository,
  closures: readonly Closure[],
): Promise<Restored> {
  const { data, url, parts, threshold } = deployment
  const stage = join(data, STAGE)
  await mkdir(stage, { recursive: true })
  const server = await openServer(url, join(stage, 'postgres'))
  const sessions: pg.Client[] = []
  let settled: Restored = { removed: 0, kept: [], closed: [] }
  try {
    const objects = point.objects && (await openObjects(deployment, stage))
    if (objects) await restoreObjects(repository, point, objects)
    await loadParts(server.address, point, repository, sessions)
    await refreshUnfinished(sessions, point)
    settled = {
      ...(await settleMissing(sessions, point, threshold)),
      closed: await keepClosed(sessions, point, repository, closures),
    }
    for (const { part, keys } of point.parts)
      for (const { name, piece } of keys)
        if (parts.some(each => each.keys.some(key => isOfKey(name, key))))
          await writeKey(join(stage, name), await repository.part(part).get(piece))
    // The gateway's own last: without it, no journal and no nodes are found.
    for (const session of sessions.toReversed()) await session.query('COMMIT')
  } finally {
    for (const session of sessions) await session.end().catch(() => {})
    await server.close()
  }
  const made = await readdir(stage)
  // Without its own key a gateway or node does not start on data: that comes last.
  const isOwn = (name: string) => name === 'builder.key' || name === 'node.key'
  const isLate = (name: string) => (FOLDERS.includes(name) ? 0 : isOwn(name) ? 2 : 1)
  for (const name of made.sort((a, b) => isLate(a) - isLate(b)))
    await rename(join(stage, name), join(data, name))
  await rm(stage, { recursive: true })
  await sync(data)
  return settled
}

/** Sentences about what stays closed that was closed after the point, as far as the newest backup knows. */
async function keepClosed(
  sessions: readonly pg.Client[],
  point: Point,
  repository: Repository,
  closures: readonly Closure[],
): Promise<string[]> {
  let later: Point | undefined
  try {
    later = await newestPoint(repository)
    if (later === undefined || later.at <= point.at) return []
    for (const session of sessions) await session.query('SAVEPOINT closures')
    return await applyClosures(sessions, point, later, repository, closures)
  } catch (error) {
    if (later !== undefined)
      for (const session of sessions) await session.query('ROLLBACK TO SAVEPOINT closures')
    return [
      `The newest backup could not be read (${(error as Error).message}): what people closed after the point is open again.`,
    ]
  }
}

async function openObjects({ objects }: Deployment, stage: string): Promise<Files | undefined> {
  return objects?.driver === 'disk' ? filesIn(join(stage, 'objects')) : objects?.open()
}

async function restoreObjects(repository: Repository, point: Point, target: Files): Promise<void> {
  const part = repository.part(OBJECTS)
  try {
    for await (const entry of entriesOf(repository, point))
      await target.write(
        entry.name,
        Readable.from(readObject(part, entry), { objectMode: false }),
        entry.size,
      )
    await target.flush()
  } finally {
    await target.close()
  }
}

/**
 * A node undoes an unfinished write within a week of it. A backup may be older: the documents of the writes
 * in its journal, which nobody was promised, get today's time, so that the gateway can end these writes.
 */
async function refreshUnfinished(sessions: readonly pg.Client[], { parts }: Point): Promise<void> {
  const gateway = sessions[parts.findIndex(({ part }) => part === GATEWAY_PART)]
  if (gateway === undefined) return
  const { rows } = await gateway.query('SELECT collection, id, write FROM writes')
  for (const session of sessions.filter(each => each !== gateway))
    await session.query(
      `UPDATE documents d SET created = now()
       FROM jsonb_to_recordset($1::jsonb) AS w(collection uuid, id uuid, write uuid)
       WHERE d.collection = w.collection AND d.id = w.id AND d.write = w.write`,
      [JSON.stringify(rows)],
    )
}

async function writeKey(file: string, content: Buffer): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, content, { flag: 'wx', mode: 0o600, flush: true })
  await chmod(file, 0o600)
}

async function sync(directory: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(directory)
  await handle.sync().finally(() => handle.close())
}
