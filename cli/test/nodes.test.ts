/** `andiron nodes`: a node is replaced beside the running gateway. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { copyTemplate, temporaryDirectory } from '../../core/stores/sql/test/fixtures/server.ts'
import type { Environment } from '../../schemas/environment.ts'
import { run, serving } from './fixtures/program.ts'

t.setTimeout(600_000)

async function node(t: import('tap').Test) {
  const data = await temporaryDirectory(t)
  await copyTemplate(join(data, 'postgres'))
  const { url, end } = await serving(t, ['node', '--port', '0', '--data', data])
  return { data, url, end }
}

t.test('a node is replaced beside the running gateway, and every refusal says why', async t => {
  const data = await temporaryDirectory(t)
  const config = join(data, 'andiron.json')
  await writeFile(config, JSON.stringify({ data, port: 0, log: { level: 'error' } }))
  const local = await run(['nodes', 'list', '--config', config])
  t.match(local, { code: 1, said: /the nodes of this gateway run in its process/ })

  const [first, second, third] = [await node(t), await node(t), await node(t)]
  await copyTemplate(join(data, 'postgres'))
  await writeFile(
    config,
    JSON.stringify({ data, port: 0, stores: { records: { nodes: [first.url, second.url] } } }),
  )
  const gateway = await serving(t, ['start', '--config', config])
  const environment = async () =>
    (await (await fetch(`${gateway.url}/.well-known/andiron.json`)).json()) as Environment
  const before = await environment()
  const consent = ['nodes', 'release', '--to', third.url, '--service', gateway.url]
  const foreign = await run([...consent, '--data', first.data])
  const released = await run([...consent, '--data', second.data])
  t.match(released, { code: 0, said: /may move all data of this node, sealed, to the node did:key:/ })
  const file = join(data, 'release')
  const replace = async (place: string, to: string, said: string) => {
    await writeFile(file, `${said.split('\n').find(line => line.startsWith('ey')) ?? said}\n`)
    return run(['nodes', 'replace', place, to, '--release', file, '--config', config])
  }
  t.match(await replace('3', third.url, released.said), { code: 1, said: /the config lists 2 nodes/ })
  t.match(await replace('2', first.url, released.said), { code: 1, said: /is one of the nodes already/ })
  t.match(await replace('2', third.url, foreign.said), {
    code: 1,
    said: /another node has signed the release/,
  })
  t.match(await replace('2', third.url, 'no release'), { code: 1, said: /andiron nodes release/ })
  const cancel = ['nodes', 'cancel', '--config', config]
  t.match(await run(cancel), { code: 0, said: /No node is being replaced/ })

  const replaced = await replace('2', third.url, released.said)
  t.match(replaced, { code: 0, said: /moved: both nodes had the same \d+ rows/ })
  t.match(replaced.said, `Node 2 is now ${third.url}`)
  const listed = await run(['nodes', 'list', '--config', config])
  t.match(listed, { code: 0, said: new RegExp(`in the config +${second.url}/?: list ${third.url}`) })
  const after = await environment()
  t.same(
    after.nodes.map(({ url }) => url),
    [first.url, third.url],
  )
  t.equal(after.nodes[0]?.did, before.nodes[0]?.did)
  t.equal(after.nodeSuccessions?.length, 1)
  t.match(await replace('2', second.url, released.said), { code: 1, said: /this release was used before/ })
  t.notMatch(replaced.said + listed.said, (await readFile(join(second.data, 'node.key'), 'utf8')).trim())
})
