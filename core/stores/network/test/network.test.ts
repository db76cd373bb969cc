/** The record store over three local nodes. */
import t from 'tap'
import { openNetwork } from '../network.ts'
import { localNetwork } from './fixtures/local-network.ts'
import { recordsConformance } from './fixtures/records-conformance.ts'

t.test('keeps records on three local nodes', async t => {
  const network = await localNetwork(t)
  await recordsConformance(t, openNetwork(network))
})
