/** The SDK in a browser: every way through, from a page whose origin its application registered. */
import t, { type Test } from 'tap'
import { hasRadosgw, startRadosgw } from '../../../core/stores/test/fixtures/radosgw.ts'
import { deriveApplicationKeypair, type Environment, registerApplication } from '../index.ts'
import { site } from './fixtures/browser.ts'
import { gateway } from './fixtures/gateway.ts'
import type { Journey, TestPage } from './fixtures/page.ts'
import { wallet } from './fixtures/wallet.ts'

const { origin, open } = await site(t, new URL('./fixtures/page.ts', import.meta.url))

/** A page may ask a gateway for nothing but public reads before an application of its origin is registered. */
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

t.test('the main journey, files on the disk of the gateway', async t => travel(t, await gateway(t)))

t.test(
  'the main journey, files in a bucket',
  { skip: !(await hasRadosgw()) && 'Ceph is not installed' },
  async t => travel(t, await gateway(t, await startRadosgw(t))),
)

t.test('an upload to nowhere says where, and one that is ended gives the reason', async t => {
  const page = await open()
  const script = await page.evaluateHandle<TestPage>('page')
  const [nowhere, ended] = await script.evaluate(page => page.failures())
  t.same(nowhere, {
    ...{ name: 'AndironError', code: 'AND_NETWORK' },
    message: 'PUT http://127.0.0.1:1/a could not be reached',
  })
  t.match(ended, { name: 'AbortError', message: 'Enough' })
})
