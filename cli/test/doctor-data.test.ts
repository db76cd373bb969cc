/**
 * Deployments whose data, server or settings are broken: the doctor prints the finding and the remedy that
 * docs/troubleshooting.md lists, and passes once the remedy is applied. One deployment with three local nodes on a
 * PostgreSQL server, a record and a file in it, is broken in rounds.
 */
import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import pino from 'pino'
import t from 'tap'
import { checkConfig } from '../../core/config/config.ts'
import { sealFile } from '../../core/crypto/file.ts'
import { createKeyPair } from '../../core/crypto/keys.ts'
import { openBuilder } from '../../core/keys/builder-key.ts'
import { choosePrimitives } from '../../core/keys/native.ts'
import { openStores } from '../../core/stores/open.ts'
import { connectPostgres } from '../../core/stores/sql/postgres.ts'
import { debianPostgres } from '../../core/stores/sql/test/fixtures/debian.ts'
import { temporaryDirectory } from '../../core/stores/sql/test/fixtures/server.ts'
import { demand } from '../../core/test/fixtures/programs.ts'
import { createGateway, serve } from '../../plugins/index.ts'
import { startLocalNodes } from '../../plugins/storage-node/node/local.ts'
import { uids } from '../../schemas/uids.ts'
import { brokenDeployments, diagnosisOf } from './fixtures/broken.ts'

demand(t, 'postgres')
demand(t, 'faketime')

t.setTimeout(300_000)

const run = promisify(execFile)
const server = await debianPostgres(t)
const postgres = connectPostgres(server)
t.teardown(() => postgres.close())
const directory = await temporaryDirectory(t)
const [data, file] = [join(directory, 'data'), join(directory, 'andiron.json')]
const url = `${server}/clinic`
const sound = {
  port: 0,
  data: './data',
  log: { level: 'silent' as const },
  stores: { database: { driver: 'postgres' as const, url }, records: { nodes: 3 } },
}
const configured = (change: object = {}) => writeFile(file, JSON.stringify({ ...sound, ...change }, null, 2))
await mkdir(data)
await configured()
await writeFile(
  join(data, 'last-backup.json'),
  JSON.stringify({ at: new Date().toISOString(), release: '0.1.0' }),
)

/** Runs statements in a database, on a session of their own. */
async function sql(name: string, ...statements: readonly string[]): Promise<void> {
  const database = await postgres.open(name)
  try {
    for (const statement of statements) await database.query(statement)
  } finally {
    await database.close()
  }
}
const SERVER = 'postgres'
const renamed = (from: string, to: string) => sql(SERVER, `ALTER DATABASE ${from} RENAME TO ${to}`)
const serverSetting = (name: string, value: string) =>
  sql(SERVER, `ALTER SYSTEM SET ${name} = ${value}`, 'SELECT pg_reload_conf()')
/** Follows the remedy. */
const serverReset = (name: string) =>
  sql(
    SERVER,
    `SET default_transaction_read_only = off`,
    `ALTER SYSTEM RESET ${name}`,
    'SELECT pg_reload_conf()',
  )

/** A certificate for 127.0.0.1, made a year ago. */
async function httpsServer(days: number): Promise<string> {
  const [key, cert] = [join(directory, `${days}.key`), join(directory, `${days}.crt`)]
  await run('faketime', [
    ...([
      '-365 days',
      'openssl',
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
    ] as const),
    ...(['-nodes', '-keyout', key, '-out', cert, '-days', String(days), '-subj', '/CN=127.0.0.1'] as const),
  ])
  const server = createServer({ key: await readFile(key), cert: await readFile(cert) }, (_, answer) =>
    answer.end(),
  )
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const config = checkConfig({ ...sound, data })
const stores = await openStores({
  ...{
    config,
    data,
    startLocalNodes,
    builder: await openBuilder(config, data),
    primitives: await choosePrimitives(),
  },
  log: pino({ level: 'silent' }),
})
const app = await createGateway({ ...sound, data }, { stores })
await app.ready()
const person = createKeyPair()
const sealed = await sealFile(new TextEncoder().encode('synthetic'))
const upload = `andiron/user-uploads/${person.did}/1-photo.jpg`
await stores.objects.write(upload, sealed.bytes)
await stores.records.create(
  uids.Binary,
  {
    ...{
      _id: randomUUID(),
      encryption_key: JSON.stringify(sealed.key),
      reference: `questionnaire/${randomUUID()}/photo`,
    },
    ...{ file_name: 'photo.jpg', file_size: 9, file_type: 'image/jpeg', controller_did: person.did },
    url: `andiron://${upload}`,
  },
  { owner: person.did, acl: { grantee: stores.records.builder, read: true, write: false, execute: true } },
)
await app.close()
await stores.close()

const { round, unshown } = await brokenDeployments('Damaged deployments', file, new URL(server).password)

await t.test('damaged deployments', async t => {
  const sane = await diagnosisOf(file)
  t.equal(sane.wrong, 0, sane.said)
  t.match(sane.said, /3 nodes hold the same numbers in all collections/)
  t.match(sane.said, /files: one of them opens/)
  t.same(
    (
      await postgres
        .open(SERVER)
        .then(all => all.query(`SELECT datname FROM pg_database WHERE datname LIKE 'clinic%' ORDER BY 1`))
    ).map(({ datname }) => datname),
    ['clinic', 'clinic_node_1', 'clinic_node_2', 'clinic_node_3'],
    'the path of the URL names them all',
  )

  for (const [name, database] of [
    ['the database of a node is gone', 'clinic_node_2'],
    ['the database of the gateway is gone', 'clinic'],
  ] as const)
    await round(t, {
      deployments: [name],
      breaks: () => renamed(database, 'away'),
      mends: () => renamed('away', database),
    })
  await round(t, {
    deployments: ['the database of a node was emptied'],
    breaks: async () => {
      await renamed('clinic_node_2', 'away')
      await sql(SERVER, 'CREATE DATABASE clinic_node_2')
    },
    mends: async () => {
      await sql(SERVER, 'DROP DATABASE clinic_node_2')
      await renamed('away', 'clinic_node_2')
    },
  })
  await round(t, {
    deployments: ['the databases of two nodes are exchanged'],
    breaks: async () => {
      await renamed('clinic_node_1', 'away')
      await renamed('clinic_node_2', 'clinic_node_1')
      await renamed('away', 'clinic_node_2')
    },
    mends: async () => {
      await renamed('clinic_node_1', 'away')
      await renamed('clinic_node_2', 'clinic_node_1')
      await renamed('away', 'clinic_node_2')
    },
  })
  const [one, two] = [join(data, 'nodes/node-1.key'), join(data, 'nodes/node-2.key')]
  const exchangeKeys = async () => {
    await rename(one, `${one}.away`)
    await rename(two, one)
    await rename(`${one}.away`, two)
  }
  await round(t, {
    deployments: ['the keys of two nodes are exchanged'],
    breaks: exchangeKeys,
    mends: exchangeKeys,
  })
  await round(t, {
    deployments: ['a node has lost records'],
    breaks: () =>
      sql(
        'clinic_node_3',
        'CREATE TABLE kept AS SELECT * FROM documents WHERE owner IS NOT NULL',
        'DELETE FROM documents WHERE owner IS NOT NULL',
      ),
    mends: () => sql('clinic_node_3', 'INSERT INTO documents SELECT * FROM kept', 'DROP TABLE kept'),
  })

  const objects = join(data, 'objects')
  await round(t, {
    deployments: ['the directory of files is gone'],
    breaks: () => rename(objects, `${objects}.away`),
    mends: async () => {
      await rm(objects, { recursive: true })
      await rename(`${objects}.away`, objects)
    },
  })
  const hash = createHash('sha256').update(upload).digest('hex')
  const photo = join(objects, hash.slice(0, 2), hash.slice(2))
  await round(t, {
    deployments: ['a file is missing'],
    breaks: () => rename(photo, join(directory, 'photo')),
    mends: () => rename(join(directory, 'photo'), photo),
  })
  const bytes = await readFile(photo)
  await round(t, {
    deployments: ['a file is damaged'],
    breaks: () => truncate(photo, bytes.length - 1),
    mends: () => writeFile(photo, bytes),
  })

  for (const [deployment, setting, value] of [
    ['fsync is off', 'fsync', 'off'],
    ['commits do not wait for the disk', 'synchronous_commit', 'off'],
    ['pages can be torn', 'full_page_writes', 'off'],
    ['the server is read-only', 'default_transaction_read_only', 'on'],
  ] as const)
    await round(t, {
      deployments: [deployment],
      breaks: () => serverSetting(setting, value),
      mends: () => serverReset(setting),
    })

  for (const [deployment, change] of [
    ['the name of the network has changed', { network: 'other' }],
    ['the domain of wallets has changed', { wallet: { domainName: 'Other' } }],
    ['the number of nodes has changed', { stores: { ...sound.stores, records: { nodes: 2 } } }],
  ] as const)
    await round(t, {
      deployments: [deployment],
      breaks: async () => {
        await configured(change)
        await t.rejects(createGateway({ ...sound, data, ...change }, {}), {
          code: /AND_(SETTINGS_FIXED|NODES_COUNTED)/,
        })
      },
      mends: () => configured(),
    })
  await round(t, {
    deployments: ['the scheme of files has changed'],
    breaks: () => configured({ fileScheme: 'other' }),
    mends: () => configured({ fileScheme: 'other', fileSchemeAliases: ['andiron'] }),
  })
  // Both are in use from now on.
  const mended = { fileSchemeAliases: ['other'] }
  await configured({ ...mended, did: { prefix: 'did:other:' } })
  const noted = await diagnosisOf(file)
  t.equal(noted.wrong, 0, noted.said)
  t.match(noted.said, /note {3}config: did\.prefix was "did:nil:" and is "did:other:"/)
  await configured(mended)

  await round(t, {
    deployments: ['an index is missing'],
    breaks: () => sql('clinic_node_1', 'DROP INDEX documents_by_owner'),
    mends: () =>
      sql('clinic_node_1', 'CREATE INDEX IF NOT EXISTS documents_by_owner ON documents (owner, created, id)'),
  })
  await round(t, {
    deployments: ['a column is missing'],
    breaks: () =>
      sql(
        'clinic',
        'ALTER TABLE audit RENAME TO audit_kept',
        'CREATE TABLE audit AS SELECT * FROM audit_kept',
        'ALTER TABLE audit DROP COLUMN action',
      ),
    mends: () => sql('clinic', 'DROP TABLE audit', 'ALTER TABLE audit_kept RENAME TO audit'),
  })

  await round(t, {
    deployments: ['the config names no server any more'],
    breaks: () => configured({ ...mended, stores: {} }),
    mends: () => configured(mended),
  })
  await t.test('beside a running gateway', async t => {
    const running = await serve({ ...sound, ...mended, data }, {})
    await configured({ ...mended, port: Number(new URL(running.url).port) })
    t.match((await diagnosisOf(file)).said, /running at(.|\n)*3 nodes hold the same(.|\n)*one of them opens/)
    await sql(
      'clinic_node_3',
      'CREATE TABLE kept AS SELECT * FROM documents WHERE owner IS NOT NULL',
      'DELETE FROM documents WHERE owner IS NOT NULL',
    )
    await rename(objects, `${objects}.away`)
    const { said } = await diagnosisOf(file)
    t.match(said, /WRONG {2}objects: .*incoming|WRONG {2}objects: The files of this deployment are not in/)
    await rename(`${objects}.away`, objects)
    while (!(await fetch(`${running.url}/health/ready`)).ok) await wait(50)
    t.match((await diagnosisOf(file)).said, /WRONG {2}records: the nodes hold different ones of Binary/)
    await sql('clinic_node_3', 'INSERT INTO documents SELECT * FROM kept', 'DROP TABLE kept')
    await running.close()
    await configured(mended)
  })

  const trustProxy = ['loopback']
  const [expired, ending, lasting] = await Promise.all([300, 370, 500].map(httpsServer))
  for (const [deployment, baseUrl] of [
    ['the certificate has expired', expired],
    ['the certificate ends soon', ending],
  ] as const)
    await round(t, {
      deployments: [deployment],
      breaks: () => configured({ ...mended, baseUrl, trustProxy }),
      mends: () => configured({ ...mended, baseUrl: lasting, trustProxy }),
    })
  await configured(mended)

  t.same(unshown(), [], 'the documentation lists these deployments and no others')
})
