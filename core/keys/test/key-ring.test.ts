/** The files of a key that is replaced: whole, in order, once. */
import { chmod, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { createKeyPair } from '../../crypto/keys.ts'
import { ManagedRing, ringOf } from '../key-ring.ts'
import { openKey } from '../keys.ts'

const SECOND = 1000
const now = () => Math.floor(Date.now() / SECOND)

async function ringIn(t: Test) {
  const directory = await mkdtemp(join(tmpdir(), 'andiron-ring-'))
  t.teardown(() => rm(directory, { recursive: true, force: true }))
  const ring = await ManagedRing.open(directory, 'builder')
  await ring.keep()
  return { directory, ring, again: () => ManagedRing.open(directory, 'builder') }
}

t.test('a new key signs from its time on, and the old one is in use until it ends', async t => {
  const { ring, again } = await ringIn(t)
  const [starts, ends] = [now() + 60, now() + 120]
  await ring.rotate({ starts, ends })
  const old = ring.first.did
  t.equal(ring.did, old)
  t.notOk(ring.advance(Date.now()), 'not before its time')
  t.ok(ring.isDue(starts * SECOND))
  t.ok(ring.advance(starts * SECOND))
  t.not(ring.did, old)
  t.equal(ring.keys[0]?.ends, ends)
  t.same(
    ring.pairsAt(starts * SECOND).map(({ did }) => did),
    [ring.did, old],
  )
  t.same(
    ring.pairsAt(ends * SECOND).map(({ did }) => did),
    [ring.did],
  )
  t.ok(ring.has(old))
  t.notOk(ring.has('did:nil:constructor'))
  const other = await again()
  t.equal(other.did, old, 'another process reads the same, and waits for the time')
  t.equal(other.keys.length, 2)
})

t.test('of twenty rotations at once one happens', async t => {
  const { again } = await ringIn(t)
  const rings = await Promise.all(Array.from({ length: 20 }, again))
  const terms = { starts: now() + 1, ends: now() + 60 }
  const outcomes = await Promise.allSettled(rings.map(ring => ring.rotate(terms)))
  const refused = outcomes.filter(({ status }) => status === 'rejected')
  t.equal(refused.length, 19)
  for (const each of refused) t.match(each, { reason: { code: 'AND_KEY_ROTATING' } })
  t.equal((await again()).keys.length, 2)
})

t.test('a rotation that was killed before its statement is made again with the same key', async t => {
  const { directory, again } = await ringIn(t)
  const draft = await (await openKey(directory, 'builder.2')).keep()
  t.equal((await again()).keys.length, 1, 'a key without a statement changes nothing')
  const ring = await again()
  await ring.rotate({ starts: now(), ends: now() + 60 })
  t.equal(ring.keys[1]?.did, draft.did)
  t.same(
    (await readdir(directory)).sort(),
    ['builder.2.jws', 'builder.2.key', 'builder.key'],
    'no draft is left',
  )
})

t.test('refuses a successor that others can read, that is missing, or that is another key', async t => {
  const { directory, ring, again } = await ringIn(t)
  await ring.rotate({ starts: now(), ends: now() + 60 })
  const file = join(directory, 'builder.2.key')
  await chmod(file, 0o644)
  await t.rejects(again(), { code: 'AND_INVALID_KEY', message: /chmod 600/ })
  await chmod(file, 0o600)
  await rename(file, `${file}.lost`)
  await t.rejects(again(), { code: 'AND_KEY_MISSING', message: /builder\.2\.key/ })
  await (await openKey(directory, 'builder.2')).keep()
  await t.rejects(again(), { code: 'AND_KEY_MISSING' })
  await writeFile(join(directory, 'builder.2.jws'), `a.${'b'.repeat(100_000)}.c`)
  await t.rejects(again(), { code: 'AND_KEY_CHAIN' })
})

t.test('a key of the config has no files and no successor', async t => {
  const ring = ManagedRing.configured('1f'.repeat(32), '/nowhere', 'builder')
  t.notOk(await ring.refresh())
  t.notOk(ring.isNew)
  const pair = createKeyPair()
  t.ok(ringOf(pair).has(pair.did))
  t.equal(ringOf(ring), ring)
})
