/** `andiron backup drill`: restores the newest backup to scratch databases and compares it with the deployment. */
import { createHash } from 'node:crypto'
import { mkdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { KeyPair } from '../crypto/keys.ts'
import { startEmbeddedPostgres } from '../stores/sql/embedded.ts'
import { configOf, type PostgresAddress } from '../stores/sql/postgres.ts'
import { type Deployment, exists, GATEWAY_PART, openServer } from './deployment.ts'
import { openSession } from './dump.ts'
import { DrillNoSpace, DrillRunning, RestoreMismatch } from './errors.ts'
import { type Compared, type DrillReport, noteDrill } from './last-drill.ts'
import { loadParts } from './load.ts'
import { entriesOf, readObject } from './objects.ts'
import { OBJECTS, type ObjectEntry, type PartDump, type Point } from './point.ts'
import type { Repository } from './repository.ts'

export interface DrillOptions {
  /** Signs the report: that of the deployment. */
  readonly key: KeyPair
  /**
   * The directory in which an embedded database gets a directory of its own, or the URL of a PostgreSQL server on which
   * databases are created.
   */
  readonly within: string
}

/** Records of each node, and as many of the live one, that are compared. */
const RECORDS = 1_000
const FILES = 10
/** The directory that a drill erases: nothing else has this name. */
const SCRATCH = 'andiron-drill'
/** Milliseconds before the point by which the clock of a node may be wrong: younger records may be missing. */
const CLOCKS_MS = 15 * 60_000
const MIB = 2 ** 20
const silent = { info() {}, warn() {}, error() {} }

/**
 * Restores a point beside the live deployment and compares both. Nothing starts on the restored databases, so that
 * they send and serve nothing. They are erased at the end; what a drill that was killed has left is erased first.
 * The live deployment is only read, by short statements on indexes.
 */
export async function drill(
  deployment: Deployment,
  point: Point,
  repository: Repository,
  { key, within }: DrillOptions,
): Promise<DrillReport> {
  if (point.did !== key.did)
    throw new RestoreMismatch(`it is of ${point.did}, and the key of this deployment is ${key.did}`)
  const began = new Date()
  const parts: Compared[] = []
  const scratch = await openScratch(within, point)
  const sessions: pg.Client[] = []
  try {
    const renamed = point.parts.map(each => ({ ...each, database: scratch.nameOf(each.database) }))
    await loadParts(scratch.address, { ...point, parts: renamed }, repository, sessions)
    for (const session of sessions) await session.query('COMMIT')
    await onLive(deployment, async liveOf => {
      for (const [at, dump] of point.parts.entries()) {
        const restored = sessions[at]
        if (restored !== undefined) parts.push(await compare(restored, await liveOf(dump), dump, point))
      }
    })
    for (const { part, keys } of point.parts)
      for (const { piece } of keys) await repository.part(part).get(piece)
    if (point.objects) parts.push(await compareFiles(deployment, point, repository))
  } finally {
    for (const session of sessions) await session.end().catch(() => {})
    await scratch.erase()
  }
  const report: DrillReport = {
    ...{ format: 1, iss: key.did, point: point.at, release: deployment.release, parts },
    ...{ began: began.toISOString(), ended: new Date().toISOString() },
    ok: parts.every(({ missing, differing }) => missing === 0 && differing === 0),
  }
  await noteDrill(deployment.data, report, key)
  return report
}

interface Scratch {
  readonly address: PostgresAddress
  nameOf(database: string): string
  erase(): Promise<void>
}

/** Erases what a drill that was killed has left, and opens a server. @throws DrillRunning, DrillNoSpace */
function openScratch(within: string, point: Point): Promise<Scratch> {
  return /^postgres(ql)?:/.test(within) ? scratchOn(within, point) : scratchIn(join(within, SCRATCH), point)
}

async function scratchIn(directory: string, point: Point): Promise<Scratch> {
  const postgres = join(directory, 'postgres')
  if (await exists(join(postgres, 'cluster'))) {
    try {
      await (await startEmbeddedPostgres({ directory: postgres, log: silent })).close()
    } catch (error) {
      if ((error as { code?: string }).code === 'AND_POSTGRES_IN_USE') throw new DrillRunning(directory)
      // A cluster that was not complete when its drill was killed has no server.
    }
  }
  const remove = () => rm(directory, { recursive: true, force: true })
  await remove()
  try {
    await assertSpace(directory, point)
    const { address, close } = await openServer(undefined, postgres)
    const erase = async () => {
      await close()
      await remove()
    }
    return { address, nameOf: database => database, erase }
  } catch (error) {
    await remove()
    throw error
  }
}

/** The lock of the drill that uses a server; the number is arbitrary. It ends with the session. */
const LOCK = 8421

/** Databases of their own on a server: containers have no embedded one. */
async function scratchOn(url: string, { parts }: Point): Promise<Scratch> {
  const session = await openSession(configOf(url, 'postgres'))
  const nameOf = (database: string) => `andiron_drill_${database}`
  const drop = async () => {
    for (const { database } of parts)
      await session.query(`DROP DATABASE IF EXISTS "${nameOf(database).replaceAll('"', '""')}" WITH (FORCE)`)
  }
  try {
    const { rows } = await session.query<{ free: boolean }>(`SELECT pg_try_advisory_lock(${LOCK}) AS free`)
    if (!rows[0]?.free) throw new DrillRunning(new URL(url).host)
    await drop()
  } catch (error) {
    await session.end().catch(() => {})
    throw error
  }
  return {
    address: url,
    nameOf,
    async erase() {
      try {
        await drop()
      } finally {
        await session.end().catch(() => {})
      }
    },
  }
}

async function assertSpace(scratch: string, { parts }: Point): Promise<void> {
  await mkdir(scratch, { recursive: true, mode: 0o700 })
  const { bavail, bsize } = await statfs(scratch)
  // Rows, indexes and the log of the database.
  const needed =
    3 * parts.flatMap(({ tables }) => tables).reduce((sum, { bytes }) => sum + bytes, 0) + 256 * MIB
  if (bavail * bsize < needed)
    throw new DrillNoSpace(
      String(Math.ceil(needed / MIB)),
      scratch,
      String(Math.floor((bavail * bsize) / MIB)),
    )
}

/** Runs work with sessions on the live databases, which only read. */
async function onLive(
  { url, data }: Deployment,
  work: (liveOf: (dump: PartDump) => Promise<pg.Client>) => Promise<void>,
): Promise<void> {
  const server = await openServer(url, join(data, 'postgres'))
  const sessions: pg.Client[] = []
  try {
    await work(async ({ database }) => {
      const session = await openSession(configOf(server.address, database))
      sessions.push(session)
      await session.query("SET default_transaction_read_only = on; SET statement_timeout = '30s'")
      return session
    })
  } finally {
    for (const session of sessions) await session.end().catch(() => {})
    await server.close()
  }
}

interface Row {
  readonly collection: string
  readonly id: string
  readonly version: number
  /** In microseconds: a `Date` would round it. */
  readonly created: string
  readonly digest: string
}

async function compare(
  restored: pg.Client,
  live: pg.Client,
  dump: PartDump,
  point: Point,
): Promise<Compared> {
  const count = dump.tables.reduce((sum, { rows }) => sum + rows, 0)
  const nothing = { part: dump.part, count, compared: 0, same: 0, since: 0, missing: 0, differing: 0 }
  // The rows were counted when they were loaded. Those of the gateway have no versions to compare.
  if (dump.part === GATEWAY_PART || !dump.tables.some(({ name }) => name === 'documents')) return nothing
  const settled = new Date(Date.parse(point.at) - CLOCKS_MS)
  const probes = await probesIn(restored)

  const sample = await sampleOf(restored, probes, undefined)
  const now = new Map((await rowsAt(live, sample)).map(row => [placeOf(row), row]))
  let [same, since, differing] = [0, 0, 0]
  for (const row of sample) {
    const found = now.get(placeOf(row))
    if (found?.digest === row.digest) same += 1
    // Deleted since the point; changed, which counts the version up; or written anew by a repair.
    else if (found === undefined || found.version > row.version || found.created !== row.created) since += 1
    else differing += 1
  }
  const older = await sampleOf(live, probes, settled)
  const kept = new Set((await rowsAt(restored, older)).map(placeOf))
  const missing = older.filter(row => !kept.has(placeOf(row))).length
  return { ...nothing, compared: sample.length + older.length, same, since, missing, differing }
}

/** With a digest of what a person or a service has stored; `checked` and `attested` follow from it. */
const COLUMNS = `d.collection, d.id, d.version, d.created::text AS created,
  md5(d.body::text || COALESCE(d.acl::text, '') || COALESCE(d.owner, '')) AS digest`

/** The collections in which random records are looked for, each as often as its share; `all` for a small database. */
async function probesIn(restored: pg.Client): Promise<readonly string[] | 'all'> {
  const { rows } = await restored.query<{ collection: string; count: number }>(
    'SELECT collection, count(*)::float8 AS count FROM documents GROUP BY collection',
  )
  const total = rows.reduce((sum, { count }) => sum + count, 0)
  if (total <= RECORDS) return 'all'
  return rows.flatMap(({ collection, count }) =>
    Array.from({ length: Math.ceil((RECORDS * count) / total) }, () => collection),
  )
}

/** Random records: in each probed collection the first from a random id on, by the primary key. */
async function sampleOf(
  client: pg.Client,
  probes: readonly string[] | 'all',
  before: Date | undefined,
): Promise<Row[]> {
  const old = '$1::timestamptz IS NULL OR d.created < $1'
  const { rows } = await (probes === 'all'
    ? client.query<Row>(`SELECT ${COLUMNS} FROM documents d WHERE ${old} LIMIT ${RECORDS}`, [before ?? null])
    : client.query<Row>(
        `SELECT DISTINCT ${COLUMNS}
         FROM (SELECT collection, gen_random_uuid() AS id FROM unnest($2::uuid[]) AS collection) p
         CROSS JOIN LATERAL (
           SELECT * FROM documents WHERE collection = p.collection AND id >= p.id ORDER BY id LIMIT 1
         ) d WHERE ${old}`,
        [before ?? null, probes],
      ))
  return rows
}

/** The same records elsewhere, those that are there. */
async function rowsAt(client: pg.Client, places: readonly Row[]): Promise<Row[]> {
  const { rows } = await client.query<Row>(
    `SELECT ${COLUMNS}
     FROM jsonb_to_recordset($1::jsonb) AS p(collection uuid, id uuid)
     JOIN documents d ON d.collection = p.collection AND d.id = p.id`,
    [JSON.stringify(places.map(({ collection, id }) => ({ collection, id })))],
  )
  return rows
}

const placeOf = ({ collection, id }: Row): string => `${collection} ${id}`

/** Reads some files to their end, and the same ones of the live deployment. */
async function compareFiles(
  { objects }: Deployment,
  point: Point,
  repository: Repository,
): Promise<Compared> {
  const chosen: ObjectEntry[] = []
  let seen = 0
  for await (const entry of entriesOf(repository, point)) {
    // Reservoir sampling: each entry is as likely as any other.
    seen += 1
    if (chosen.length < FILES) chosen.push(entry)
    else {
      const at = Math.floor(Math.random() * seen)
      if (at < FILES) chosen[at] = entry
    }
  }
  const live = await objects?.open()
  let [same, since, differing] = [0, 0, 0]
  try {
    for (const entry of chosen) {
      const backedUp = await digestOf(readObject(repository.part(OBJECTS), entry))
      const body = await live?.read(entry.name)
      if (body === undefined) since += 1
      else if ((await digestOf(body)) === backedUp) same += 1
      else differing += 1
    }
  } finally {
    await live?.close()
  }
  return { part: 'files', count: seen, compared: chosen.length, same, since, missing: 0, differing }
}

async function digestOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of body) hash.update(chunk)
  return hash.digest('hex')
}
