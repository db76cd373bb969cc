/** Pages in a browser, as the gateway serves them: with its policy, on its data. */
import t from 'tap'
import { openContext, watch } from '../../../core/test/fixtures/chromium.ts'
import { demand } from '../../../core/test/fixtures/programs.ts'
import { uids } from '../../../schemas/uids.ts'
import { isAccessible, violationsIn } from '../../test/fixtures/accessibility.ts'
import { form, gateway, published, registered } from '../../test/fixtures/actors.ts'
import { complaintsOf } from '../../test/fixtures/browser.ts'
import { gateway as gatewayWithNodes, person, submit } from '../../testing/index.ts'
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

t.test('an operator sees the state of a gateway, live', async t => {
  const KEY = 'a-synthetic-key-of-an-operator-0123456789'
  const directory = await builtPages()
  const app = await gatewayWithNodes(t, {
    nodes: 3,
    config: { plugins: { pages: { directory }, operations: { operatorKey: KEY } } },
  })
  const anna = person()
  await submit(app, anna, { schemaId: uids.Observation, submission: { synthetic: 'canary' } })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const page = await (await openContext(t)).newPage()
  const complaints = complaintsOf(page)
  const urls: string[] = []
  page.on('request', request => urls.push(request.url()))
  const heading = (name: string | RegExp) => page.getByRole('heading', { name }).waitFor()

  await page.goto(`${origin}/operator`)
  t.same(await violationsIn(page), [], 'the form of the key')
  await page.keyboard.press('Tab')
  await page.keyboard.type('wrong')
  await page.keyboard.press('Enter')
  await page.getByText('This key does not open the page.').waitFor()
  await page.getByLabel('Key of the operator').fill(KEY)
  await page.keyboard.press('Enter')
  await heading('Ready.')
  await heading('Node 3')
  t.match(await page.locator('main').textContent(), /AND_INVALID_RECORD.*once/)

  await isAccessible(t, page, 'operator')

  await t.test('with a node that goes away, and what to do', async t => {
    app.nodes[1]?.fail()
    await heading('Not ready: one node is away.')
    t.match(await page.locator('main').textContent(), /Node 2Away.*Do: Start it, or repair the network to it/)
    t.same(await violationsIn(page), [])
  })

  await t.test('and nothing of a person; the key is in no URL and in no storage', async t => {
    const text = (await page.locator('body').textContent()) ?? ''
    for (const secret of [anna.did, 'canary', KEY]) t.notOk(text.includes(secret), secret)
    t.notOk(urls.some(url => url.includes(KEY)))
    t.equal(await page.evaluate('sessionStorage.length + localStorage.length'), 0)
    await page.getByRole('button', { name: 'Lock' }).click()
    await page.getByLabel('Key of the operator').waitFor()
    t.same(
      complaints.filter(each => !/^Failed to load resource.*401/.test(each)),
      [],
    )
  })
})
