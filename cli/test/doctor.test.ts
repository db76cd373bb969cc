/**
 * Broken deployments: for each, the doctor prints the finding and the remedy that docs/troubleshooting.md lists, and
 * passes once the remedy is applied. One deployment of PostgreSQL, remote nodes, Redis and a bucket is broken in
 * rounds.
 */
import { chmod, mkdir, rename, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import t from 'tap'
import { checkConfig } from '../../core/config/config.ts'
import { createKeyPair } from '../../core/crypto/keys.ts'
import { loadKey } from '../../core/keys/keys.ts'
import { choosePrimitives } from '../../core/keys/native.ts'
import { holdDirectory } from '../../core/stores/objects/one-directory.ts'
import { openTokens } from '../../core/stores/open.ts'
import { superuser } from '../../core/stores/sql/cluster.ts'
import { giveId } from '../../core/stores/sql/constants.ts'
import { migrate, migrationsOf } from '../../core/stores/sql/migrate.ts'
import { copyTemplate, temporaryDirectory, testServer } from '../../core/stores/sql/test/fixtures/server.ts'
import { startRedis } from '../../core/stores/test/fixtures/redis.ts'
import { startS3rver } from '../../core/stores/test/fixtures/s3rver.ts'
import { demand } from '../../core/test/fixtures/programs.ts'
import { serve } from '../../plugins/index.ts'
import { createNodeServer } from '../../plugins/storage-node/http/server.ts'
import { openLocalNode } from '../../plugins/storage-node/node/node-local.ts'
import { brokenDeployments, diagnosisOf } from './fixtures/broken.ts'
import { type Door, openDoor } from './fixtures/door.ts'
import { run } from './fixtures/program.ts'

demand(t, 'redis')

const HOUR = 60 * 60_000
const at = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString()

async function doorTo(target: string): Promise<Door> {
  const door = await openDoor(target)
  t.teardown(() => door.close())
  return door
}

const nowhere = 'http://127.0.0.1:1'
const [postgres, redis, s3, primitives] = await Promise.all([
  testServer(t),
  startRedis(t),
  startS3rver(t),
  choosePrimitives(),
])
await redis.run('config', 'set', 'appendonly', 'yes')
let nodeBackup = at(1)

async function nodeOn(name: string, key = createKeyPair()): Promise<string> {
  const database = await postgres.open(name)
  await migrate(database, migrationsOf('node'))
  await giveId(database)
  const lastBackup = async () => nodeBackup
  const node = openLocalNode({ database, key, url: '', primitives, lastBackup })
  const server = await createNodeServer(node, { requestsPerMinute: 1_000_000 })
  t.teardown(async () => {
    await server.close()
    await node.close()
  })
  return server.listen({ host: '127.0.0.1', port: 0 })
}

const secondKey = createKeyPair()
const nodes = await Promise.all([
  doorTo(await nodeOn('node_1')),
  doorTo(await nodeOn('node_2', secondKey)),
  doorTo(await nodeOn('node_3')),
])
const [first, second] = nodes
const secondNode = second.target
const bucket = await doorTo(s3.endpoint ?? '')
const directory = await temporaryDirectory(t)
const [data, file] = [join(directory, 'data'), join(directory, 'andiron.json')]
await mkdir(data)
const databaseUrl = `postgres://${superuser}:${postgres.password}@localhost/postgres?host=${encodeURIComponent(postgres.host)}`

/** The config of the deployment as it should be; a broken one differs in the given parts. */
const sound = {
  port: 0,
  data: './data',
  log: { level: 'silent' as const },
  stores: {
    database: { driver: 'postgres' as const, url: databaseUrl },
    records: { nodes: nodes.map(({ url }) => url) },
    objects: { ...s3, driver: 's3' as const, endpoint: bucket.url },
    tokens: { driver: 'redis' as const, url: redis.url },
  },
}
type Stores = Partial<Record<keyof typeof sound.stores, object>>
const configured = (change: object = {}) => writeFile(file, JSON.stringify({ ...sound, ...change }, null, 2))
const stores = (change: Stores) =>
  configured({
    stores: Object.fromEntries(
      Object.entries(sound.stores).map(([name, store]) => [
        name,
        { ...store, ...change[name as keyof Stores] },
      ]),
    ),
  })
const backedUp = (hours: number) =>
  writeFile(join(data, 'last-backup.json'), JSON.stringify({ at: at(hours), release: '0.1.0' }))
const held: pg.Client[] = []
const key = join(data, 'builder.key')
await configured()
await backedUp(1)

const { round, shown, unshown } = await brokenDeployments('Broken deployments', file, postgres.password)
const diagnosis = () => diagnosisOf(file)

// One test, so that none is missing between two rounds.
await t.test('broken deployments', async t => {
  await t.test('a deployment that is as it should be', async t => {
    const fresh = await diagnosis()
    t.equal(fresh.wrong, 0, fresh.said)
    t.match(fresh.said, /database: created at the first start/)
    t.same(
      await postgres
        .open('postgres')
        .then(all => all.query(`SELECT 1 FROM pg_database WHERE datname = 'andiron_gateway'`)),
      [],
      'and the doctor creates no database',
    )
  })

  const running = await serve({ ...sound, data }, { directory: new URL(`file://${directory}/`) })
  const port = Number(new URL(running.url).port)
  const stranger = await serve({
    port: 0,
    builderKey: '2e'.repeat(32),
    log: { level: 'silent' },
    stores: { records: { driver: 'memory' }, tokens: { driver: 'memory' }, objects: { driver: 'memory' } },
  })
  t.teardown(() => stranger.close())

  await round(t, {
    deployments: ['the proxy is away', 'a node is away'],
    breaks: async () => {
      second.target = nowhere
      await configured({ port, baseUrl: nowhere })
    },
    mends: async () => {
      second.target = secondNode
      await configured({ port, baseUrl: running.url })
      // The doctor prints what the gateway says, which looks for a lost node from time to time.
      while (!(await fetch(`${running.url}/health`)).ok) await wait(50)
    },
  })
  await round(t, {
    deployments: ['the public address is that of another service'],
    breaks: () => configured({ port, baseUrl: stranger.url }),
    mends: () => configured({ port, baseUrl: running.url }),
  })
  await running.close()
  await configured()

  for (const [name, change] of [
    ['a setting is misspelt', { hots: '0.0.0.0' }],
    ['a variable is not set', { baseUrl: '${ANDIRON_TEST_UNSET}' }],
    ['a module of a plugin is missing', { plugins: { './sleep-diary.js': {} } }],
    ['a plugin is off that others need', { plugins: { 'auth-jwt': false } }],
  ] as const)
    await round(t, { deployments: [name], breaks: () => configured(change), mends: () => configured() })

  await round(t, {
    deployments: [
      'the public address is not https',
      'the backup is stale',
      'the backup of a node is stale',
      'the clock of a node is wrong',
      'the bucket does not exist',
    ],
    breaks: async () => {
      await backedUp(50)
      nodeBackup = at(50)
      first.shift = 60_000
      await configured({
        baseUrl: 'http://profile.example',
        stores: { ...sound.stores, objects: { ...sound.stores.objects, bucket: 'other' } },
      })
    },
    mends: async () => {
      await backedUp(0)
      nodeBackup = at(0)
      first.shift = 0
      await configured()
    },
  })
  await round(t, {
    deployments: [
      'the proxy is not trusted',
      'a node is not https',
      'the bucket is not https',
      'the port is taken',
      'another server answers in place of a node',
    ],
    breaks: () =>
      configured({
        baseUrl: 'https://profile.invalid',
        port: Number(new URL(bucket.url).port),
        stores: {
          ...sound.stores,
          records: { nodes: [first.url, stranger.url, 'http://n3.invalid'] },
          objects: { ...sound.stores.objects, endpoint: 'http://s3.invalid' },
        },
      }),
    mends: () => configured({ baseUrl: 'https://profile.invalid', trustProxy: ['loopback'] }),
  })
  await round(t, {
    deployments: ['no public address is set', 'the clock of the bucket is wrong'],
    breaks: async () => {
      bucket.shift = -60_000
      await configured({ host: '0.0.0.0' })
    },
    mends: async () => {
      bucket.shift = 0
      await configured()
    },
  })
  await round(t, {
    deployments: ['the data directory cannot be written', 'the builder key is missing'],
    breaks: () => configured({ data: '/proc/andiron' }),
    mends: () => configured(),
  })
  await round(t, {
    deployments: ['others can read a key', 'Redis keeps no append-only file'],
    breaks: async () => {
      await chmod(key, 0o644)
      await redis.run('config', 'set', 'appendonly', 'no')
    },
    mends: async () => {
      await chmod(key, 0o600)
      await redis.run('config', 'set', 'appendonly', 'yes')
    },
  })
  await round(t, {
    deployments: ['Redis evicts keys'],
    breaks: async () => {
      await redis.run('config', 'set', 'maxmemory', '100mb')
      await redis.run('config', 'set', 'maxmemory-policy', 'volatile-lru')
    },
    mends: () => redis.run('config', 'set', 'maxmemory-policy', 'noeviction'),
  })

  const gateway = await postgres.open('andiron_gateway')
  await round(t, {
    deployments: ['Redis is away', 'the database lacks migrations'],
    breaks: async () => {
      await gateway.query(`DELETE FROM schema_migrations WHERE name LIKE 'profile/%'`)
      await stores({ tokens: { url: 'redis://127.0.0.1:1' } })
    },
    mends: async () => {
      await configured()
      const outcome = await run(['migrate', '--config', file])
      t.match(outcome, { code: 0, said: /applied/ })
    },
  })
  await round(t, {
    deployments: ['the database is of a later release', 'the credentials of the bucket are wrong'],
    breaks: async () => {
      await gateway.query(`INSERT INTO schema_migrations (name, checksum) VALUES ('9999_later.sql', 'x')`)
      await stores({ objects: { accessKeyId: 'another' } })
    },
    mends: async () => {
      await gateway.query(`DELETE FROM schema_migrations WHERE name = '9999_later.sql'`)
      await configured()
    },
  })
  await round(t, {
    deployments: ['PostgreSQL is away'],
    breaks: () => stores({ database: { url: 'postgres://andiron:canary@127.0.0.1:1/andiron' } }),
    mends: () => configured(),
  })
  await round(t, {
    deployments: ['the builder key is that of another service'],
    breaks: async () => {
      await rename(key, `${key}.ours`)
      await loadKey(data, 'builder')
    },
    mends: () => rename(`${key}.ours`, key),
  })
  await round(t, {
    deployments: ['two gateways have files in directories of their own'],
    breaks: async () => {
      const disk = { ...sound, stores: { ...sound.stores, objects: { driver: 'disk' } } }
      const tokens = await openTokens({ config: checkConfig(disk as never) }, () =>
        Promise.reject(new Error()),
      )
      const lease = await holdDirectory(tokens, new Uint8Array(32), () => {})
      t.teardown(async () => {
        await lease.close()
        await tokens.close()
      })
      await writeFile(file, JSON.stringify(disk))
    },
    mends: () => configured(),
  })
  await round(t, {
    deployments: ['a node has another key than before'],
    breaks: async () => {
      second.target = await nodeOn('node_2')
    },
    mends: () => {
      second.target = secondNode
    },
  })
  await round(t, {
    deployments: ['a node has lost its database'],
    breaks: async () => {
      second.target = await nodeOn('emptied', secondKey)
    },
    mends: () => {
      second.target = secondNode
    },
  })
  await round(t, {
    deployments: ['the nodes are in another order'],
    breaks: () => stores({ records: { nodes: nodes.map(({ url }) => url).toReversed() } }),
    mends: () => configured(),
  })
  await round(t, {
    deployments: ['another node is in the place of one'],
    breaks: async () => {
      const other = await doorTo(await nodeOn('other'))
      await stores({ records: { nodes: [first.url, second.url, other.url] } })
    },
    mends: () => configured(),
  })
  await round(t, {
    deployments: ['the bucket is another one'],
    breaks: () => stores({ objects: { bucket: 'empty' } }),
    mends: () => configured(),
  })
  await round(t, {
    deployments: ['a node hangs'],
    breaks: () => {
      second.hangs = true
    },
    mends: () => {
      second.hangs = false
    },
  })
  await round(t, {
    deployments: ['all connections are in use'],
    breaks: async () => {
      for (;;) {
        const holder = new pg.Client({
          host: postgres.host,
          user: superuser,
          password: postgres.password,
          database: 'postgres',
        })
        holder.on('error', () => {})
        try {
          await holder.connect()
        } catch {
          return
        }
        held.push(holder)
      }
    },
    mends: () => Promise.all(held.splice(0).map(holder => holder.end())),
  })
  await round(t, {
    deployments: ['one node is named twice'],
    breaks: () =>
      stores({
        records: {
          nodes: [first.url, second.url, second.url.replace('127.0.0.1', 'localhost')],
        },
      }),
    mends: () => configured(),
  })

  const embedded = join(directory, 'embedded.json')
  const alone = join(directory, 'alone')
  await mkdir(alone)
  await copyTemplate(join(alone, 'postgres'))
  await writeFile(embedded, JSON.stringify({ port: 0, data: './alone' }))
  await loadKey(alone, 'builder')
  for (const number of [1, 2, 3]) await loadKey(join(alone, 'nodes'), `node-${number}`)
  const keyFile = join(alone, 'nodes/node-2.key')
  const versionFile = join(alone, 'postgres/cluster/PG_VERSION')
  await round(t, {
    config: embedded,
    deployments: ['the key of a node is missing', 'the embedded database is of another version'],
    breaks: async () => {
      await rename(keyFile, `${keyFile}.away`)
      await writeFile(versionFile, '16\n')
    },
    mends: async () => {
      await rename(`${keyFile}.away`, keyFile)
      await writeFile(versionFile, '18\n')
    },
  })

  const words = { resourceType: 'CapabilityStatement', status: 'active' }
  let answered: object = words
  const tx = createServer((_request, response) => {
    response.setHeader('content-type', 'application/fhir+json')
    response.end(JSON.stringify(answered))
  })
  await new Promise<void>(resolve => tx.listen(0, '127.0.0.1', resolve))
  t.teardown(() => tx.close())
  const { port: txPort } = tx.address() as AddressInfo
  const terminology = (url: string) =>
    configured({ plugins: { 'fhir-terminology': { terminology: { url } } } })
  await round(t, {
    deployments: ['the terminology server is away'],
    breaks: () => terminology(`${nowhere}/fhir`),
    mends: () => terminology(`http://127.0.0.1:${txPort}/fhir`),
  })
  await round(t, {
    deployments: ['another server answers in place of the terminology server'],
    breaks: () => {
      answered = { page: 'Welcome' }
    },
    mends: () => {
      answered = words
    },
  })
  await configured()

  await t.test('the documentation lists these deployments and no others', async t => {
    t.same(unshown(), [])
    t.ok(shown.size >= 20, `${shown.size} deployments`)
  })
})
