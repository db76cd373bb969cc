/** The checks that a running gateway makes of itself. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { temporary } from '../../../tooling/temporary.js'
import { checkConfig } from '../../config/config.ts'
import { createKeyPair } from '../../crypto/keys.ts'
import { noble } from '../../crypto/primitives.ts'
import { ringOf } from '../../keys/key-ring.ts'
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

  t.match(await backups(data, []), [{ state: 'note' }])
  await noteBackup('{"at":')
  t.match(await backups(data, []), [{ state: 'note' }])
  await noteBackup(JSON.stringify({ at: ago(100) }))
  t.match(await backups(data, ['http://127.0.0.1:9']), [
    { state: 'wrong', what: 'backup of this deployment: 100 h old' },
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
    ['data', 'builder key', 'signatures', 'secrets', 'backup of this deployment'],
  )
})
