/** The checks that a running gateway makes of itself. */
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { temporary } from '../../../tooling/temporary.js'
import { noteDrill } from '../../backup/last-drill.ts'
import { checkConfig } from '../../config/config.ts'
import { createKeyPair } from '../../crypto/keys.ts'
import { noble } from '../../crypto/primitives.ts'
import { ringOf } from '../../keys/key-ring.ts'
import { drillFinding } from '../drill-finding.ts'
import {
  ageOfBackup,
  backups,
  examine,
  freeSpace,
  keyTimes,
  MAX_AGE,
  secretSharing,
  signatures,
} from '../examination.ts'
import { readUpkeep } from '../upkeep.ts'

const data = await mkdtemp(join(temporary, 'andiron-test-'))
t.teardown(() => rm(data, { recursive: true, force: true }))
const HOUR = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString()
const noteBackup = (content: string) => writeFile(join(data, 'last-backup.json'), content)

t.test('a backup is as old as it says, and one that says nothing is none', async t => {
  t.match(ageOfBackup('backup', ago(0.5), MAX_AGE), { state: 'ok', what: 'backup: less than an hour old' })
  t.match(ageOfBackup('backup', ago(25), MAX_AGE), { state: 'ok', what: 'backup: 25 h old' })
  t.match(ageOfBackup('backup', ago(27), MAX_AGE), {
    state: 'wrong',
    what: 'backup: 27 h old',
    mend: /andiron backup/,
  })
  for (const nothing of [undefined, null, 7, '', 'yesterday', {}])
    t.match(ageOfBackup('backup', nothing, MAX_AGE), { state: 'note', what: 'backup: none is known' })

  const isOwn = () => true
  t.match(await backups(data, [], isOwn), [{ state: 'note' }, { what: 'drill of a backup: none is known' }])
  await noteBackup('{"at":')
  t.match(await backups(data, [], isOwn), [{ state: 'note' }, { state: 'note' }])
  await noteBackup(JSON.stringify({ at: ago(100) }))
  t.match(await backups(data, ['http://127.0.0.1:9'], isOwn), [
    { state: 'wrong', what: 'backup of this deployment: 100 h old' },
    { state: 'note', what: 'drill of a backup: none is known' },
    { state: 'note', what: 'backup of http://127.0.0.1:9: unknown, the node does not answer' },
  ])
})

t.test('disk, key, signatures and shares each have a finding', async t => {
  t.match(await freeSpace(data), { what: /^data: .* GiB free$/ })
  t.match(await freeSpace(join(data, 'a', 'b')), { what: /, created at the first start, / })
  const key = createKeyPair()
  t.same(keyTimes(ringOf(key)), { state: 'ok', what: `builder key: ${key.did}` })
  t.match(signatures(noble), { state: 'note', mend: /Install/ })
  t.match(signatures({ name: 'libsecp256k1' }), { state: 'ok' })
  const sharing = (records: object) => secretSharing(checkConfig({ stores: { records } }))[0]
  t.match(sharing({ nodes: 1 }), { state: 'note', what: /single node/ })
  t.match(sharing({}), { state: 'note', what: /all of the 3 nodes/ })
  t.match(sharing({ threshold: 2 }), { state: 'ok', what: /1 may be lost/ })
  t.same(secretSharing(checkConfig({ stores: { records: { driver: 'memory' } } })), [])
})

t.test('a gateway on memory has neither disk nor backups to speak of', async t => {
  const parts = {
    ...{ data, builder: ringOf(createKeyPair()), primitives: noble, remoteNodes: () => [] },
    ...{ comparison: () => undefined, nameOf: (uid: string) => uid },
  }
  const memory = await examine({
    ...parts,
    config: checkConfig({ stores: { records: { driver: 'memory' } } }),
  })
  t.same(
    memory.map(({ what }) => what.split(':')[0]),
    ['builder key', 'signatures'],
  )
  const whole = await examine({ ...parts, config: checkConfig({}) })
  t.same(
    whole.map(({ what }) => what.split(':')[0]),
    ['data', 'builder key', 'signatures', 'secrets', 'backup of this deployment', 'drill of a backup'],
  )
})

t.test('a drill is as old as it says, and names what it found', async t => {
  const directory = await mkdtemp(join(temporary, 'andiron-test-'))
  t.teardown(() => rm(directory, { recursive: true, force: true }))
  const key = createKeyPair()
  const isOwn = (did: string) => did === key.did
  const part = { part: 'node-1', count: 9, compared: 9, same: 7, since: 0, missing: 0, differing: 0 }
  const report = {
    ...{ format: 1 as const, iss: key.did, point: ago(30), began: ago(2), ended: ago(1), release: '0.0.0' },
    ...{ parts: [part], ok: true },
  }
  await noteDrill(directory, report, key)
  t.match(await drillFinding(directory, isOwn), {
    state: 'ok',
    what: 'drill of a backup: whole, less than a day ago',
  })
  await noteDrill(directory, { ...report, ended: ago(24 * 9 + 1) }, key)
  t.match(await drillFinding(directory, isOwn), {
    state: 'wrong',
    what: /whole, 9 days ago/,
    mend: /backup drill/,
  })
  await noteDrill(directory, { ...report, ok: false, parts: [{ ...part, missing: 2 }] }, key)
  t.match(await drillFinding(directory, isOwn), {
    state: 'wrong',
    what: /node-1 has 2 missing and 0 differing/,
  })
  t.match(await drillFinding(directory, () => false), {
    state: 'wrong',
    what: /not signed by this deployment/,
  })
})

t.test(
  'age of backup and drill, free disk, clocks and certificates are read, and what is unknown is absent',
  async t => {
    const directory = await mkdtemp(join(temporary, 'andiron-test-'))
    t.teardown(() => rm(directory, { recursive: true, force: true }))
    const server = createServer((_, response) => {
      // A clock that is two minutes ahead.
      response.setHeader('date', new Date(Date.now() + 120_000).toUTCString())
      response.end('OK')
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    t.teardown(() => server.close())
    const { port } = server.address() as AddressInfo
    const watched = {
      ...{ data: directory, isOwn: () => true, baseUrl: 'http://127.0.0.1:9' },
      remoteNodes: [`http://127.0.0.1:${port}`, 'https://127.0.0.1:9'],
      database: { query: async () => [{ at: Date.now() - 60_000 }] as never },
    }
    const upkeep = await readUpkeep(watched)
    t.match(Object.keys(upkeep).sort(), ['certificates', 'clocks', 'free'])
    t.ok(Math.abs((upkeep.clocks.get('database') ?? 0) - 60) < 5)
    t.ok(Math.abs((upkeep.clocks.get('node 1') ?? 0) - 120) < 5)
    t.notOk(upkeep.clocks.has('node 2'), 'it does not answer')
    t.equal(upkeep.certificates.size, 0)
    await writeFile(join(directory, 'last-backup.json'), JSON.stringify({ at: ago(2) }))
    t.ok(Math.abs(((await readUpkeep(watched)).backupAge ?? 0) - 7_200) < 60)
  },
)
