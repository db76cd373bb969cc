/** The subscriptions of an application in a browser: none, a new one, its deliveries, failures and dead letters. */
import { join } from 'node:path'
import t from 'tap'
import { createKeyPair } from '../../../core/crypto/keys.ts'
import { openContext } from '../../../core/test/fixtures/chromium.ts'
import { demand } from '../../../core/test/fixtures/programs.ts'
import { receive } from '../../../ui/pages/application/forms/share/examples/notified.example.ts'
import { createSoftwareWallet } from '../../../ui/sdk/index.ts'
import { verifyNotification } from '../../../ui/sdk/notifications.ts'
import { startReceiver } from '../../fhir-subscriptions/test/receiver.ts'
import { isAccessible, violationsIn } from '../../test/fixtures/accessibility.ts'
import { bearer, sendRequest, submissionOf } from '../../test/fixtures/actors.ts'
import { listening } from '../../test/fixtures/assistants.ts'
import { complaintsOf, installWallet } from '../../test/fixtures/browser.ts'
import { mood, moodResponse } from '../../test/fixtures/responses.ts'
import { builtPages } from './fixtures/built.ts'
import { registerForms } from './fixtures/console.ts'
import { leftIn, overhangOf } from './fixtures/languages.ts'

demand(t, 'chromium')

/** A directory for pictures of the page, where somebody wants them. */
const PICTURES = process.env['PICTURES']

const directory = await builtPages()
const { app, url } = await listening(t, {
  plugins: {
    pages: { directory },
    'fhir-subscriptions': { publicOnly: false, errorAfter: 1, retryDays: 1 / 86_400 },
  },
})
const context = await openContext(t)
await installWallet(context, createSoftwareWallet('5d'.repeat(32)))
const page = await context.newPage()
const complaints = complaintsOf(page)
const receiver = await startReceiver(t)

const [form = ''] = await registerForms(page, url, 'mood-study', [{ ...mood, title: 'Mood of the day' }])

const button = (name: string | RegExp) => page.getByRole('button', { name })
const text = (words: string | RegExp) => page.getByText(words).first().waitFor()
const look = (name: string) => (how: string) =>
  PICTURES === undefined
    ? Promise.resolve()
    : page.screenshot({ path: join(PICTURES, `subscriptions-${name}-${how}.png`), fullPage: true })
const answer = async () => {
  const body = submissionOf('mood-study', moodResponse(form, 'synthetic'))
  const stored = await sendRequest(app, 'POST', '/api/submission', bearer(createKeyPair(), ['write']), body)
  if (stored.statusCode !== 201) throw new Error(stored.body)
}
const item = page.getByRole('listitem').filter({ hasText: 'To http' })
const figure = (name: string) =>
  item.locator('dl > div').filter({ hasText: name }).locator('dd').textContent()
/** Looks until a text is there. */
const lookFor = async (words: string | RegExp) => {
  for (;;) {
    if ((await item.getByText(words).count()) > 0) return
    await button('Look again').click()
    await page.waitForTimeout(100)
  }
}

t.test('without any, the page says what they are for, and has the code that receives one', async t => {
  await page.goto(`${url}/application#mood-study/subscriptions`)
  await text('No subscriptions yet.')
  await page.locator('.receive pre').getByText('verifyNotification').first().waitFor()
  await isAccessible(t, page, 'no subscription', look('none'))
})

t.test('a server is subscribed', async t => {
  await page.getByRole('combobox', { name: 'Notify when' }).selectOption({ label: 'Somebody answers a form' })
  await page.getByRole('checkbox', { name: 'Mood of the day' }).check()
  await page.getByLabel('Address of your server').fill('study.example')
  await button('Subscribe').click()
  await text('Give an address that begins with https://')
  t.equal(receiver.received.length, 0)
  await page.getByLabel('Address of your server').fill(receiver.url)
  await page.keyboard.press('Enter')
  await text('Subscribed.')
  await lookFor('Active')
  t.equal(receiver.ofType('handshake').length, 1)
  t.equal(await figure('Events'), '0')
  await text('Mood of the day')
})

t.test('its deliveries are counted, and its secret verifies them', async t => {
  await answer()
  while (receiver.numbers().length === 0) await page.waitForTimeout(50)
  await button('Look again').click()
  await item.locator('dd').first().getByText('1', { exact: true }).waitFor()
  t.equal(await figure('Waiting'), '0')
  t.match(await figure('Last delivered'), /\d{4}/)
  await item.getByText('Manage').click()
  await button('Show the secret').click()
  const secret = (await item.getByText(/^whsec_/).textContent()) ?? ''
  const { headers, body } = receiver.ofType('event-notification')[0] ?? { headers: {}, body: '' }
  t.match(await verifyNotification({ headers, body }, { secret }), { bundle: { resourceType: 'Bundle' } })
  const code = await item.locator('.receive pre').textContent()
  t.match(code, 'verifyNotification')
  t.capture(console, 'log')
  const sent = () =>
    new Request('http://localhost', { method: 'POST', headers: headers as Record<string, string>, body })
  t.equal((await receive(sent(), secret)).status, 204, 'the code of the page accepts it')
  t.equal((await receive(sent(), 'whsec_AAAA')).status, 400)
  await isAccessible(t, page, 'a subscription', look('active'))
})

t.test('its failures are said in words, and dead letters are delivered again', async t => {
  receiver.status = 500
  await answer()
  await lookFor('Your server answered with the status 500 in place of 2xx.')
  await lookFor('1 event was given up')
  t.equal(await figure('Given up'), '1')
  await isAccessible(t, page, 'a subscription that fails', look('fails'))
  receiver.status = 204
  const number = item.getByLabel('From event number')
  await number.fill('7')
  await button('Deliver again').click()
  await text('Give the number of an event, from 1 to 2.')
  await number.fill('2')
  await number.press('Enter')
  await text('The events are delivered again from number 2 on.')
  while (!receiver.numbers().includes(2)) await page.waitForTimeout(50)
  await lookFor('Active')
  t.equal(await figure('Given up'), '0')
})

t.test('an event stream has no address, and a subscription is deleted', async t => {
  await page
    .getByRole('group', { name: 'Deliver' })
    .last()
    .getByRole('radio', { name: 'As an event stream' })
    .check()
  t.equal(await page.getByLabel('Address of your server').count(), 0)
  await button('Subscribe').click()
  const streamed = page.getByRole('listitem').filter({ hasText: 'Read as an event stream' })
  await streamed.waitFor()
  await streamed.getByText('Manage').click()
  const id = (await app.subscriptions.of(await ownerOf())).at(-1)?.subscription.id ?? ''
  await streamed.locator('pre').getByText(id).first().waitFor()
  await isAccessible(t, page, 'two subscriptions', look('two'))
  await streamed.getByRole('button', { name: 'Delete this subscription' }).click()
  await page.waitForFunction("document.activeElement.textContent === 'Delete for good'")
  await streamed.getByRole('button', { name: 'Keep it' }).click()
  await streamed.getByRole('button', { name: 'Delete this subscription' }).click()
  await streamed.getByRole('button', { name: 'Delete for good' }).click()
  await text('The subscription is deleted.')
  t.equal(await streamed.count(), 0)
  t.equal(await page.evaluate('document.activeElement.id'), 'subscribed')
})

/** The key of the application. */
async function ownerOf(): Promise<string> {
  const { did } = (await app.inject('/api/application/mood-study')).json()
  return did.split(':').at(-1)
}

t.test('in the language of the developer, on a narrow screen too', async t => {
  await page.setViewportSize({ width: 320, height: 700 })
  for (const language of ['ar', 'de'] as const) {
    await page.evaluate("location.hash = '#mood-study/settings'")
    await page.locator('select:has(option[lang=zh])').selectOption(language)
    await page.locator(`html[lang=${language}]`).waitFor()
    await page.evaluate("location.hash = '#mood-study/subscriptions'")
    await page.locator('.subscription summary').click()
    t.same(await leftIn(page, language, ['common', 'application', 'subscriptions']), [], language)
    t.ok((await overhangOf(page)) <= 0, `${language} fits its window`)
    if (language === 'ar') t.same(await violationsIn(page), [])
    await look(language)('narrow')
  }
})

t.test('where the service sends none, the page says so', async t => {
  const plain = await listening(t, { plugins: { pages: { directory } } })
  await registerForms(page, plain.url, 'plain-study', [])
  await page.evaluate("location.hash = '#plain-study/subscriptions'")
  await text('This service sends no notifications.')
})

t.test('no policy was broken', t => {
  t.same(
    complaints.filter(each => !/^Failed to load resource/.test(each)),
    [],
  )
  t.end()
})
