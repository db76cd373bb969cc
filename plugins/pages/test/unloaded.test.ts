/** Parts of a page that cannot be loaded at first: the page stays, says so, and loads them when asked. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { temporaryDirectory } from '../../../core/stores/sql/test/fixtures/server.ts'
import { openContext } from '../../../core/test/fixtures/chromium.ts'
import { demand } from '../../../core/test/fixtures/programs.ts'
import { createSoftwareWallet } from '../../../ui/sdk/index.ts'
import { serve } from '../../index.ts'
import { isAccessible } from '../../test/fixtures/accessibility.ts'
import { installWallet } from '../../test/fixtures/browser.ts'
import { copyDeployment } from '../../test/fixtures/deployment.ts'
import { builtPages } from './fixtures/built.ts'

demand(t, 'chromium')

const data = await temporaryDirectory(t)
const directory = await builtPages()
await copyDeployment(data)
const running = await serve(
  { port: 0, data, log: { level: 'error' }, plugins: { pages: { directory } } },
  { fastify: { logger: false } },
)
t.teardown(() => running.close())
const { url } = running
const context = await openContext(t)
await installWallet(context, createSoftwareWallet('6e'.repeat(32)))
const page = await context.newPage()
const first = await readFile(join(directory, 'profile.html'), 'utf8')

/** The number of requests that fail. */
let failing = Number.POSITIVE_INFINITY
/** Texts and scripts that the page asks for after its first ones. */
await context.route(/\/assets\/(?:settings|en|de)-[^/]*\.js$/, route =>
  first.includes(new URL(route.request().url()).pathname) || failing-- <= 0
    ? route.continue()
    : route.abort(),
)
const again = page.getByRole('button', { name: 'Try again' })
const settings = page.getByRole('navigation').getByRole('link', { name: 'Settings', exact: true })

t.test('a view and its texts that cannot be loaded are loaded again by a button', async t => {
  await page.goto(`${url}/profile`)
  await page.getByRole('button', { name: 'Test Wallet' }).click()
  await page.getByRole('button', { name: 'Open the empty profile' }).click()
  await settings.click()
  await page.getByRole('alert').getByText('This part of the page could not be loaded.').waitFor()
  await isAccessible(t, page, 'profile without its settings')
  const failed = page.waitForEvent('requestfailed')
  await again.press('Enter')
  await failed
  await again.waitFor()
  t.equal(await page.getByRole('heading', { level: 1 }).innerText(), 'Settings', 'the page is still there')
  failing = 0
  await again.press('Enter')
  await page.getByRole('heading', { level: 2 }).first().waitFor()
  t.equal(await again.count(), 0)
  t.not(await page.evaluate('document.activeElement?.tagName'), 'BODY', 'the keyboard goes on from there')
})

t.test(
  'a view whose first requests fail, as on a phone that changes its network, is loaded without a word',
  async t => {
    await page.reload()
    failing = 2
    await page.getByRole('button', { name: /used here before/ }).click()
    await settings.click()
    await page.getByRole('heading', { level: 2 }).first().waitFor()
    t.ok(failing <= 0)
  },
)
