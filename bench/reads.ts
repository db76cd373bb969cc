/**
 * `npm run bench reads`: reading all responses of a form, compared with reading the same rows from
 * PostgreSQL, and aggregating them, compared with reading; by their number.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSelfSignedJwt } from '../core/crypto/jwt.ts'
import { passwordOf } from '../core/stores/sql/access.ts'
import { superuser } from '../core/stores/sql/cluster.ts'
import { connectPostgres, type PostgresAddress } from '../core/stores/sql/postgres.ts'
import { serve } from '../plugins/index.ts'
import type { Aggregation } from '../schemas/aggregate.ts'
import { quantile } from './harness.ts'
import { pinTree } from './http/processes.ts'
import { type Server, startServer } from './http/server.ts'
import { progressOf } from './progress.ts'
import type { BareReads } from './reads/bare-child.ts'
import { type Cost, costOf } from './reads/meter.ts'
import { questions } from './reads/questions.ts'
import { createStudy, type Study, seed } from './seed.ts'

/** The cost of an operation on this many responses. */
export interface Measured extends Cost {
  readonly name: string
  readonly responses: number
}

export interface Reads {
  /** Wall-clock seconds, and CPU microseconds of this process per response. */
  readonly seeding: { readonly responses: number; readonly seconds: number; readonly own: number }
  /** For each study the floor, then the gateway. */
  readonly readings: readonly Measured[]
  readonly answers: readonly Measured[]
  /** Seconds of reading the smallest study, with gateway and database on so many cores, by turns. */
  readonly spread: readonly { readonly cores: number; readonly seconds: readonly number[] }[]
}

/** Rounds of reading on one core and on all. */
const TURNS = 5

const DATABASE = 'node_1'

/**
 * Seeds a temporary directory, reads it, queries it, and removes it.
 * @param sizes - responses of each study, ascending; all are in one collection
 */
export async function readsBench(sizes: readonly number[]): Promise<Reads> {
  const data = await mkdtemp(join(tmpdir(), 'andiron-bench-'))
  // As root, PostgreSQL runs as another user, who needs access to its directory.
  await chmod(data, 0o711)
  // A read queries one node, whatever their number.
  const config = { data, port: 0, stores: { records: { nodes: 1 } } } as const
  const servers: Server[] = []
  try {
    const { studies, seeding } = await seeded(config, sizes)
    const gateway = await startServer('gateway-child', config)
    servers.push(gateway)
    const postgres = join(data, 'postgres')
    const password = await passwordOf({ password: join(postgres, 'postgres.password') })
    const address = { host: join(postgres, 'cluster'), user: superuser, password }
    await settle(address)
    const bare = await startServer('../reads/bare-child', {
      ...{ ...address, database: DATABASE },
    } satisfies BareReads)
    servers.push(bare)
    const [readings, answers]: [Measured[], Measured[]] = [[], []]
    let first = async () => {}
    for (const { study, since, responses } of studies) {
      const { questionnaire, application } = study
      const token = createSelfSignedJwt({
        ...{ keyPair: application, now: Math.floor(Date.now() / 1000) },
        scopes: [`read:questionnaire[${questionnaire}]`],
      })
      const path = `/api/questionnaire/${questionnaire}/responses?_format=ndjson&_count=200`
      const headers = { authorization: `Bearer ${token}` }
      const measure = async (name: string, server: Server, work: () => Promise<void>) => ({
        ...{ name, responses },
        ...(await costOf(server, gateway, work)),
      })
      const read = () => readAll(responses, gateway.url + path, headers)
      if (readings.length === 0) first = read
      readings.push(
        await measure('floor: rows of PostgreSQL', bare, () =>
          readAll(responses, `${bare.url}/${since}/${responses}`),
        ),
        await measure('andiron', gateway, read),
      )
      for (const [name, question] of Object.entries(questions)) {
        const url = `${gateway.url}/api/questionnaire/${questionnaire}/aggregate`
        answers.push(await measure(name, gateway, () => ask(question, url, headers)))
      }
    }
    const spread = await spreadOf(gateway, first)
    return { seeding, readings, answers, spread }
  } finally {
    for (const server of servers.reverse()) await server.close()
    await rm(data, { recursive: true })
  }
}

/** Reads on one core and on all of them, which the client shares. */
async function spreadOf({ pid }: Server, read: () => Promise<void>): Promise<Reads['spread']> {
  const all = availableParallelism()
  const spread = [1, all].map(cores => ({ cores, seconds: [] as number[] }))
  for (let turn = 0; turn < TURNS; turn++)
    for (const { cores, seconds } of spread) {
      pinTree(pid, cores === 1 ? '0' : `0-${all - 1}`)
      const start = performance.now()
      await read()
      seconds.push((performance.now() - start) / 1000)
    }
  return spread
}

async function seeded(config: Parameters<typeof serve>[0], sizes: readonly number[]) {
  const running = await serve({ ...config, log: { level: 'error' } }, { fastify: { logger: false } })
  const all = sizes.reduce((sum, size) => sum + size, 0)
  const progress = progressOf(all)
  const [start, before] = [performance.now(), process.cpuUsage()]
  try {
    const studies: { readonly study: Study; readonly since: string; readonly responses: number }[] = []
    let done = 0
    for (const responses of sizes) {
      const study = await createStudy(running.url)
      const [since, earlier] = [new Date().toISOString(), done]
      await seed(running.app, study, responses, stored => progress.update(earlier + stored))
      done += responses
      studies.push({ study, since, responses })
    }
    const { user, system } = process.cpuUsage(before)
    const seconds = (performance.now() - start) / 1000
    return { studies, seeding: { responses: all, seconds, own: (user + system) / all } }
  } finally {
    progress.end()
    await running.close()
  }
}

/** Runs the maintenance that PostgreSQL would otherwise start by itself during a measurement. */
async function settle(address: PostgresAddress): Promise<void> {
  const server = connectPostgres(address)
  try {
    const database = await server.open(DATABASE)
    await database.query('VACUUM (ANALYZE) documents', [], { timeout: 0 })
  } finally {
    await server.close()
  }
}

/** @throws Error if the number of responses differs */
async function readAll(responses: number, url: string, headers = {}): Promise<void> {
  const answer = await fetch(url, { headers })
  let lines = 0
  for await (const chunk of answer.body ?? [])
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) lines++
  if (lines !== responses) throw new Error(`${url} gave ${lines} of ${responses} responses`)
}

const NEWLINE = 0x0a

/** @throws Error if the query fails */
async function ask(question: Aggregation, url: string, headers: Record<string, string>): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(question),
  })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  await answer.arrayBuffer()
}

/**
 * Renders Markdown. Ratios are of server and database together, to the floor and to reading the same number.
 */
export function renderReads({ seeding, readings, answers, spread }: Reads): string {
  const { responses, seconds, own } = seeding
  const cost = (each: Measured | undefined) => (each ? each.own + each.database : Number.NaN)
  const ours = readings.filter(({ name }) => name === 'andiron')
  const row = (each: Measured, last: string, to: readonly Measured[]) => {
    const ratio = cost(each) / cost(to.find(other => other.responses === each.responses))
    const part = (spent: number) => (spent / each.responses).toFixed(1)
    return [
      ...[each.responses.toLocaleString('en'), each.name, part(each.own), part(each.database)],
      ...[`**${ratio.toFixed(ratio < 0.1 ? 3 : 2)}**`, (each.wall / 1000).toFixed(1), last],
    ]
  }
  const table = (ratio: string, heading: string, rows: readonly (readonly string[])[]) => [
    `| responses | | CPU µs a response | of PostgreSQL | ${ratio} | seconds | ${heading} |`,
    '|--:|---|--:|--:|--:|--:|--:|',
    ...rows.map(each => `| ${each.join(' | ')} |`),
    '',
  ]
  return [
    `${responses.toLocaleString('en')} responses were seeded in ${seconds.toFixed(0)} s, with ${own.toFixed(0)} µs of CPU each beside PostgreSQL's.`,
    '',
    ...table(
      'ratio',
      'peak MiB',
      readings.map(each => row(each, each.peak.toFixed(0), readings)),
    ),
    ...table(
      'ratio to reading',
      'CPU ms, all',
      answers.map(each => row(each, (cost(each) / 1000).toFixed(0), ours)),
    ),
    '| cores of gateway and database | seconds, median | least | ratio |',
    '|--:|--:|--:|--:|',
    ...spread.map(({ cores, seconds }) => {
      const [median, one] = [quantile(seconds, 0.5), quantile(spread[0]?.seconds ?? [], 0.5)]
      return `| ${cores} | ${median.toFixed(2)} | ${Math.min(...seconds).toFixed(2)} | **${(one / median).toFixed(2)}** |`
    }),
    '',
  ].join('\n')
}
