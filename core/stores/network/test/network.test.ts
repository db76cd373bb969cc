/** The record store over three nodes, in this process and behind HTTP. */
import t from 'tap'
import { openNetwork } from '../network.ts'
import { connectNode } from '../node-remote.ts'
import { facedNetwork } from './fixtures/faces.ts'
import { localNetwork } from './fixtures/local-network.ts'
import { recordsConformance } from './fixtures/records-conformance.ts'

t.test('keeps records on three local nodes', async t => {
  const network = await localNetwork(t)
  await recordsConformance(t, openNetwork(network))
})

t.test('keeps records on three nodes behind HTTP', async t => {
  const network = await facedNetwork(t)
  const nodes = await Promise.all(network.nodes.map(({ url }) => connectNode(url)))
  t.strictSame(
    nodes.map(({ did }) => did),
    network.nodes.map(({ did }) => did),
  )
  await recordsConformance(t, openNetwork({ ...network, nodes }))
})
