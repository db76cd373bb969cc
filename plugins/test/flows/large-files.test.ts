/**
 * Files of every size, up and down, by the SDK in a process of its own: through a gateway's disk, and through a bucket.
 */
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import t, { type Test } from 'tap'
import { temporaryDirectory } from '../../../core/stores/sql/test/fixtures/server.ts'
import { startRadosgw } from '../../../core/stores/test/fixtures/radosgw.ts'
import { startS3rver } from '../../../core/stores/test/fixtures/s3rver.ts'
import { missing } from '../../../core/test/fixtures/programs.ts'
import { isWhole, long } from '../../../core/test/fixtures/rounds.ts'
import { deriveApplicationKeypair, type Environment, registerApplication } from '../../../ui/sdk/index.ts'
import { gateway } from '../../../ui/sdk/test/fixtures/gateway.ts'
import { wallet } from '../../../ui/sdk/test/fixtures/wallet.ts'
import type { Arrival, Trip } from '../fixtures/traveller.ts'

const MiB = 1024 * 1024
const SMALL = [1024, 5 * MiB]
/** Many parts of an upload, and many of the pieces that are encrypted one by one. */
const LARGE = 64 * MiB
/** The default maximum size of a gateway, where every test runs whole. */
const LARGEST = isWhole ? 256 * MiB : LARGE
/**
 * Copies of the largest file that the process may hold at most. In memory, four are in use at once, and some wait to be
 * cleared away; by the disk, nothing but what is on its way.
 */
const COPIES = { memory: 8, disk: 0.5 }

const directory = await temporaryDirectory(t)
const script = join(directory, 'traveller.js')
await build({
  entryPoints: [new URL('../fixtures/traveller.ts', import.meta.url).pathname],
  ...{ bundle: true, outfile: script, format: 'esm', platform: 'node', logLevel: 'silent' },
})
const fileOf = (size: number): string => join(directory, `${size}.bin`)
await Promise.all([...new Set([...SMALL, LARGE, LARGEST])].map(makeFile))

async function makeFile(size: number): Promise<void> {
  const file = await open(fileOf(size), 'w')
  for (let length = 0; length < size; length += MiB) await file.write(randomBytes(Math.min(MiB, size)))
  await file.close()
}

async function registered(environment: Environment): Promise<string> {
  const owner = wallet('11'.repeat(32))
  const applicationId = 'archive'
  const { sessionKeyPair } = await deriveApplicationKeypair(owner.signFn, owner.address, applicationId, {
    environment,
  })
  const application = { applicationId, name: 'Archive', callbackUrls: ['https://archive.example/done'] }
  await registerApplication(sessionKeyPair, application, owner, environment)
  return applicationId
}

async function travel(
  t: Test,
  environment: Environment,
  through: Trip['through'],
  size: number,
): Promise<void> {
  const applicationId = await registered(environment)
  const files = [...SMALL, size].map(fileOf)
  const trip: Trip = { environment: environment.apiBaseUrl, applicationId, through, files }
  const traveller = fork(script, [JSON.stringify(trip)], { execArgv: ['--expose-gc'] })
  const arrivals: Arrival[] = []
  traveller.on('message', arrival => arrivals.push(arrival as Arrival))
  const [[code]] = await Promise.all([once(traveller, 'exit'), once(traveller, 'disconnect')])
  t.equal(code, 0)
  t.match(
    arrivals,
    [...SMALL, size].map(size => ({ size, same: true })),
  )
  const [, before, after] = arrivals
  const copies = ((after?.peak ?? Number.POSITIVE_INFINITY) - (before?.peak ?? 0)) / size
  t.comment(
    `${through}: ${copies.toFixed(2)} copies of ${size / MiB} MiB; this process ${process.resourceUsage().maxRSS >> 10} MiB`,
  )
  t.ok(copies < COPIES[through], `it held ${copies.toFixed(1)} copies of the largest`)
}

t.test('from memory, and from disk to disk, through the disk of the gateway', async t => {
  const environment = await gateway(t)
  await travel(t, environment, 'memory', LARGEST)
  await travel(t, environment, 'disk', LARGE)
})

t.test('from disk to disk through a bucket', { skip: long }, async t =>
  travel(t, await gateway(t, await startS3rver(t)), 'disk', LARGEST),
)

t.test('through a bucket of Ceph', { skip: missing('ceph') || long }, async t =>
  travel(t, await gateway(t, await startRadosgw(t)), 'memory', LARGE),
)
