/** Several processes of one storage node, with its key and its database, behind one origin. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import { toHex } from '../../../core/crypto/bytes.ts'
import { createKeyPair } from '../../../core/crypto/keys.ts'
import { commands } from '../../../core/stores/network/node.ts'
import { connectNode } from '../../../core/stores/network/node-remote.ts'
import { NodeProcess } from '../../../core/stores/network/test/fixtures/node-process.ts'
import { collection } from '../../../core/stores/network/test/fixtures/records-conformance.ts'
import { invocation } from '../../../core/stores/network/test/fixtures/tokens.ts'
import { networkServer } from '../../../core/stores/sql/test/fixtures/server.ts'

/** A balancer without stickiness: each request goes to the next process. */
async function originOf(t: Test, targets: readonly string[]): Promise<string> {
  let next = 0
  const server = createServer((incoming, outgoing) => {
    const { method, url = '', headers } = incoming
    const target = new URL(url, targets[next++ % targets.length])
    const forward = request(target, { method, headers, agent: false }, answer => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    forward.once('error', () => outgoing.destroy())
    incoming.pipe(forward)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

t.test('three processes are one node', async t => {
  const server = await networkServer(t)
  const access = { host: server.host, user: 'andiron', password: server.password } as const
  const key = toHex(createKeyPair().privateKey)
  const processes = [1, 2, 3].map(() => new NodeProcess({ access, database: 'node_1', port: 0, key }))
  t.teardown(() => Promise.all(processes.map(each => each.kill())))
  await Promise.all(processes.map(each => each.start()))
  const node = await connectNode(
    await originOf(
      t,
      processes.map(({ url }) => url),
    ),
  )
  const builder = createKeyPair()
  const token = (command: string) => invocation({ from: builder, to: node.did, command })

  await node.registerBuilder(token(commands.builders.create), { did: builder.did, name: 'b' })
  const { uid, schema } = collection('standard')
  await node.createCollection(token(commands.collections.create), {
    ...{ _id: uid, type: 'standard', name: 'c', schema },
  })
  const id = randomUUID()
  const created = await Promise.allSettled(
    Array.from({ length: 20 }, () =>
      node.createStandard(token(commands.data.create), {
        ...{ collection: uid, write: randomUUID(), data: [{ _id: id }] },
      }),
    ),
  )
  const successes = created.filter(each => each.status === 'fulfilled' && each.value.created.length === 1)
  t.equal(successes.length, 1, 'of twenty creations at once, one succeeds')
  const find = () => node.find(token(commands.data.read), { collection: uid, filter: { _id: id } })
  for (let at = 0; at < 3; at++) t.equal((await find()).data.length, 1, 'each process has the document')
})
