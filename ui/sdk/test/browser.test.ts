/** The SDK in a browser: every operation, from a page whose origin its application registered. */
import { truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { temporaryDirectory } from '../../../core/stores/sql/test/fixtures/server.ts'
import { startRadosgw } from '../../../core/stores/test/fixtures/radosgw.ts'
import { demand, missing } from '../../../core/test/fixtures/programs.ts'
import { deriveApplicationKeypair, type Environment, registerApplication } from '../index.ts'
import { site } from './fixtures/browser.ts'
import { gateway } from './fixtures/gateway.ts'
import type { Journey, TestPage } from './fixtures/page.ts'
import { wallet } from './fixtures/wallet.ts'

demand(t, 'chromium')

const { origin, open } = await site(t, new URL('./fixtures/page.ts', import.meta.url))

/** Until an application of its origin is registered, a page may only make public reads. */
async function register({ apiBaseUrl }: Environment): Promise<void> {
  const owner = wallet('11'.repeat(32))
  const applicationId = 'first-study'
  const environment = apiBaseUrl
  const { sessionKeyPair } = await deriveApplicationKeypair(owner.signFn, owner.address, applicationId, {
    environment,
  })
  const application = { applicationId, name: 'The first', callbackUrls: [`${origin}/done`] }
  await registerApplication(sessionKeyPair, application, owner, environment)
}

async function travel(t: Test, environment: Environment): Promise<void> {
  await register(environment)
  const size = 3_000_000
  const given: Journey = {
    environment: environment.apiBaseUrl,
    applicationId: 'second-study',
    callbackUrl: `${origin}/done`,
    size,
  }
  const page = await open()
  const script = await page.evaluateHandle<TestPage>('page')
  const seen = await script.evaluate((page, given) => page.journey(given), given)
  const last = { loaded: size + 16, total: size + 16 }
  t.match(seen, {
    ...{ subject: true, responses: 1, same: true, deleted: 2 },
    file: { name: 'Befund – Knie.png', type: 'image/png', size },
    up: { times: Number, last },
    down: { times: Number, last },
  })
  await page.close()
}

t.test('files on the disk of the gateway', async t => {
  const environment = await gateway(t)
  await t.test('the main journey', async t => travel(t, environment))

  await t.test('the largest file that a gateway accepts by default', async t => {
    const size = 256 * 1024 * 1024
    const path = join(await temporaryDirectory(t), 'large.bin')
    await writeFile(path, 'begins like this')
    await truncate(path, size)
    const page = await open()
    await page.setInputFiles('input', path)
    const script = await page.evaluateHandle<TestPage>('page')
    const given = { environment: environment.apiBaseUrl, applicationId: 'first-study' }
    t.same(await script.evaluate((page, given) => page.chosenFile(given), given), { size, same: true })
    await page.close()
  })
})

t.test('files in a bucket, the main journey', { skip: missing('ceph') }, async t =>
  travel(t, await gateway(t, await startRadosgw(t))),
)

t.test('an upload to nowhere says where, and one that is ended gives the reason', async t => {
  const page = await open()
  const script = await page.evaluateHandle<TestPage>('page')
  const [nowhere, ended] = await script.evaluate(page => page.failures())
  t.same(nowhere, {
    ...{ name: 'AndironError', code: 'AND_NETWORK' },
    message: 'PUT http://127.0.0.1:1/a is unreachable',
  })
  t.match(ended, { name: 'AbortError', message: 'Enough' })
})
