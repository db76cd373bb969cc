/**
 * The cost of a request: CPU time of the gateway's process, compared with a bare Fastify that moves the same
 * bytes.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConfigInput } from '../plugins/index.ts'
import { inTurn, rowsOf, type Scale, type Suite, type Table } from './harness.ts'
import type { BareRoute } from './http/bare-child.ts'
import { fire } from './http/load.ts'
import { prepare, REMEMBERED, type Scene } from './http/scene.ts'
import { pinClient, type Server, startServer } from './http/server.ts'

export const http: Suite = quick => httpTables(quick ? { rounds: 1, turn: 50 } : { rounds: 7, turn: 800 })

async function* httpTables(scale: Scale): AsyncGenerator<Table> {
  const data = await mkdtemp(join(tmpdir(), 'andiron-bench-'))
  // As root, PostgreSQL runs as another user, who needs access to its directory.
  await chmod(data, 0o711)
  const servers: Server[] = []
  const start = async (file: string, setup: object): Promise<Server> => {
    const server = await startServer(file, setup)
    servers.push(server)
    return server
  }
  try {
    const gateway = await start('gateway-child', configured(data))
    const { delegate, delegateAnew, read, submit, submitObserved } = await prepare(gateway.url)
    const routes = await Promise.all([delegate, read, submit].map(scene => routeLike(gateway, scene)))
    const bare = await start('bare-child', routes)
    pinClient()

    const floor = (scene: Scene): Contender => ({ name: 'floor: bare Fastify', server: bare, scene })
    const andiron = (scene: Scene): Contender => ({ name: 'andiron', server: gateway, scene })
    const anew = { name: 'andiron, every token verified anew', server: gateway, scene: delegateAnew }
    yield await measure('POST /api/auth/delegate', [floor(delegate), andiron(delegate), anew], scale)
    yield await measure('GET /api/questionnaire/:id', [floor(read), andiron(read)], scale)
    yield await measure(
      'POST /api/submission',
      [
        floor(submit),
        storing(andiron(submit)),
        storing({ ...andiron(submitObserved), name: 'andiron, with ten Observations' }),
      ],
      scale,
    )
  } finally {
    await Promise.all(servers.map(server => server.close()))
    await rm(data, { recursive: true })
  }
}

/**
 * The defaults with a temporary directory and free ports, without rate limits and with a small token cache.
 */
const configured = (data: string): ConfigInput => ({
  data,
  port: 0,
  plugins: {
    operations: { requestsPerMinute: 1_000_000_000 },
    // Few people submit for the whole measurement.
    'storage-node': { quota: { records: 1_000_000_000, bytes: 1_000_000_000_000 } },
    'auth-jwt': { cacheSize: REMEMBERED },
  },
})

/** A route that responds with the same bytes as the gateway. */
async function routeLike({ url }: Server, scene: Scene): Promise<BareRoute> {
  const { method, path, headers, body = null } = scene(0)
  const answer = await fetch(url + path, { method, headers, body })
  if (!answer.ok) throw new Error(`${path} is answered with ${answer.status}: ${await answer.text()}`)
  return { method, path, status: answer.status, answer: await answer.json() }
}

interface Contender {
  readonly name: string
  readonly server: Server
  readonly scene: Scene
  /** True if the server has a database. */
  readonly stores?: boolean
}

const storing = (contender: Contender): Contender => ({ ...contender, stores: true })

async function measure(
  title: string,
  contenders: readonly Contender[],
  { rounds, turn }: Scale,
): Promise<Table> {
  let call = 0
  /** CPU microseconds per request, of the server and of its database. */
  const window = async ({ server: { url, spent }, scene }: Contender, amount: number) => {
    const before = await spent()
    const answered = await fire(url, amount, call, scene)
    const after = await spent()
    call += answered
    return {
      own: (after.own - before.own) / answered,
      database: (after.descendants - before.descendants) / answered,
    }
  }

  const measured = []
  for (const contender of contenders) {
    const amount = await amountThatFills(turn, count => window(contender, count))
    measured.push({ ...contender, amount, samples: [] as number[], database: [] as number[] })
  }
  for (let round = 0; round < rounds; round++) {
    for (const contender of inTurn(measured, round)) {
      const spent = await window(contender, contender.amount)
      contender.samples.push(spent.own)
      contender.database.push(spent.database)
    }
  }
  const databases = measured
    .filter(({ stores, database }) => stores && database.every(Number.isFinite))
    .map(({ name, database }) => ({ name: `PostgreSQL behind ${name}`, samples: database }))
  return { title, of: 'request', rows: rowsOf([...measured, ...databases]) }
}

/** Requests after which the JIT has fully compiled a gateway. */
const WARM = 4096

/** Warms up the server and returns the number of requests that cost about `turn` milliseconds. */
async function amountThatFills(
  turn: number,
  run: (amount: number) => Promise<{ readonly own: number }>,
): Promise<number> {
  for (let amount = 64; ; amount *= 4) {
    const each = (await run(amount)).own / 1000
    if (amount >= WARM || each * amount >= turn) return Math.ceil(turn / each)
  }
}
