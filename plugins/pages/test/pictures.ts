/** Takes the pictures of the pages in `docs/images` anew: `npx tap --disable-coverage plugins/pages/test/pictures.ts`. */
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { openContext } from '../../../core/test/fixtures/chromium.ts'
import { createSoftwareWallet } from '../../../ui/sdk/index.ts'
import { form } from '../../test/fixtures/actors.ts'
import { listening } from '../../test/fixtures/assistants.ts'
import { installWallet } from '../../test/fixtures/browser.ts'
import { builtPages } from './fixtures/built.ts'

t.test('the pages are pictured', async t => {
  const directory = await builtPages()
  const { url } = await listening(t, { plugins: { pages: { directory } } })
  const context = await openContext(t)
  await installWallet(context, createSoftwareWallet('5b'.repeat(32)))
  const page = await context.newPage()
  await page.setViewportSize({ width: 960, height: 640 })
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const take = async (name: string) => {
    // The navigation is at the top of the window.
    await page.evaluate('scrollTo(0, 0)')
    const path = fileURLToPath(new URL(`../../../docs/images/${name}.png`, import.meta.url))
    await page.screenshot({ path, fullPage: true })
  }

  await page.goto(url)
  await page.getByRole('link', { name: 'For applications' }).waitFor()
  await take('home')

  await page.goto(`${url}/application`)
  await button(/Test Wallet/).click()
  await field('Application id').fill('mood study')
  await field('Name').fill('Mood study')
  await field('Callback URL 1').fill('https://study.example/app')
  await button('Register').click()
  await take('application-register')

  await field('Application id').fill('mood-study')
  await button('Register').click()
  await page.getByRole('link', { name: 'New form' }).click()
  const right = JSON.stringify(form('phq-9'), undefined, 2)
  await field('Questionnaire').fill(right.replace('"type": "choice"', '"type": "choise"'))
  await button(/choice, open-choice/).click()
  await take('application-form')
  await field('Questionnaire').fill(right)
  await page.getByText('Ready to publish').waitFor()
  await button('Publish').click()
  await page.getByRole('heading', { name: 'Share and embed' }).waitFor()
  await page.emulateMedia({ colorScheme: 'dark' })
  await take('application-published-dark')
})
