/** Pages in a browser, as the gateway serves them: with its policy, on its data. */
import t from 'tap'
import { openContext, watch } from '../../../core/test/fixtures/chromium.ts'
import { demand } from '../../../core/test/fixtures/programs.ts'
import { form, gateway, published, registered } from '../../test/fixtures/actors.ts'
import { builtPages } from './fixtures/built.ts'

demand(t, 'chromium')

t.test('a registered form is tried out in a browser', async t => {
  const directory = await builtPages()
  const app = await gateway(t, { plugins: { pages: { directory } } })
  const application = await registered(app)
  const { _id } = await published(app, application, form('every-type'))
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const context = await openContext(t)
  const page = await context.newPage()
  watch(t, page)

  await page.goto(`${origin}/questionnaire/${_id}`)
  await page.getByRole('heading', { name: 'Every type of question' }).waitFor()
  t.match(await page.locator('.notice').textContent(), /Try a form here/)
  await page.getByLabel('Language').selectOption('de')
  await page.getByRole('button', { name: 'Weiter' }).click()
  t.match(await page.locator('.wq-error-summary').textContent(), "Answer 'What is your name?'.")
  await page.getByLabel('What is your name?').fill('Ada')
  await page.getByLabel('What is your postcode?').fill('12345')
  await page.getByRole('button', { name: 'Weiter' }).click()
  await page.locator('[data-link-id=smoker] label').nth(1).click()
  await page.getByRole('textbox', { name: 'What do you weigh?' }).fill('71')
  await page.getByRole('button', { name: 'Weiter' }).click()
  await page.getByRole('button', { name: 'Weiter' }).click()
  await page.getByRole('button', { name: 'Antworten prüfen' }).click()
  await page.getByRole('button', { name: 'Absenden' }).click()
  await page.getByRole('heading', { name: 'These answers are valid' }).waitFor()
  t.match(JSON.parse((await page.textContent('pre')) ?? ''), {
    questionnaire: _id,
    status: 'completed',
    item: [{ linkId: 'about' }, { linkId: 'health' }],
  })

  await t.test('and one that nobody registered is not', async t => {
    const unknown = await context.newPage()
    await unknown.goto(`${origin}/questionnaire/00000000-0000-4000-8000-000000000000`)
    t.match(await unknown.getByRole('alert').textContent(), '00000000-0000-4000-8000-000000000000')
  })
})
