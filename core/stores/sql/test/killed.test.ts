import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { isWhole } from '../../../test/fixtures/rounds.ts'
import { startGateway } from './fixtures/process.ts'
import {
  acknowledgedIn,
  freshDirectory,
  postmasterOf,
  temporaryDirectory,
  withServer,
} from './fixtures/server.ts'

t.test('takes over the server of a gateway that was killed', async t => {
  const directory = await freshDirectory(t)
  const gateway = startGateway(t, directory)
  await gateway.line(line => line === 'ready')
  const postmaster = await postmasterOf(directory)
  if (process.platform === 'linux') {
    const environment = await readFile(`/proc/${postmaster}/environ`, 'utf8')
    t.notMatch(environment, 'canary', 'which got nothing of its environment')
  }
  await gateway.end('SIGKILL')
  await withServer(directory, async () => t.equal(await postmasterOf(directory), postmaster))
  t.equal(await postmasterOf(directory), undefined, 'and stops it in the end')
})

t.test('loses nothing that it acknowledged, however gateway and server are killed', async t => {
  const directory = await freshDirectory(t)
  const acknowledged = new Set<string>()
  for (const both of isWhole ? [true, false, true, true, true] : [true, false]) {
    const gateway = startGateway(t, directory)
    await gateway.line(line => line === 'ready')
    await gateway.acknowledged(isWhole ? 200 : 60)
    const postmaster = await postmasterOf(directory)
    if (both && postmaster !== undefined) process.kill(postmaster, 'SIGKILL')
    await gateway.end('SIGKILL')
    for (const line of gateway.lines.filter(line => /^\d+$/.test(line))) acknowledged.add(line)
  }
  await withServer(directory, async database => {
    const kept = await acknowledgedIn(database)
    t.same(
      [...acknowledged].filter(number => !kept.has(number)),
      [],
      `of ${acknowledged.size} acknowledged`,
    )
  })
})

t.test('stops on request with nothing left behind, and not for a Ctrl-C', async t => {
  const directory = await freshDirectory(t)
  const gateway = startGateway(t, directory)
  await gateway.line(line => line === 'ready')
  const postmaster = await postmasterOf(directory)
  process.kill(-(gateway.child.pid ?? 0), 'SIGINT')
  await gateway.acknowledged(50)
  t.equal(await postmasterOf(directory), postmaster, 'the server is the same')
  await gateway.end('SIGTERM')
  t.equal(gateway.child.exitCode, 0)
  t.equal(await postmasterOf(directory), undefined)
})

t.test('lets one of two gateways win that make the same database at once', async t => {
  const directory = join(await temporaryDirectory(t), 'contested')
  const gateways = [startGateway(t, directory), startGateway(t, directory)]
  const said = await Promise.all(
    gateways.map(gateway => gateway.line(line => line === 'ready' || line.startsWith('AND_'))),
  )
  t.same(said.sort(), ['AND_POSTGRES_IN_USE', 'ready'])
  t.same((await readdir(directory)).sort(), ['cluster', 'postgres.log', 'postgres.password'])
  await Promise.all(gateways.map(gateway => gateway.end('SIGTERM')))
})
