/** Managed mode, in a browser and on two sites: an application stores in a person's profile and never has a key. */

import type { BrowserContext, Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { uids } from '../../../schemas/uids.ts'
import { createSoftwareWallet, deriveStorageKeypair, readData, readResponses } from '../../../ui/sdk/index.ts'
import { browser, complaintsOf, installWallet } from '../fixtures/browser.ts'
import { study } from '../fixtures/study.ts'

t.setTimeout(300_000)

const { url, origin, keyPair, questionnaireId } = await study(t)
const wallet = createSoftwareWallet('4b'.repeat(32))
const { sessionKeyPair: person } = await deriveStorageKeypair(wallet.signFn, wallet.address, {
  environment: url,
})

/** Storage that is kept apart for each site, as people have it: playwright's own list of features goes with a list of ours. */
const PARTITIONED = ['--disable-features=Translate']

async function opened(t: Test, flags: readonly string[], path = '/') {
  const context = await browser(t, flags)
  context.setDefaultTimeout(60_000)
  await installWallet(context, wallet)
  const page = await context.newPage()
  const complaints = complaintsOf(page)
  await page.goto(`${origin}${path}`)
  return { context, page, complaints }
}

/** The window that something opens. */
async function popupOf(context: BrowserContext, doing: () => Promise<void>): Promise<Page> {
  const [popup] = await Promise.all([context.waitForEvent('page'), doing()])
  popup.on('pageerror', error => t.fail(error))
  return popup
}

async function answerAll(page: Page): Promise<void> {
  await page.getByRole('radiogroup').first().waitFor()
  for (const group of await page.getByRole('radiogroup').all()) await group.getByRole('radio').first().check()
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()

t.test('in a window of its own', async t => {
  const { context, page, complaints } = await opened(t, PARTITIONED)
  const connecting = await popupOf(context, () => press(page, 'Connect your profile'))
  await connecting.getByRole('button', { name: 'Test Wallet' }).click()
  await page.getByText(person.did).waitFor()
  t.equal(connecting.isClosed(), true)

  await answerAll(page)
  const storing = await popupOf(context, () => press(page, /Submit/))
  await storing.getByText('A study of moods').first().waitFor()
  await storing.getByLabel('Your e-mail address').fill('ada@person.example')
  await press(storing, 'Store')
  await page.getByRole('heading', { name: 'Your answers are in your profile' }).waitFor()
  const uid = await page.locator('code').last().innerText()

  const stored = await readData(person, url, { collection: uids.QuestionnaireResponse, document: uid })
  t.match(stored, {
    questionnaire: questionnaireId,
    subject: { reference: person.did },
    author: { reference: keyPair.did },
  })
  const read = []
  for await (const response of readResponses(keyPair, questionnaireId, url)) read.push(response)
  t.equal(read.length, 1)
  t.match(JSON.stringify(read), 'ada@person.example')
  t.same(complaints, [])
})

t.test('in a frame, whose keys are in a window', async t => {
  const { context, page, complaints } = await opened(t, PARTITIONED, '/?mode=iframe')
  const frame = page.frameLocator('iframe')
  await press(page, 'Connect your profile')
  const keys = await popupOf(context, () => frame.getByRole('button', { name: 'Open your wallet' }).click())
  await keys.getByRole('button', { name: 'Test Wallet' }).click()
  await page.getByText(person.did).waitFor()

  await answerAll(page)
  const file = { name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('A synthetic letter.') }
  await page.locator('input[type=file]').setInputFiles(file)
  await frame.getByText('letter.txt').waitFor()
  await frame.getByRole('button', { name: 'Store' }).click()
  await page.getByText('letter.txt').waitFor()
  await press(page, /Submit/)
  await frame.getByText('Look at it').click()
  await frame.getByText('letter.txt').waitFor()
  await frame.getByRole('button', { name: 'Store' }).click()
  await page.getByRole('heading', { name: 'Your answers are in your profile' }).waitFor()
  t.same(complaints, [])
})
