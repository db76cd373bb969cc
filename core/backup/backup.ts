/**
 * `andiron backup`: the databases as of one common point, the objects, and the keys, while people write.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { configOf } from '../stores/sql/postgres.ts'
import { type Deployment, exists, filesOfKey, GATEWAY_PART, openServer } from './deployment.ts'
import { dumpDatabase, openSession, openSnapshot, type Snapshot } from './dump.ts'
import { BackupNotConsistent, NothingToBackUp } from './errors.ts'
import { noteBackup } from './last-backup.ts'
import { ObjectCopies } from './objects.ts'
import type { PartDump, Point } from './point.ts'
import { assertNotBeingPruned, assertNotPruned } from './prune.ts'
import type { Repository, Stored } from './repository.ts'
import { newestPoint } from './verify.ts'

export interface BackedUp {
  /** The name of the backup. */
  readonly name: string
  readonly point: Point
  readonly stored: Stored
  /** Milliseconds for which writes waited. */
  readonly held: number
}

/**
 * Makes a backup. Files are copied first, because they take longest and never change; then all databases get
 * a common point; then follow the files that came meanwhile. The point is written last: a backup that is
 * killed before leaves pieces that the next one uses, and nothing that looks whole.
 */
export async function backUp(deployment: Deployment, did: string, repository: Repository): Promise<BackedUp> {
  const { data, url, kind } = deployment
  if (url === undefined && !(await exists(join(data, 'postgres', 'cluster'))))
    throw new NothingToBackUp(`'${join(data, 'postgres')}' has no database yet`)
  await assertNotBeingPruned(repository)
  const before = await newestPoint(repository)
  if (before !== undefined && before.did !== did)
    throw new NothingToBackUp(
      `'${repository.place}' holds backups of ${before.did}, and this is ${did}: give each deployment a place of its own`,
    )
  const source = await deployment.objects?.open()
  const copies = source && (await ObjectCopies.open(source, repository, before))
  const server = await openServer(url, join(data, 'postgres'))
  const snapshots: Snapshot[] = []
  try {
    await copies?.copy()
    for (const { database } of deployment.parts)
      snapshots.push(await openSnapshot(configOf(server.address, database), database).catch(ifMissing))
    const { at, held } = await takeTogether(
      snapshots,
      kind === 'gateway' ? configOf(server.address, deployment.parts[0]?.database ?? '') : undefined,
    )
    const objects = await copies?.list()

    const parts: PartDump[] = []
    for (const [index, snapshot] of snapshots.entries()) {
      const { part = '', database = '', keys = [] } = deployment.parts[index] ?? {}
      const pieces = repository.part(part)
      const dumped = await dumpDatabase(snapshot, pieces)
      await snapshot.close()
      const files = (await Promise.all(keys.map(key => filesOfKey(data, key)))).flat()
      const stored = await Promise.all(
        files.map(async name => ({ name, piece: await pieces.put(await keyIn(data, name)) })),
      )
      parts.push({ part, database, ...dumped, keys: stored })
    }
    const copied = objects && deployment.objects && (await copies?.finish(objects))
    const point: Point = {
      ...{ format: 1, kind, release: deployment.release, at: at.toISOString(), did },
      ...{ remoteNodes: deployment.remoteNodes, parts, notes: deployment.notes },
      ...(copied && deployment.objects && { objects: { driver: deployment.objects.driver, ...copied } }),
    }
    const name = await repository.writePoint(at, point)
    await assertNotPruned(repository, name, point)
    await noteBackup(data, point)
    return { name, point, stored: repository.stored, held }
  } finally {
    for (const snapshot of snapshots) await snapshot.close()
    await server.close()
    await source?.close()
  }
}

/** Milliseconds to wait for statements on the journal, and how often: behind a waiting lock all writes wait. */
const LOCK_MS = 2_000
const LOCK_TRIES = 10

/**
 * Takes the snapshots of all databases while the journal of writes is locked. Every write has its row there
 * before it reaches a node, and is acknowledged after its row is gone. So what was acknowledged before is on
 * every node, and what is under way has its row, by which the restored gateway ends it.
 */
export async function takeTogether(
  snapshots: readonly Snapshot[],
  journal: pg.ClientConfig | undefined,
): Promise<{ at: Date; held: number }> {
  const take = () => Promise.all(snapshots.map(snapshot => snapshot.take()))
  if (journal === undefined) {
    const at = new Date()
    await take()
    return { at, held: 0 }
  }
  const session = await openSession(journal)
  try {
    await lockJournal(session)
    const begun = performance.now()
    const { rows } = await session.query<{ at: Date }>('SELECT clock_timestamp() AS at')
    await take()
    // The lock ends with its session: an answer proves that it was held to the end.
    await session.query('COMMIT').catch(error => {
      throw new BackupNotConsistent((error as Error).message)
    })
    return { at: rows[0]?.at ?? new Date(), held: performance.now() - begun }
  } finally {
    await session.end().catch(() => {})
  }
}

async function lockJournal(session: pg.Client): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await session.query('BEGIN')
      await session.query(`SET LOCAL lock_timeout = ${LOCK_MS}`)
      await session.query('SET LOCAL idle_in_transaction_session_timeout = 10000')
      await session.query('LOCK TABLE writes IN SHARE MODE')
      return
    } catch (error) {
      const { code, message } = error as { code?: string; message: string }
      await session.query('ROLLBACK').catch(() => {})
      if (code === '42P01') throw new NothingToBackUp(`the database of the ${GATEWAY_PART} has no tables yet`)
      if (code !== '55P03' || attempt === LOCK_TRIES) throw new BackupNotConsistent(message)
    }
  }
}

async function keyIn(data: string, name: string): Promise<Buffer> {
  const file = join(data, name)
  return readFile(file).catch(() => {
    throw new NothingToBackUp(
      `the key '${file}' is missing or cannot be read, and without it nothing can be restored`,
    )
  })
}

function ifMissing(error: unknown): never {
  const { cause } = error as { cause?: { code?: string; message: string } }
  if (cause?.code === '3D000') throw new NothingToBackUp(cause.message)
  throw error
}
