/** `andiron nodes`: a node is replaced beside the running gateway. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import type { ConfigInput } from '../../core/config/config-schema.ts'
import type { Database } from '../../core/stores/sql/database.ts'
import { startEmbeddedPostgres } from '../../core/stores/sql/embedded.ts'
import { documentsTable, partition } from '../../core/stores/sql/partition.ts'
import {
  copyNode,
  copyTemplate,
  memoryLog,
  temporaryDirectory,
} from '../../core/stores/sql/test/fixtures/server.ts'
import { serve } from '../../plugins/index.ts'
import { copyDeployment } from '../../plugins/test/fixtures/deployment.ts'
import type { Environment } from '../../schemas/environment.ts'
import type { OperatorStatus } from '../../schemas/operator-status.ts'
import { runDemo, runHere, running, serveNodeHere } from './fixtures/program.ts'

const KEY = 'a-synthetic-key-of-an-operator-0123456789'

/** Opens the database of a node that has ended. */
async function withDatabase<T>(directory: string, work: (database: Database) => Promise<T>): Promise<T> {
  const server = await startEmbeddedPostgres({ directory, log: memoryLog() })
  try {
    return await work(await server.open('node'))
  } finally {
    await server.close()
  }
}

async function node(t: import('tap').Test) {
  const data = await temporaryDirectory(t)
  await copyNode(join(data, 'postgres'))
  return { data, ...(await serveNodeHere(t, data)) }
}

t.test('the documents of a node are divided beside it, by its own operator', async t => {
  const { data, url, close } = await node(t)
  const partition = (...more: string[]) => runHere(['nodes', 'partition', ...more])
  const divided = await partition('--node', '--data', data)
  t.match(divided, { code: 0, said: /node: its documents are in 16 partitions\./ })
  t.match(await partition('--node', '--data', data, '--partitions', '500'), {
    code: 1,
    said: /more than 128/,
  })
  t.match(await partition('--node', '--data', data, '--cancel'), { code: 0, said: /nothing is under way/ })

  const config = join(data, 'andiron.json')
  await writeFile(
    config,
    JSON.stringify({ data: join(data, 'gateway'), stores: { records: { nodes: [url] } } }),
  )
  const elsewhere = await partition('--config', config)
  t.match(elsewhere, { code: 1, said: /Their operators run this command with --node/ })
  await writeFile(config, JSON.stringify({ data: join(data, 'gateway') }))
  t.match(await partition('--config', config), { code: 1, said: /there is no database yet/ })

  t.equal((await fetch(new URL('/health', url))).status, 200)
  await close()
})

t.test('the doctor finds a division that is unfinished, and it is given up', async t => {
  const data = await temporaryDirectory(t)
  await copyDeployment(data)
  const config = join(data, 'andiron.json')
  await writeFile(config, JSON.stringify({ data, port: 0 }))
  const server = await startEmbeddedPostgres({ directory: join(data, 'postgres'), log: memoryLog() })
  const killed = () => {
    throw new Error('killed')
  }
  await t.rejects(partition(await server.open('node_2'), documentsTable, 4, killed), { message: 'killed' })
  // The commands use it meanwhile, as beside a gateway.
  t.teardown(() => server.close())

  const unfinished = /node_2: the division of its documents into 4 partitions is unfinished/
  t.match(await runHere(['doctor', '--config', config]), { said: unfinished })
  const refused = await runHere(['nodes', 'partition', '--config', config])
  t.match(refused, { code: 1, said: /node-1: its documents are in 16 .*the division into 4 .* unfinished/s })
  const canceled = await runHere(['nodes', 'partition', '--config', config, '--cancel'])
  t.match(canceled, { code: 0, said: /node-2: the copy is dropped/ })
  t.notMatch((await runHere(['doctor', '--config', config])).said, unfinished)
})

t.test('a node is replaced beside the running gateway, and every refusal says why', async t => {
  const data = await temporaryDirectory(t)
  const config = join(data, 'andiron.json')
  await writeFile(config, JSON.stringify({ data, port: 0, log: { level: 'error' } }))
  const local = await runHere(['nodes', 'list', '--config', config])
  t.match(local, { code: 1, said: /the nodes of this gateway run in its process/ })

  const [first, second, third] = [await node(t), await node(t), await node(t)]
  await copyTemplate(join(data, 'postgres'))
  await writeFile(
    config,
    JSON.stringify({
      ...{ data, port: 0, log: { level: 'error' } },
      stores: { records: { nodes: [first.url, second.url] } },
      plugins: { operations: { operatorKey: KEY } },
    }),
  )
  const startGateway = async (port = 0) => {
    const gateway = await serve({ ...(JSON.parse(await readFile(config, 'utf8')) as ConfigInput), port })
    t.teardown(() => gateway.close())
    return gateway
  }
  const gateway = await startGateway()
  const environment = async () =>
    (await (await fetch(`${gateway.url}/.well-known/andiron.json`)).json()) as Environment
  const environmentWith = async (is: (environment: Environment) => boolean) => {
    for (;;) {
      const found = await environment()
      if (is(found)) return found
      await delay(50)
    }
  }
  const before = await environment()
  const status = await fetch(`${gateway.url}/api/operator/status`, {
    headers: { authorization: `Bearer ${KEY}` },
  })
  const { findings } = (await status.json()) as OperatorStatus
  t.same(
    findings.map(({ state, what }) => `${state} ${what}`).filter(each => !each.includes('event loop')),
    [
      'note secrets: all of the 2 nodes are needed to read them',
      'note backup of this deployment: none is known',
      'note drill of a backup: none is known',
      ...[first.url, second.url].map(url => `note backup of ${url}: none is known`),
    ],
    'the page of the operator shows the findings of the doctor',
  )
  const consent = ['nodes', 'release', '--to', third.url, '--service', gateway.url]
  const foreign = await runHere([...consent, '--data', first.data])
  const released = await runHere([...consent, '--data', second.data])
  t.match(released, { code: 0, said: /may move all data of this node, sealed, to the node did:key:/ })
  const file = join(data, 'release')
  const replace = async (place: string, to: string, said: string, ...more: string[]) => {
    await writeFile(file, `${said.split('\n').find(line => line.startsWith('ey')) ?? said}\n`)
    return runHere(['nodes', 'replace', place, to, '--release', file, '--config', config, ...more])
  }
  t.match(await replace('3', third.url, released.said), { code: 1, said: /the config lists 2 nodes/ })
  t.match(await replace('2', first.url, released.said), { code: 1, said: /is one of the nodes already/ })
  t.match(await replace('2', third.url, foreign.said), {
    code: 1,
    said: /another node has signed the release/,
  })
  t.match(await replace('2', third.url, 'no release'), { code: 1, said: /andiron nodes release/ })
  const cancel = ['nodes', 'cancel', '--config', config]
  t.match(await runHere(cancel), { code: 0, said: /No node is being replaced/ })

  t.match(await runDemo(gateway.url), { code: 0 })
  await gateway.close()
  // Without a gateway, the order waits, and can be given up.
  await writeFile(file, `${released.said.split('\n').find(line => line.startsWith('ey'))}\n`)
  const order = ['nodes', 'replace', '2', third.url, '--release', file, '--config', config]
  const waiting = await running(order, /waiting for a gateway/)
  // It runs the embedded server, which other commands use meanwhile.
  await waiting.begun
  const list = ['nodes', 'list', '--config', config]
  t.match(await runHere(list), { code: 0, said: /replaced by/ })
  t.match(await runHere(cancel), { code: 0, said: new RegExp(`${second.url} stays`) })
  t.match((await waiting.ended).said, /waiting for a gateway/)
  t.notMatch((await runHere(list)).said, /replaced by/)
  const restarted = await startGateway(Number(new URL(gateway.url).port))
  t.equal(restarted.url, gateway.url)
  t.match(await replace('2', third.url, released.said), { code: 1, said: /this release was used before/ })

  const again = await runHere([...consent, '--expires', '1h', '--data', second.data])
  const replaced = await replace('2', third.url, again.said, '--erase')
  t.match(replaced, { code: 0, said: /moved: both nodes had the same \d+ rows/ })
  t.match(replaced.said, `${second.url} has deleted its documents`)
  t.match(replaced.said, `Node 2 is now ${third.url}`)
  const listed = await runHere(['nodes', 'list', '--config', config])
  t.match(listed, { code: 0, said: new RegExp(`in the config +${second.url}/?: list ${third.url}`) })
  const after = await environmentWith(({ nodes }) => nodes.some(({ url }) => url === third.url))
  t.same(
    after.nodes.map(({ url }) => url),
    [first.url, third.url],
  )
  t.equal(after.nodes[0]?.did, before.nodes[0]?.did)
  t.equal(after.nodeSuccessions?.length, 1)
  t.match(await replace('2', second.url, again.said), { code: 1, said: /this release was used before/ })
  const fourth = await node(t)
  const added = await runHere([
    'nodes',
    'release',
    '--copy',
    '--to',
    fourth.url,
    '--service',
    gateway.url,
    '--data',
    first.data,
  ])
  t.match(added, {
    code: 0,
    said: /may copy the data of this node, without its shares of secrets, to the node did:key:/,
  })
  await writeFile(file, `${added.said.split('\n').find(line => line.startsWith('ey'))}\n`)
  const grown = await runHere(['nodes', 'add', fourth.url, '--release', file, '--config', config])
  t.match(grown, { code: 0, said: /There are 3 nodes now/ })
  t.match((await runHere(list)).said, new RegExp(`node 3[^]*${fourth.url}[^]*missing: list ${fourth.url}`))
  const three = await environmentWith(({ nodes }) => nodes.length === 3)
  t.same([three.nodes.length, three.secretSharing?.threshold, three.nodeAdditions?.length], [3, 3, 1])

  await second.close()
  const documents = async (data: string) =>
    withDatabase(join(data, 'postgres'), database => database.query('SELECT 1 FROM documents'))
  t.same(await documents(second.data), [], 'the old node has no document any more')
  t.notMatch(replaced.said + listed.said, (await readFile(join(second.data, 'node.key'), 'utf8')).trim())
})
