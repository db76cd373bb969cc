/** `npm run bench reads`: reading all responses of a form, by how many there are, against the same rows from PostgreSQL bare. */
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSelfSignedJwt } from '../core/crypto/jwt.ts'
import { superuser } from '../core/stores/sql/cluster.ts'
import { serve } from '../plugins/index.ts'
import { type Server, startServer } from './http/server.ts'
import type { BareReads } from './reads/bare-child.ts'
import { createStudy, type Study, seed } from './seed.ts'

/** What it cost to read so many responses. */
export interface Reading {
  readonly name: string
  readonly responses: number
  /** Microseconds of CPU for a response: of the server, and of PostgreSQL behind it. */
  readonly own: number
  readonly database: number
  /** The most memory that the server has had, in MiB; only Linux says. */
  readonly peak: number
}

/**
 * Seeds a directory of its own, reads it, and removes it.
 * @param sizes - responses of each study, smallest first; all lie in one collection
 */
export async function readsBench(sizes: readonly number[]): Promise<Reading[]> {
  const data = await mkdtemp(join(tmpdir(), 'andiron-bench-'))
  // Root's PostgreSQL runs as another user, who must get through to its own directory.
  await chmod(data, 0o711)
  // Reading asks one node, however many there are.
  const config = { data, port: 0, stores: { records: { nodes: 1 } } } as const
  const servers: Server[] = []
  try {
    const studies = await seeded(config, sizes)
    const gateway = await startServer('gateway-child', config)
    servers.push(gateway)
    const bare = await startServer('../reads/bare-child', {
      ...{ host: join(data, 'postgres', 'cluster'), user: superuser, database: 'node_1' },
    } satisfies BareReads)
    servers.push(bare)
    const readings: Reading[] = []
    for (const { study, size } of studies) {
      const { questionnaire, application: keyPair } = study
      const scopes = [`read:questionnaire[${questionnaire}]`]
      const token = createSelfSignedJwt({ keyPair, scopes, now: Math.floor(Date.now() / 1000) })
      const [path, headers] = [
        `/api/questionnaire/${questionnaire}/responses?_format=ndjson&_count=200`,
        { authorization: `Bearer ${token}` },
      ]
      const measured = { responses: size, database: gateway }
      readings.push(
        await measure({
          name: 'floor: rows of PostgreSQL',
          server: bare,
          path: `/${questionnaire}`,
          ...measured,
        }),
        await measure({ name: 'andiron', server: gateway, path, headers, ...measured }),
      )
    }
    return readings
  } finally {
    for (const server of servers.reverse()) await server.close()
    await rm(data, { recursive: true })
  }
}

async function seeded(config: Parameters<typeof serve>[0], sizes: readonly number[]) {
  const running = await serve({ ...config, log: { level: 'error' } }, { fastify: { logger: false } })
  try {
    const studies: { readonly study: Study; readonly size: number }[] = []
    for (const size of sizes) {
      const study = await createStudy(running.url)
      await seed(running.app, study, size)
      studies.push({ study, size })
    }
    return studies
  } finally {
    await running.close()
  }
}

interface Measured {
  readonly name: string
  readonly server: Server
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly responses: number
  /** The server whose descendant PostgreSQL is. */
  readonly database: Server
}

/** @throws Error when other than all responses are read */
async function measure({
  name,
  server,
  path,
  headers = {},
  responses,
  database,
}: Measured): Promise<Reading> {
  const spent = async () => ({
    own: (await server.spent()).own,
    database: (await database.spent()).descendants,
  })
  const before = await spent()
  const answer = await fetch(server.url + path, { headers })
  let lines = 0
  for await (const chunk of answer.body ?? [])
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) lines++
  if (lines !== responses) throw new Error(`${name} gave ${lines} of ${responses} responses`)
  const after = await spent()
  return {
    ...{ name, responses },
    own: (after.own - before.own) / responses,
    database: (after.database - before.database) / responses,
    peak: peakOf(server.pid),
  }
}

const NEWLINE = 0x0a

/** The high-water mark of a process' memory, in MiB (proc(5)). */
function peakOf(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN
  const [, kibibytes] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kibibytes) / 1024
}

/** The readings as Markdown; the ratio is of server and database together, to the floor of the same size. */
export function renderReads(readings: readonly Reading[]): string {
  const rows = readings.map(({ name, responses, own, database, peak }) => {
    const floor = readings.find(each => each.responses === responses)
    const ratio = (own + database) / ((floor?.own ?? Number.NaN) + (floor?.database ?? Number.NaN))
    return [
      ...[responses.toLocaleString('en'), name, own.toFixed(0), database.toFixed(0)],
      ...[`**${ratio.toFixed(2)}**`, peak.toFixed(0)],
    ]
  })
  return [
    '| responses | | CPU µs a response | of PostgreSQL | ratio | peak MiB |',
    '|--:|---|--:|--:|--:|--:|',
    ...rows.map(row => `| ${row.join(' | ')} |`),
    '',
  ].join('\n')
}
