/** The record store over nodes in this process, behind HTTP, and over one alone. */
import t from 'tap'
import { openNetwork } from '../network.ts'
import { connectNode } from '../node-remote.ts'
import { facedNetwork } from './fixtures/faces.ts'
import { localNetwork } from './fixtures/local-network.ts'
import { recordsConformance } from './fixtures/records-conformance.ts'

// Every test starts a database server.
t.setTimeout(300_000)

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

t.test('keeps records on one node', async t => {
  const network = await localNetwork(t, { count: 1 })
  await recordsConformance(t, openNetwork(network))
})
