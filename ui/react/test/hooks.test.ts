/** The hooks: in Chromium against a real gateway, and on a server. */
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import t from 'tap'
import { demand } from '../../../core/test/fixtures/programs.ts'
import { deriveApplicationKeypair, type Progress, registerApplication } from '../../sdk/index.ts'
import { site } from '../../sdk/test/fixtures/browser.ts'
import { gateway } from '../../sdk/test/fixtures/gateway.ts'
import { wallet } from '../../sdk/test/fixtures/wallet.ts'
import { createWork } from '../work.ts'
import { Connected } from './fixtures/connected.ts'
import { Files } from './fixtures/files.ts'
import type { TestPage } from './fixtures/page.ts'

demand(t, 'chromium')

const { origin, open, pending } = await site(t, new URL('./fixtures/page.ts', import.meta.url))
const { apiBaseUrl: environment } = await gateway(t)
const applicationId = 'photo-study'
const owner = wallet('11'.repeat(32))
const { sessionKeyPair } = await deriveApplicationKeypair(owner.signFn, owner.address, applicationId, {
  environment,
})
const description = { applicationId, name: 'Photos', callbackUrls: [`${origin}/done`] }
await registerApplication(sessionKeyPair, description, owner, environment)

/** A new page and the functions of its script; callbacks to `evaluate` run in the page. */
async function opened() {
  const page = await open()
  return { page, script: await page.evaluateHandle<TestPage>('page') }
}
const html = renderToString(createElement(Files, { keypair: undefined, environment }))

t.test('a file goes up and comes down, step by step, under StrictMode', async t => {
  const { page, script } = await opened()
  const size = 3_000_000
  await script.evaluate((page, url) => page.show(url), environment)
  const seen = await script.evaluate(
    (page, given) => page.move(given.environment, given.applicationId, given.size),
    { environment, applicationId, size },
  )
  t.match(seen, {
    file: { name: 'a.bin', type: 'application/x', size },
    ...{ same: true, ran: true, isRunning: false, error: undefined },
    progress: { loaded: size + 16, total: size + 16 },
  })
  t.match(await page.textContent('output'), '"isRunning":false')
  await page.close()
})

t.test('what fails is told until something else begins; what is ended has not failed', async t => {
  const { page, script } = await opened()
  await script.evaluate((page, url) => page.show(url), environment)
  t.match(await script.evaluate(page => page.fail()), {
    first: {
      outcome: { name: 'AndironError', code: 'AND_UNKNOWN_FILE' },
      message: /There is no file/,
      isRunning: false,
    },
    during: { error: undefined, isRunning: true },
    second: { outcome: { name: 'AbortError' }, error: undefined, isRunning: false },
  })
  await page.close()
})

t.test('without a key pair there is nobody to ask for', async t => {
  const { page, script } = await opened()
  await script.evaluate((page, url) => page.show(url, false), environment)
  const { first } = await script.evaluate(page => page.fail())
  t.match(first, { outcome: { code: 'AND_NO_KEY_PAIR' }, isRunning: false })
  await page.close()
})

t.test('a component that goes takes its transfers along, and is not told of them', async t => {
  const { page, script } = await opened()
  await script.evaluate((page, url) => page.show(url), environment)
  await script.evaluate(page => page.begin())
  while (pending() === 0) await page.waitForTimeout(20)
  const renders = await script.evaluate(page => {
    page.hide()
    return page.renders()
  })
  t.match(await script.evaluate(page => page.left()), { name: 'AbortError' })
  while (pending() > 0) await page.waitForTimeout(20)
  await page.waitForTimeout(50)
  t.equal(await script.evaluate(page => page.renders()), renders)
  await page.close()
})

t.test('what a server renders is what the page begins with', async t => {
  t.equal(html, '<output>{&quot;isRunning&quot;:false}</output>')
  const { page, script } = await opened()
  const shown = await script.evaluate((page, given) => page.hydrate(given.html, given.environment), {
    html,
    environment,
  })
  t.equal(shown, '<output>{"isRunning":false}</output>')
  await page.close()
})

t.test('a component that goes closes its wallet, and whoever waits for it hears so', async t => {
  const { page, script } = await opened()
  await script.evaluate((page, given) => page.connect(given.environment, given.applicationId), {
    ...{ environment, applicationId },
  })
  const [popup] = await Promise.all([
    page.context().waitForEvent('page'),
    script.evaluate(page => page.ask()),
  ])
  await page.getByText('"isDialogOpen":true,"isSubmitting":true').waitFor()
  t.equal(
    await page.getByRole('button', { name: 'Connect your profile' }).getAttribute('aria-expanded'),
    'true',
  )
  const closed = popup.isClosed() ? undefined : popup.waitForEvent('close')
  await script.evaluate(page => page.hide())
  await closed
  const gone = { name: 'AbortError' }
  t.match(await script.evaluate(page => page.endings()), { endings: [gone, gone, gone], reported: [] })
  await page.close()
})

t.test('a name without an address says what to call, and opens the wallet once that is done', async t => {
  for (const name of ['production', 'staging'] as const) {
    const { page, script } = await opened()
    const opening = page.context().waitForEvent('page')
    const given = { name, environment, applicationId }
    const reported = await script.evaluate(
      (page, { name, environment, applicationId }) => page.name(name, environment, applicationId),
      given,
    )
    t.same(reported.outcome, { name: 'AndironError', code: 'AND_UNKNOWN_ENVIRONMENT' })
    t.match(reported.messages, [
      new RegExp(`'${name}' has no 'apiBaseUrl': call configureEnvironments\\(\\{ production: 'https://…'`),
    ])
    t.equal(reported.messages.length, 1)
    t.ok((await opening).url().startsWith(`${environment}/wallet-external?`))
    await script.evaluate(page => page.hide())
    await page.close()
  }
})

t.test('a server renders a wallet that is not open, whatever is wrong with its options', async t => {
  const options = { applicationId, environment: 'nowhere' }
  t.match(
    renderToString(createElement(Connected, options)),
    /Connect your profile<\/button><output>{&quot;isConnected&quot;:false,&quot;isDialogOpen&quot;:false,/,
  )
})

t.test('work is shown to those who look, and to nobody else', async t => {
  const work = createWork()
  let reported = 0
  const leave = work.subscribe(() => reported++)
  const progress: Progress[] = []
  const first = work.run({ onProgress: step => progress.push(step) }, async ({ onProgress }) => {
    onProgress?.({ loaded: 1, total: 2 })
    return 'done'
  })
  const second = work.run({}, async () => Promise.reject('no error'))
  t.match(work.read(), { isRunning: true })
  t.equal(await first, 'done')
  t.same(progress, [{ loaded: 1, total: 2 }])
  await t.rejects(second)
  t.match(work.read(), { isRunning: false, error: new Error('no error') })
  const before = reported
  t.ok(before > 3)
  leave()
  await work.run({}, async () => {})
  t.equal(reported, before)
  t.match(work.read(), { isRunning: false, error: undefined })
})
