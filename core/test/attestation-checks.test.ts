import { randomUUID } from 'node:crypto'
import t from 'tap'
import { attest } from '../crypto/attest.ts'
import { didKeyOf, keyIdOf } from '../crypto/did.ts'
import { createKeyPair } from '../crypto/keys.ts'
import { ringOf } from '../keys/key-ring.ts'
import { choosePrimitives } from '../keys/native.ts'
import { AttestationChecks } from '../records/attestation-checks.ts'
import { Sandbox } from '../sandbox/sandbox.ts'
import { ATTESTATION, attested } from '../stores/attested.ts'
import type { StoredRecord } from '../stores/records.ts'

t.test('Attestations of a long read are checked in a thread', async t => {
  const primitives = await choosePrimitives()
  const [builder, collection] = [createKeyPair(), randomUUID()]
  const owner = didKeyOf(createKeyPair().publicKey)
  const record = (nth: number): StoredRecord => {
    const [_id, content] = [randomUUID(), { nth, text: `ä${nth}`, nested: [{ b: 1, a: null }] }]
    const payload = attested(collection, _id, keyIdOf(owner), content)
    const signature = attest(payload, builder.privateKey, primitives)
    const time = new Date().toISOString()
    return {
      ...{ _id, ...content, [ATTESTATION]: signature },
      ...{ _owner: owner, _acl: [], _created: time, _updated: time },
    }
  }
  const records = Array.from({ length: 200 }, (_, nth) => record(nth))
  records[7] = { ...(records[7] as StoredRecord), nth: 8 }
  const { [ATTESTATION]: _, ...unattested } = records[9] as StoredRecord
  records[9] = unattested as StoredRecord
  records[11] = { ...(records[11] as StoredRecord), _owner: didKeyOf(createKeyPair().publicKey) }
  const expected = records.map((_, at) => ![7, 9, 11].includes(at))

  const sandbox = new Sandbox({ threads: 2 })
  t.teardown(() => sandbox.close())
  let runs = 0
  const counting = {
    threads: sandbox.threads,
    get use() {
      return sandbox.use
    },
    run: ((...parameters) => {
      runs += 1
      return sandbox.run(...parameters)
    }) as Sandbox['run'],
  }
  const checks = new AttestationChecks({ builder: ringOf(builder), primitives, sandbox: counting })

  t.same(await checks.of(collection, records), expected)
  t.equal(runs, 0, 'a single page is checked here')
  for (let page = 0; page < 4; page++) t.same(await checks.of(collection, records), expected)
  t.equal(runs, 3, 'once more than 500 records are read in succession')
  t.same(await checks.of(collection, records.slice(0, 20)), expected.slice(0, 20))
  t.equal(runs, 3, 'a small page is checked here')
  t.same(
    await checks.of(randomUUID(), records),
    records.map(() => false),
  )

  t.test('and here if no thread is free, or the work is refused', async t => {
    const before = runs
    const busy = { ...counting, use: { running: 2, waiting: 0 } }
    const other = new AttestationChecks({ builder: ringOf(builder), primitives, sandbox: busy })
    for (let page = 0; page < 4; page++) t.same(await other.of(collection, records), expected)
    t.equal(runs, before)
    await sandbox.close()
    t.same(await checks.of(collection, records), expected)
    t.equal(runs, before + 1)
  })
})
