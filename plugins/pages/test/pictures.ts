/**
 * Takes the pictures of the pages in `docs/images` anew, with the data of a synthetic person:
 * `npx tap --disable-coverage plugins/pages/test/pictures.ts`.
 */
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import t from 'tap'
import { PHQ_9, responseTo, scoreOf } from '../../../bench/study.ts'
import { form } from '../../test/fixtures/actors.ts'
import { GATEWAY, openWallet, seededPages } from './fixtures/seeded.ts'
import { showDocument, showOperator } from './fixtures/shown.ts'
import { openStudy, seedStudy, showConsole } from './fixtures/sleep-study.ts'
import { wearTheme } from './fixtures/themed.ts'

const LOOKS = [
  { look: 'light', width: 960 },
  { look: 'dark', width: 960 },
  { look: 'narrow', width: 390 },
] as const

const seeded = await seededPages(t)

/**
 * Takes a page as it is now: light, dark, and as wide as a phone.
 * @param scroll - to what is pictured
 */
async function take(page: Page, name: string, scroll = () => page.evaluate('scrollTo(0, 0)')): Promise<void> {
  for (const { look, width } of LOOKS) {
    await page.setViewportSize({ width, height: look === 'narrow' ? 780 : 700 })
    await page.emulateMedia({ colorScheme: look === 'dark' ? 'dark' : 'light' })
    await page.mouse.move(0, 0)
    await scroll()
    const path = fileURLToPath(new URL(`../../../docs/images/${name}-${look}.png`, import.meta.url))
    await page.screenshot({ path, animations: 'disabled' })
  }
}

t.test('the pages are pictured', async t => {
  const context = await seeded.browser(t)
  const page = await context.newPage()
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const heading = (name: string | RegExp) => page.getByRole('heading', { name }).first().waitFor()
  const view = async (hash: string, title: string) => {
    await page.evaluate(`location.hash = '${hash}'`)
    await heading(title)
  }

  await page.goto(GATEWAY)
  await page.getByRole('link', { name: 'For applications' }).waitFor()
  await take(page, 'home')

  await page.goto(`${GATEWAY}/profile`)
  await button(/Test Wallet/).click()
  await heading('Your health')
  await page.getByText('Synthetic mood study').first().waitFor()
  await take(page, 'profile')
  await page
    .getByRole('link', { name: /Body weight/ })
    .first()
    .click()
  await page.getByRole('img', { name: /^Body weight/ }).waitFor()
  await take(page, 'measurement')
  await page.getByRole('link', { name: 'All measurements' }).click()
  await page.getByRole('link', { name: /PHQ-9/ }).first().click()
  await page.getByRole('img', { name: /^PHQ-9/ }).waitFor()
  await take(page, 'score')
  await view('timeline', 'Timeline')
  await take(page, 'timeline')
  await view('sharing', 'Sharing')
  await take(page, 'sharing')
  await view('activity', 'Activity')
  await take(page, 'activity')
  await view('settings', 'Name of this profile')
  await take(page, 'settings')
  await showDocument(page)
  await take(page, 'documents')

  await page.goto(await seeded.consent())
  await button('Decline').waitFor()
  await take(page, 'consent')

  await page.goto(`${GATEWAY}/application`)
  await button(/Test Wallet/).click()
  await field('Application id').fill('mood study')
  await field('Name').fill('Mood study')
  await field('Callback URL 1').fill('https://study.example/app')
  await button('Register').click()
  await take(page, 'application-register')
  await field('Application id').fill('mood-study')
  await button('Register').click()
  await page.getByRole('link', { name: 'New form' }).click()
  const right = JSON.stringify(form('phq-9'), undefined, 2)
  await field('Questionnaire').fill(right.replace('"type": "choice"', '"type": "choise"'))
  await button(/choice, open-choice/).click()
  await take(page, 'application-form')
  // The editor draws the lines in sight alone: only it can select all of them.
  await field('Questionnaire').press('ControlOrMeta+a')
  await page.keyboard.insertText(right)
  await page.getByText('Ready to publish').waitFor()
  await button('Publish').click()
  await heading('Share and embed')
  await take(page, 'application-published')

  await page.goto(`${GATEWAY}/questionnaire/${seeded.questionnaire}`)
  await page.getByText('Not at all').first().waitFor()
  await take(page, 'form-page')
  await showOperator(page)
  await take(page, 'operator')
})

t.test('and the console of a study', async t => {
  const study = await seedStudy(seeded)
  const context = await seeded.browser(t)
  await study.browser(context)
  const page = await context.newPage()
  const show = showConsole(page, study.form)
  await openStudy(page)
  await show.overview()
  await take(page, 'application-overview')
  await show.responses()
  await take(page, 'application-responses', show.responsesAgain)
  await show.question()
  await take(page, 'insights-question')
  await show.insight()
  await take(page, 'insights-answer', show.insightAgain)
})

t.test('and the wallet', async t => {
  const context = await seeded.browser(t)
  const response = responseTo(PHQ_9, seeded.questionnaire, 5, scoreOf(5))
  const page = await openWallet(context, seeded, response)
  const wallet = page.getByRole('button', { name: /Test Wallet/ })
  await wallet.waitFor()
  await take(page, 'wallet-connect')
  await wallet.click()
  await page.getByRole('button', { name: /^Share/ }).waitFor()
  await take(page, 'wallet-decide')
})

t.test('and the theme of a deployment', async t => {
  const context = await seeded.browser(t)
  await wearTheme(t, context, GATEWAY)
  const page = await context.newPage()
  await page.goto(`${GATEWAY}/profile`)
  await page.getByRole('button', { name: /Test Wallet/ }).click()
  await page.getByText('Synthetic mood study').first().waitFor()
  await take(page, 'theme')
})
