/** Pages in a browser, as the gateway serves them: with its policy, on its data. */
import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Route } from 'playwright-core'
import t from 'tap'
import { createKeyPair } from '../../../core/crypto/keys.ts'
import { temporaryDirectory } from '../../../core/stores/sql/test/fixtures/server.ts'
import { openContext, watch } from '../../../core/test/fixtures/chromium.ts'
import { demand } from '../../../core/test/fixtures/programs.ts'
import { uids } from '../../../schemas/uids.ts'
import { isAccessible, violationsIn } from '../../test/fixtures/accessibility.ts'
import {
  bearer,
  form,
  gateway,
  published,
  registered,
  sendRequest,
  submissionOf,
} from '../../test/fixtures/actors.ts'
import { copyDeployment } from '../../test/fixtures/deployment.ts'
import { gateway as gatewayWithNodes, person, submit } from '../../testing/index.ts'
import { builtPages } from './fixtures/built.ts'
import { leftIn, overhangOf } from './fixtures/languages.ts'

demand(t, 'chromium')

t.test(
  'the frame loads at most 56 kB of scripts, a consent 38 kB, the profile 42 kB, the console 113 kB, texts included',
  async t => {
    const directory = await builtPages()
    const bytesOf = (path: string) => gzipSync(readFileSync(path)).length
    const chunks = readdirSync(`${directory}/assets`).filter(name => /^[a-z]{2}-.*\.js$/.test(name))
    for (const [name, own, most] of [
      ['wallet-external', 'connectTitle', 56_000],
      ['consent', 'letProgramRead', 38_000],
      ['profile', 'onNodes', 42_000],
      ['application', 'latestResponses', 113_000],
    ] as const) {
      const html = readFileSync(`${directory}/${name}.html`, 'utf8')
      // The texts of each language are counted below.
      const loaded = html.matchAll(/"(\/assets\/[^"]+\.js)"(?![^>]* hreflang)/g)
      const scripts = [...new Set(Array.from(loaded, ([, path]) => `${directory}${path}`))]
      t.ok(scripts.length > 1)
      const texts = chunks
        .map(chunk => `${directory}/assets/${chunk}`)
        .filter(path => readFileSync(path, 'utf8').includes(`${own}:`))
        .map(bytesOf)
      t.ok(texts.length >= 8, `${name}: texts in ${texts.length} languages`)
      const bytes = scripts.reduce((sum, path) => sum + bytesOf(path), Math.max(...texts))
      t.ok(bytes <= most, `${name}: ${bytes} bytes`)
    }
  },
)

t.test('a page has its styles in one file, and loads no signature before it is drawn', async t => {
  const directory = await builtPages()
  for (const name of readdirSync(directory).filter(name => name.endsWith('.html'))) {
    const html = readFileSync(`${directory}/${name}`, 'utf8')
    t.equal(html.match(/<link rel="stylesheet"/g)?.length, 1, name)
    if (name === 'profile.html' || name === 'consent.html') t.notMatch(html, '/assets/signing-', name)
  }
})

t.test('the texts of a page in a language are at most 8 kB', async t => {
  const directory = `${await builtPages()}/assets`
  const texts = readdirSync(directory).filter(name => /^(en|de|es|fr|pt|ar|hi|zh)-/.test(name))
  t.ok(texts.length >= 8)
  for (const name of texts) {
    const bytes = gzipSync(readFileSync(`${directory}/${name}`)).length
    t.ok(bytes <= 8_000, `${name}: ${bytes} bytes`)
  }
})

t.test('a control that changes nothing shows what is in effect', async t => {
  const app = await gateway(t, { plugins: { pages: { directory: await builtPages() } } })
  const maxOccurs = 'http://hl7.org/fhir/StructureDefinition/questionnaire-maxOccurs'
  const { _id } = await published(app, await registered(app), {
    ...{ resourceType: 'Questionnaire', status: 'active', title: 'At most one', language: 'en' },
    item: [
      {
        ...{ linkId: 'drinks', text: 'Which drink?', type: 'choice', repeats: true },
        extension: [{ url: maxOccurs, valueInteger: 1 }],
        answerOption: ['Tea', 'Water'].map(valueString => ({ valueString })),
      },
      {
        ...{ linkId: 'fruits', text: 'Which fruit?', type: 'open-choice', repeats: true },
        extension: [{ url: maxOccurs, valueInteger: 1 }],
        answerOption: ['Apple', 'Pear'].map(valueString => ({ valueString })),
      },
    ],
  })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const page = await (await openContext(t, { locale: 'en-US' })).newPage()
  await page.goto(`${origin}/questionnaire/${_id}`)
  await page.getByLabel('Tea').check()
  await page.getByLabel('Apple').check()

  await page.getByLabel('Water').click()
  await page.getByText('You can choose up to 1.').first().waitFor()
  t.ok(await page.getByLabel('Tea').isChecked())
  t.notOk(await page.getByLabel('Water').isChecked(), 'a box beyond the limit')

  const other = page.getByRole('group', { name: 'Which fruit?' }).getByRole('textbox')
  await other.press('x')
  t.equal(await other.inputValue(), '', 'a text beyond the limit')

  await page.route('**/assets/de-*.js', route => route.abort())
  const refused = page.waitForEvent('requestfailed')
  await page.getByLabel('Language').selectOption('de')
  await refused
  await page.locator('.language:has([value=en]:checked)').waitFor()
  t.equal(await page.getAttribute('html', 'lang'), 'en', 'a language that cannot be loaded')
})

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
  t.match(
    await page.locator('.wq-error-summary').textContent(),
    'Bitte beantworten Sie „What is your name?“.',
  )
  await page.getByLabel('What is your name?').fill('Ada')
  await page.getByLabel('What is your postcode?').fill('12345')
  await page.getByRole('button', { name: 'Weiter' }).click()
  await page.locator('[data-link-id=smoker] label').nth(1).click()
  await page.getByRole('textbox', { name: 'What do you weigh?' }).fill('71')
  await page.getByRole('button', { name: 'Weiter' }).click()
  await page.getByRole('button', { name: 'Weiter' }).click()
  await page.getByRole('button', { name: 'Antworten prüfen' }).click()
  await page.getByRole('button', { name: 'Absenden' }).click()
  await page.getByRole('heading', { name: 'Diese Antworten sind gültig' }).waitFor()
  t.equal(await page.getAttribute('html', 'lang'), 'de', 'the page speaks the language of the form')
  await page.getByLabel('Sprache').selectOption('en')
  await page.getByRole('heading', { name: 'These answers are valid' }).waitFor()
  t.match(JSON.parse((await page.textContent('pre')) ?? ''), {
    questionnaire: _id,
    status: 'completed',
    item: [{ linkId: 'about' }, { linkId: 'health' }],
  })

  await t.test(
    'an adaptive one is asked question by question, and a lost network loses no answer',
    async t => {
      const file = new URL('../../../examples/adaptive/synthetic-tiredness.json', import.meta.url)
      const bank = await published(app, application, JSON.parse(readFileSync(file, 'utf8')))
      const adaptive = await context.newPage()
      watch(t, adaptive, message => /Failed to load resource.*(ERR_FAILED|422)/.test(message.text()))
      const calls: { item?: { linkId: string; answer?: object[] }[] }[] = []
      adaptive.on('request', request => {
        if (request.url().endsWith('$next-question')) calls.push(request.postDataJSON())
      })
      const pass = (route: Route) => route.continue()
      const lose = (route: Route) => route.abort()
      let meet = lose
      // Once for all: a request that follows at once on `route` can pass it by.
      await adaptive.route('**/$next-question', route => meet(route))
      const say = (name: string) => adaptive.getByRole('heading', { name }).waitFor()
      const go = (name: string) => adaptive.getByRole('button', { name, exact: true })
      const question = (number: number) => adaptive.getByText(`Question ${number}`, { exact: true }).first()

      await adaptive.goto(`${origin}/questionnaire/${bank._id}`)
      await adaptive.getByText('The next question could not be loaded.').waitFor()
      meet = pass
      await go('Try again').click()
      await question(1).waitFor()
      t.equal(await adaptive.evaluate('document.activeElement.tagName'), 'H1')
      t.equal(
        await adaptive.locator('fieldset[data-link-id], [data-link-id]').count(),
        1,
        'one question at a time',
      )
      await isAccessible(t, adaptive, 'an adaptive form')

      // By keyboard alone, with the network lost after the answer.
      await adaptive.keyboard.press('Tab')
      await adaptive.keyboard.press('ArrowDown')
      t.equal(await adaptive.locator('input:checked').count(), 1)
      meet = lose
      await adaptive.keyboard.press('Enter')
      await adaptive.getByRole('alert').getByText('Your answers are still here.').waitFor()
      t.equal(await adaptive.locator('input:checked').count(), 1, 'the answer is still there')
      t.same(await violationsIn(adaptive), [])
      meet = pass
      await go('Try again').click()
      await question(2).waitFor()
      t.equal(await adaptive.locator('input:checked').count(), 0)
      t.match(calls.at(-1)?.item, [{ answer: [{}] }])

      const language = adaptive.getByRole('combobox')
      await language.selectOption('de')
      await adaptive.getByText('Frage 2', { exact: true }).first().waitFor()
      await language.selectOption('en')
      await question(2).waitFor()

      await t.test('back and on without a request, unless an answer changed', async t => {
        const before = calls.length
        await go('Back').click()
        await question(1).waitFor()
        await go('Next').click()
        await question(2).waitFor()
        t.equal(calls.length, before)
        await go('Back').click()
        await adaptive.locator('[data-link-id] label').last().click()
        await go('Next').click()
        await question(2).waitFor()
        t.equal(calls.length, before + 1)
      })
      await t.test('a refusal is shown with its reason, and nothing is lost', async () => {
        meet = route =>
          route.fulfill({
            status: 422,
            contentType: 'application/fhir+json',
            json: {
              resourceType: 'OperationOutcome',
              issue: [
                { severity: 'error', code: 'business-rule', details: { text: 'The engine refuses this.' } },
              ],
            },
          })
        await go('Next').click()
        await adaptive.getByRole('alert').getByText('The engine refuses this.').waitFor()
        meet = pass
      })
      // Without an answer, a question is skipped.
      await go('Try again').click()
      await question(3).waitFor()
      t.equal(calls.at(-1)?.item?.[1]?.answer, undefined)
      for (let number = 3; (await go('Submit').count()) === 0; number++) {
        await question(number).waitFor()
        await adaptive
          .locator('[data-link-id] label')
          .nth(number % 2)
          .click()
        await go('Next').click()
        await adaptive
          .getByText(`Question ${number + 1}`, { exact: true })
          .or(go('Submit'))
          .first()
          .waitFor()
      }
      await say('Check your answers')
      t.same(await violationsIn(adaptive), [])
      await go('Submit').click()
      await say('These answers are valid')
      const response = JSON.parse((await adaptive.textContent('pre')) ?? '')
      t.match(response, {
        status: 'completed',
        questionnaire: '#adaptive',
        extension: [{ url: /questionnaire-scores/ }],
      })
      const stored = await sendRequest(
        app,
        'POST',
        '/api/submission',
        bearer(createKeyPair(), ['write']),
        submissionOf(application.applicationId, response),
      )
      t.equal(stored.statusCode, 201, stored.body)
    },
  )

  await t.test('and one that nobody registered is not', async t => {
    const unknown = await context.newPage()
    await unknown.goto(`${origin}/questionnaire/00000000-0000-4000-8000-000000000000`)
    t.match(await unknown.getByRole('alert').textContent(), 'There is no such form here.')
    t.match(await unknown.locator('code').textContent(), '00000000-0000-4000-8000-000000000000')
  })
})

t.test('an operator sees the state of a gateway, live', async t => {
  const KEY = 'a-synthetic-key-of-an-operator-0123456789'
  const directory = await builtPages()
  const data = await temporaryDirectory(t)
  await copyDeployment(data)
  const app = await gatewayWithNodes(t, {
    nodes: 3,
    config: { data, plugins: { pages: { directory }, operations: { operatorKey: KEY } } },
  })
  const anna = person()
  await submit(app, anna, { schemaId: uids.Observation, submission: { synthetic: 'canary' } })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const page = await (await openContext(t)).newPage()
  // The refused key.
  watch(t, page, message => /^Failed to load resource.*401/.test(message.text()))
  const urls: string[] = []
  page.on('request', request => urls.push(request.url()))
  const heading = (name: string | RegExp) => page.getByRole('heading', { name }).waitFor()

  await page.goto(`${origin}/operator`)
  await page.getByLabel('Key of the operator').waitFor()
  t.same(await violationsIn(page), [], 'the form of the key')
  // After the choice of the language.
  await page.keyboard.press('Tab')
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
  })

  await t.test('in the language of the operator; what the gateway says stays English', async t => {
    await page.setViewportSize({ width: 320, height: 700 })
    const isWhole = async (language: string) => {
      await page.locator(`html[lang=${language}]`).waitFor()
      t.same(await violationsIn(page), [], language)
      t.same(await leftIn(page, language, ['common', 'operator']), [], language)
      t.ok((await overhangOf(page)) <= 0, `${language} fits its window`)
    }
    await page.getByRole('combobox').selectOption('ar')
    await isWhole('ar')
    await page.locator('input').fill(KEY)
    await page.keyboard.press('Enter')
    await heading('غير جاهزة: عُقدة واحدة غائبة.')
    await isWhole('ar')
    await page.getByRole('combobox').selectOption('de')
    await heading('Nicht bereit: Ein Knoten fehlt.')
    await page.locator('[lang=en]').getByText('Start it, or repair the network to it').first().waitFor()
    await isWhole('de')
  })
})
