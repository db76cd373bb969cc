/** The record store in memory. */
import t from 'tap'
import { createKeyPair } from '../../crypto/keys.ts'
import { aggregateConformance } from '../network/test/fixtures/aggregate-conformance.ts'
import { recordsConformance } from '../network/test/fixtures/records-conformance.ts'
import { MemoryRecordStore } from '../records-memory.ts'

t.test('keeps records in memory', async t => {
  await recordsConformance(t, new MemoryRecordStore(createKeyPair().did))
})

t.test('counts people in memory', async t => {
  const builder = createKeyPair()
  await aggregateConformance(t, new MemoryRecordStore(builder.did), builder)
})
