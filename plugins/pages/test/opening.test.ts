/** How pages open: their first words, drawn without a script, and their first requests, sent beside the scripts. */
import type { Page } from 'playwright-core'
import t from 'tap'
import { hold, openContext } from '../../../core/test/fixtures/chromium.ts'
import { demand } from '../../../core/test/fixtures/programs.ts'
import { form, gateway, published, registered } from '../../test/fixtures/actors.ts'
import { builtPages } from './fixtures/built.ts'

demand(t, 'chromium')

const app = await gateway(t, { plugins: { pages: { directory: await builtPages() } } })
const application = await registered(app)
const { applicationId } = application
const { _id } = await published(app, application, form('every-type'))
const origin = await app.listen({ port: 0, host: '127.0.0.1' })

const FRAME = `/wallet-external?${new URLSearchParams({ applicationId })}`
const ENVIRONMENT = '/.well-known/andiron.json'

t.test('each page has its heading and a first sentence before any script ran', async t => {
  const context = await openContext(t, { javaScriptEnabled: false, locale: 'de-AT' })
  const page = await context.newPage()
  for (const [path, heading] of [
    ['/', 'andiron'],
    ['/profile', 'Ihr Gesundheitsprofil'],
    ['/application', 'Anwendungen'],
    ['/consent', 'Darf ein Programm Ihr Gesundheitsprofil lesen?'],
    [FRAME, 'Ihr Gesundheitsprofil'],
    [`/questionnaire/${_id}`, 'Fragebogen'],
  ] as const) {
    await page.goto(origin + path)
    await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
    await page.getByRole('status').waitFor()
    t.equal(await page.getByRole('combobox').count(), 0, `${path}: nothing to use yet`)
  }
  await page.goto(`${origin}/consent`)
  await page.getByText(/^Es kann nichts ändern/).waitFor()
})

/** Opens the frame as an application does, in a window of its own. */
async function openFrame(page: Page): Promise<Page> {
  await page.goto(`${origin}/health/live`)
  const opened = page.waitForEvent('popup')
  await page.evaluate(`void open(${JSON.stringify(origin + FRAME)})`)
  return opened
}

async function goTo(page: Page, path: string): Promise<Page> {
  // A page cannot be waited for before its scripts are there.
  await page.goto(origin + path, { waitUntil: 'commit' })
  return page
}

for (const [name, open, requests, shows] of [
  ['/profile', page => goTo(page, '/profile'), [ENVIRONMENT], 'This browser has no profile yet.'],
  ['/application', page => goTo(page, '/application'), [ENVIRONMENT], 'This browser'],
  [
    '/consent',
    page => goTo(page, '/consent#transaction=some~transaction'),
    [ENVIRONMENT, '/authorize/some~transaction'],
    'This sign-in cannot continue',
  ],
  ['the frame', openFrame, [ENVIRONMENT, `/api/application/${applicationId}`], 'Connect your health profile'],
  [
    '/questionnaire/:id',
    page => goTo(page, `/questionnaire/${_id}`),
    [`/api/questionnaire/${_id}`],
    'Every type of question',
  ],
] as const satisfies readonly (readonly [string, (page: Page) => Promise<Page>, readonly string[], string])[])
  t.test(`${name} sends its first requests before its scripts are there, each once`, async t => {
    const context = await openContext(t, { locale: 'en-US' })
    const go = await hold(context, '**/assets/common-*.js')
    const sent: string[] = []
    let count = () => {}
    const all = new Promise<void>(resolve => {
      count = () => requests.every(path => sent.includes(path)) && resolve()
    })
    context.on('request', request => {
      sent.push(new URL(request.url()).pathname)
      count()
    })
    const page = await open(await context.newPage())
    await all
    go()
    await page.getByText(shows).first().waitFor()
    // The first words have none.
    await page.getByRole('combobox', { name: 'Language' }).waitFor()
    for (const path of requests) t.equal(sent.filter(each => each === path).length, 1, path)
  })

/** A part of a document, of which only the types of a browser know this. */
interface Connectable {
  readonly isConnected: boolean
}

t.test('the first words stay in their elements when the scripts come', async t => {
  const context = await openContext(t, { locale: 'en-US' })
  for (const [path, words] of [
    ['/', 'main > p'],
    ['/profile', 'main > p'],
    ['/application', '.lede'],
    [`/questionnaire/${_id}`, '.notice'],
  ] as const) {
    const go = await hold(context, '**/assets/common-*.js')
    const page = await goTo(await context.newPage(), path)
    await page.getByRole('status').waitFor()
    const first = await page.locator(words).first().elementHandle()
    go()
    await page.getByRole('combobox', { name: 'Language' }).waitFor()
    t.ok(await first?.evaluate(element => (element as unknown as Connectable).isConnected), path)
    await context.unroute('**/assets/common-*.js')
    await page.close()
  }
})

/** The texts of the choice, and the controls in it. */
const CHOICE = [
  'This browser has no profile yet.',
  'Which profile do you want to open?',
  'A wallet of the person',
  'This browser makes a new, empty profile',
  'A new wallet in this browser, locked',
  'My profile is in a wallet, a file or another browser',
  'Choose it above.',
  'Choose the recovery file',
  'Open your profile there',
] as const

const WALLET = `addEventListener('eip6963:requestProvider', () =>
  dispatchEvent(new CustomEvent('eip6963:announceProvider', {
    detail: {
      info: { rdns: 'test.wallet', name: 'A wallet of the person', icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>' },
      provider: { async request() {} },
    },
  })))`

t.test(
  'a new browser shows its choice before the scripts are there, and nothing moves when they come',
  async t => {
    for (const width of [320, 412, 1280]) {
      const context = await openContext(t, { locale: 'en-US', viewport: { width, height: 900 } })
      await context.addInitScript(WALLET)
      const go = await hold(context, '**/assets/common-*.js')
      const page = await goTo(await context.newPage(), '/profile')
      const placesOf = () =>
        Promise.all(
          CHOICE.map(async text => [text, await page.getByText(text).first().boundingBox()] as const),
        )
      await page.getByText('Choose it above.').waitFor()
      const before = await placesOf()
      const buttons = page.getByRole('group', { name: 'Which profile' }).getByRole('button')
      t.equal(await buttons.count(), 3)
      for (const button of await buttons.all()) t.ok(await button.isDisabled())
      go()
      await page.locator('.choice:enabled').first().waitFor()
      t.same(await placesOf(), before, `${width} pixels`)
      t.equal(await buttons.count(), 3)
    }
  },
)

t.test('a browser that knows a profile waits for its name instead', async t => {
  const context = await openContext(t, { locale: 'en-US' })
  await context.addInitScript("localStorage.setItem('andiron.key.storage-key:did:test:1', '{}')")
  const go = await hold(context, '**/assets/common-*.js')
  const page = await context.newPage()
  const isRun = page.waitForRequest(`**${ENVIRONMENT}`)
  await goTo(page, '/profile')
  await isRun
  await page.evaluate('new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
  t.ok(await page.getByText('One moment …').isVisible())
  t.notOk(await page.getByText('Choose it above.').isVisible())
  go()
  await page.getByRole('button', { name: 'The profile you used here before' }).waitFor()
  t.notOk(await page.getByText('Choose it above.').isVisible())
})

t.test(
  'the reason why a page cannot open is said in the words of the page, however late these come',
  async t => {
    const context = await openContext(t, { locale: 'en-US' })
    const page = await context.newPage()
    let go = () => {}
    const held = new Promise<void>(resolve => {
      go = resolve
    })
    await context.route('**/assets/en-*.js', async route => {
      const response = await route.fetch()
      if ((await response.text()).includes('AND_UNKNOWN_QUESTIONNAIRE')) await held
      await route.fulfill({ response })
    })
    const refused = page.waitForResponse(response => response.status() === 404)
    await goTo(page, '/questionnaire/00000000-0000-4000-8000-000000000000')
    await refused
    await page.evaluate('new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
    t.equal(await page.getByRole('alert').count(), 0)
    go()
    await page.getByText('There is no such form here.').waitFor()
  },
)
