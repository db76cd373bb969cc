/**
 * The development of an application in a browser: from a wallet to people's responses, on a gateway with its
 * policy.
 */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { createKeyPair } from '../../../core/crypto/keys.ts'
import { allowClipboard, hold, openContext, savedBy } from '../../../core/test/fixtures/chromium.ts'
import { demand, missing } from '../../../core/test/fixtures/programs.ts'
import { createSoftwareWallet } from '../../../ui/sdk/index.ts'
import { openApplicationKey } from '../../../ui/sdk/keys/index.ts'
import { clientKey, createBulkClient } from '../../backends/test/fixtures/bulk-client.ts'
import { isAccessible, violationsIn } from '../../test/fixtures/accessibility.ts'
import { bearer, form, gateway, sendRequest, submissionOf } from '../../test/fixtures/actors.ts'
import { listening } from '../../test/fixtures/assistants.ts'
import { complaintsOf, installWallet } from '../../test/fixtures/browser.ts'
import { agree, popupOf, press } from '../../test/fixtures/person.ts'
import { phq9Response } from '../../test/fixtures/phq-9.ts'
import { seed } from '../../test/fixtures/responses.ts'
import { builtPages } from './fixtures/built.ts'
import { leftIn, overhangOf } from './fixtures/languages.ts'

demand(t, 'chromium')

const run = promisify(execFile)

/** A directory for pictures of the page, where somebody wants them. */
const PICTURES = process.env['PICTURES']

const directory = await builtPages()
const { app, url } = await listening(t, { plugins: { pages: { directory } } })
const context = await openContext(t)

const wallet = createSoftwareWallet('5b'.repeat(32))
const signatures: string[] = []
let declines = false
/** A signature that the contract accepts: none of its keys has made it. */
let isContract = false
await installWallet(context, {
  ...wallet,
  async signFn(typedData) {
    if (declines) throw new Error('The person said no.')
    if (isContract) return `0x${'00'.repeat(96)}`
    const signature = await wallet.signFn(typedData)
    if (typedData.primaryType === 'SessionKeyAuthorization') signatures.push(signature.slice(2))
    return signature
  },
})

/** All data that left the browser, to search for secrets. */
const sent: string[] = []
context.on('request', request => sent.push(`${request.url()} ${request.postData() ?? ''}`))

const page = await context.newPage()
await allowClipboard(context, url)
const complaints = complaintsOf(page)

const button = (name: string | RegExp) => page.getByRole('button', { name })
const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const heading = (name: string) => page.getByRole('heading', { name, exact: true }).waitFor()
const text = (words: string | RegExp) => page.getByText(words).first().waitFor()
/** Opens a section of the application, or a tab of a form, by its link. */
const view = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true }).click()
const look =
  (name: string, of = page) =>
  (how: string) =>
    PICTURES === undefined
      ? Promise.resolve()
      : of.screenshot({ path: join(PICTURES, `application-${name}-${how}.png`), fullPage: true })

t.test('the home page links what this deployment serves, and nothing else', async t => {
  await page.goto(url)
  await page.getByRole('link', { name: 'For applications' }).waitFor()
  await isAccessible(t, page, 'home')
  const hrefs = await page.evaluate("[...document.querySelectorAll('a')].map(a => a.getAttribute('href'))")
  for (const href of hrefs as string[]) {
    const { statusCode } = await app.inject(href)
    t.ok(statusCode < 400, `${href}: ${statusCode}`)
  }
  t.ok((hrefs as string[]).includes('/docs'))
  await page.getByLabel('Try a form by its id').fill('no such form')
  await button('Open').click()
  await heading('This form cannot be shown')

  const small = await gateway(t, { plugins: { pages: false, mcp: false, oauth: false } })
  const { links } = (await small.inject('/.well-known/andiron.json')).json()
  t.match(links, { docs: /\/docs$/ })
  t.notOk('mcp' in links || 'application' in links || 'questionnaire' in links, JSON.stringify(links))
})

t.test('an application is registered', async t => {
  await page.goto(`${url}/application`)
  await heading('Applications')
  await button(/Test Wallet/).waitFor()
  t.equal(await page.evaluate('document.activeElement.tagName'), 'H1', 'a screen reader begins there')
  for (let tabs = 0; tabs < 12; tabs++) {
    await page.keyboard.press('Tab')
    if (await page.locator('button:focus').filter({ hasText: 'Test Wallet' }).count()) break
  }
  await page.keyboard.press('Enter')
  await text(wallet.address)

  await t.test('unless something is wrong with it, which stands at its field', async t => {
    await field('Application id').fill('no spaces')
    await button('Add a callback URL').click()
    await field('Callback URL 1').fill('https://study.example/app')
    await field('Callback URL 2').fill('ftp://study.example')
    await button('Register').click()
    for (const label of ['Application id', 'Name', 'Callback URL 2'])
      await page.locator(`input[aria-invalid=true]`).and(field(label)).waitFor()
    t.equal(await field('Callback URL 1').getAttribute('aria-invalid'), 'false')
    t.equal(
      await page.evaluate('document.activeElement === document.querySelector("[aria-invalid=true]")'),
      true,
    )
    await isAccessible(t, page, 'a refused registration')
    t.equal(signatures.length, 0, 'the wallet was not asked')
    await button('Remove callback URL 2').click()
  })

  await t.test('unless its wallet declines', async t => {
    declines = true
    await field('Application id').fill('mood-study')
    await field('Name').fill('Mood study')
    await button('Register').click()
    await page.getByRole('alert').filter({ hasText: 'The person said no.' }).waitFor()
    t.equal((await app.inject('/api/application/mood-study')).statusCode, 404)
    declines = false
  })

  await t.test('unless no key follows from what its wallet signs', async () => {
    isContract = true
    await button('Register').click()
    await page.getByRole('alert').filter({ hasText: 'the account is a contract' }).waitFor()
    isContract = false
  })

  await button('Register').click()
  await heading('Mood study')
  t.match((await app.inject('/api/application/mood-study')).json(), {
    name: 'Mood study',
    callbackUrls: ['https://study.example/app'],
  })
  await text('No forms yet.')
  await isAccessible(t, page, 'an application', look('overview'))

  await t.test('and changed', async t => {
    await view('Settings')
    await heading('Settings')
    await button('Add a callback URL').click()
    await field('Callback URL 2').fill('http://localhost:3000')
    await button('Sign and change').click()
    await text('Changed.')
    t.match((await app.inject('/api/application/mood-study')).json().callbackUrls, [
      'https://study.example/app',
      'http://localhost:3000',
    ])
  })
  await isAccessible(t, page, 'the settings of an application', look('settings'))

  await t.test('its backends are registered, used and revoked', async t => {
    await view('Backends')
    const key = clientKey('ES256')
    await field('Name of the backend').fill('Nightly export')
    await field('Public keys').fill(JSON.stringify(key.privateKey.export({ format: 'jwk' })))
    await button('Register the backend').click()
    await page.getByRole('alert').filter({ hasText: 'This is a private key' }).waitFor()
    t.notOk(sent.some(data => data.includes(String(key.privateKey.export({ format: 'jwk' }).d))))
    await field('Public keys').fill(JSON.stringify({ keys: [key.jwk] }))
    await button('Register the backend').click()
    await text('Registered.')
    await text(`${key.jwk.kid} (ES256)`)
    await isAccessible(t, page, 'an application with a backend', look('backends'))
    const client = createBulkClient({ base: `${url}/fhir`, clientId: 'mood-study', key })
    t.match(await client.token('system/QuestionnaireResponse.rs'), { expires_in: 300 })
    await button('Revoke Nightly export').click()
    await text('Revoked.')
    await t.rejects(client.token('system/QuestionnaireResponse.rs'), /invalid_client/)
  })

  await t.test('its key is handed over as a file under a passphrase', async t => {
    await view('Settings')
    await page.getByLabel('Passphrase').fill('short')
    await button('Save the key as a file').click()
    await page.getByRole('alert').filter({ hasText: 'at least 12 characters' }).waitFor()
    await page.getByLabel('Passphrase').fill('a long passphrase of a test')
    const saved = await savedBy(page, () => button('Save the key as a file').click())
    const file = String(saved.content)
    const { keypair, applicationId } = await openApplicationKey(file, 'a long passphrase of a test')
    t.equal(applicationId, 'mood-study')
    const { did } = (await app.inject('/api/application/mood-study')).json()
    t.equal(keypair.did, did)
    t.notOk(file.includes(Buffer.from(keypair.privateKey).toString('hex')))
    await t.rejects(openApplicationKey(file, 'another passphrase'), { code: 'AND_KEY_NOT_OPENED' })
    const elsewhere = file.replace(url, 'https://elsewhere.example')
    await t.rejects(openApplicationKey(elsewhere, 'a long passphrase of a test'), {
      code: 'AND_KEY_NOT_OPENED',
    })
    await t.rejects(openApplicationKey('{}', 'x'), { code: 'AND_NOT_AN_APPLICATION_KEY' })
  })
})

const right = JSON.stringify(form('phq-9'), undefined, 2)
const editor = page
  .getByRole('textbox', { name: 'Questionnaire', exact: true })
  .and(page.locator('.cm-content'))
/** Replaces the text of the editor by that of the clipboard: a script that inserts text is no hand. */
const write = async (text: string) => {
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)
  await editor.focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press(text === '' ? 'Delete' : 'ControlOrMeta+v')
}
const SHADOW = "document.querySelector('.editor > div').shadowRoot"
const selection = () =>
  // Only in Chromium does a shadow root have a selection of its own.
  page.evaluate(`(${SHADOW}.getSelection ? ${SHADOW} : document).getSelection().toString()`)
let questionnaire = ''

const person = createKeyPair()
const ids: string[] = []
/** A response to the newest revision. @param first - the answer to the first question */
const answer = async (first: number) => {
  const response = phq9Response(questionnaire, [first, 2, 0, 0, 0, 0, 0, 0, 0])
  const body = submissionOf('mood-study', response)
  const stored = await sendRequest(app, 'POST', '/api/submission', bearer(person, ['write']), body)
  ids.push(stored.json().insertedUid)
}

t.test('a form is pasted', async t => {
  await view('Forms')
  await page.getByRole('link', { name: 'New form' }).click()
  await heading('New form')
  await write(right.replace('"status": "active",', '"status": "active"'))
  const line = right.slice(0, right.indexOf('"subjectType"')).split('\n').length
  await button(new RegExp(`Line ${line}, column 3 Error: A comma is expected here`)).click()
  t.equal(await selection(), '"subjectType"', 'the place is selected')

  const wrong = right
    .replace('"type": "choice"', '"type": "choise"')
    .replace('"linkId": "2"', '"linkId": "1"')
  await write(wrong)
  await text('3 errors.')
  const choise = wrong.slice(0, wrong.indexOf('"choise"')).split('\n').length
  await button(new RegExp(`^Line ${choise}, `)).focus()
  await page.keyboard.press('Enter')
  t.equal(await selection(), '"choise"')
  await page.locator('.cm-lint-marker-error').first().waitFor()
  t.equal(await editor.getAttribute('aria-invalid'), 'true')
  t.equal(page.workers().length, 1, 'checks do not run where somebody types')
  await isAccessible(t, page, 'a form with errors', look('form-errors'))

  await button('Publish').click()
  await page.getByRole('alert').filter({ hasText: 'Not published: fix 3 errors first' }).waitFor()

  await t.test('with expressions, whose engine the worker loads', async () => {
    const condition = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-enableWhenExpression'
    const valueExpression = { language: 'text/fhirpath', expression: '%resource.item.(' }
    const sum = { linkId: 'sum', type: 'integer', extension: [{ url: condition, valueExpression }] }
    await write(JSON.stringify({ resourceType: 'Questionnaire', status: 'draft', item: [sum] }))
    await button(/Hint: Know that the expression .* has no effect/).waitFor()
  })
  await t.test('however long it is', async () => {
    const one = JSON.stringify((form('phq-9') as { item: object[] }).item[0])
    const item = Array.from({ length: 20 }, (_, at) =>
      JSON.parse(one.replaceAll('"linkId":"', `"linkId":"${at}-`)),
    )
    const long = JSON.stringify({ ...form('phq-9'), item }, undefined, 2)
    await write('')
    await write(long)
    await text('Ready to publish.')
    await page.evaluate("navigator.clipboard.writeText('')")
    await editor.focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('ControlOrMeta+c')
    t.equal(await page.evaluate('navigator.clipboard.readText()'), long)
  })
  await t.test('by keyboard, which can leave it', async t => {
    await write('{}')
    await page.keyboard.press('Tab')
    t.match(await editor.textContent(), /^ +|^\t/, 'Tab indents')
    await page.keyboard.press('ControlOrMeta+z')
    t.equal(await editor.textContent(), '{}')
    // The findings of the earlier text are replaced.
    await page.getByRole('button', { name: /^Line 1, column 1 / }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
    t.match(await page.evaluate('document.activeElement.textContent'), /^Line 1, column 1/)
    await page.keyboard.press('Shift+Tab')
    t.match(await page.evaluate(`${SHADOW}.activeElement.className`), /cm-content/)
  })
  await t.test('into a plain text area, where the editor cannot be loaded', async t => {
    const plain = await context.newPage()
    await plain.route('**/assets/code-editor-*.js', route => route.abort())
    await plain.goto(`${url}/application#mood-study/forms/new`)
    const area = plain.getByRole('textbox', { name: 'Questionnaire', exact: true })
    await area.fill(right.replace('"type": "choice"', '"type": "choise"'))
    await plain
      .getByRole('button', { name: /^Line \d+, .*Use one of the codes/ })
      .first()
      .click()
    const [from, to] = await plain.evaluate<[number, number]>(`{
      const { selectionStart, selectionEnd } = document.activeElement
      ;[selectionStart, selectionEnd]
    }`)
    t.equal((await area.inputValue()).slice(from, to), '"choise"')
    const notice = plain.getByRole('alert').filter({ hasText: 'could not be loaded' })
    await notice.waitFor()
    await plain.unroute('**/assets/code-editor-*.js')
    await notice.getByRole('button', { name: 'Try again' }).click()
    const opened = plain.locator('.cm-content')
    await opened.waitFor()
    t.match(await opened.textContent(), '"choise"', 'which takes its text once it is')
    t.match(await plain.evaluate(`${SHADOW}.activeElement.className`), /cm-content/)
    t.equal(await notice.count(), 0)
    await plain.close()
    await page.bringToFront()
    await page.waitForFunction('document.hasFocus()')
  })
  await write(right)
  await text('Ready to publish.')
})

t.test('tried', async t => {
  await button('Preview').click()
  await heading('Preview')
  const preview = page.getByRole('region', { name: 'Preview' })
  await preview.getByRole('radiogroup').first().waitFor()
  await isAccessible(t, page, 'a preview')
  await button('Close the preview').click()
  await preview.waitFor({ state: 'detached' })
})

t.test('published, and used', async t => {
  await button('Publish').click()
  await heading('PHQ-9: Patient Health Questionnaire')
  questionnaire = decodeURIComponent(page.url().split('/').at(-2) ?? '')
  t.match((await app.inject(`/api/questionnaire/${questionnaire}`)).json(), {
    id: 'phq-9',
    _id: questionnaire,
  })
  await allowClipboard(context, url)
  await button('Copy the URL').click()
  await text('The URL is copied.')
  t.equal(await page.evaluate('navigator.clipboard.readText()'), `${url}/api/questionnaire/${questionnaire}`)
  t.match(await page.locator('pre').last().textContent(), /applicationId = 'mood-study'/)
  await isAccessible(t, page, 'the links of a form', look('share'))
  await answer(0)
})

t.test('undo does not remove what was loaded into the editor', async t => {
  const slow = await context.newPage()
  const written = slow.locator('.cm-content')
  await slow.route(`**/api/questionnaire/${questionnaire}*`, async route => {
    await written.waitFor()
    await route.continue()
  })
  await slow.goto(`${url}/application#mood-study/forms/${questionnaire}/questions`)
  await written.getByText('"Questionnaire"').waitFor()
  await written.focus()
  await slow.keyboard.press('ControlOrMeta+z')
  t.match(await written.textContent(), /"Questionnaire"/)
  await slow.close()
})

t.test('and revised, unless the gateway knows better', async t => {
  await view('Questions')
  await write(JSON.stringify({ ...form('phq-9'), title: 'Another title' }, undefined, 2))
  await text('Ready to publish.')
  await button('Publish the revision').click()
  await text('Revision published.')
  await heading('Another title')
  t.equal((await app.inject(`/api/questionnaire/${questionnaire}`)).json().title, 'Another title')

  // Only the registration can check that it matches its declared base form.
  const derivation = 'http://hl7.org/fhir/StructureDefinition/questionnaire-derivationType'
  const coding = { system: 'http://hl7.org/fhir/questionnaire-derivationType', code: 'compliesWith' }
  const derived = {
    ...form('phq-9'),
    url: 'https://study.example/Questionnaire/mood',
    derivedFrom: ['https://andiron.example/Questionnaire/phq-9'],
    _derivedFrom: [{ extension: [{ url: derivation, valueCoding: coding }] }],
  }
  const looser = JSON.stringify(derived, undefined, 2).replace(
    '"required": true,\n          "answer',
    '"required": false,\n          "answer',
  )
  await write(looser)
  await text('1 hint should be reviewed.')
  await button('Publish the revision').click()
  await button(/Error: Keep .* required, as in the form it is derived from/).click()
  t.equal(await selection(), 'false')
  await isAccessible(t, page, 'a refused revision', look('form-questions'))
})

t.test('its revisions are compared', async t => {
  await view('Revisions')
  const changes = page.getByRole('region', { name: 'What changed' })
  await changes.getByText('1 change', { exact: true }).waitFor()
  t.match(await changes.getByRole('listitem').allTextContents(), [
    'Reworded “PHQ-9: Patient Health Questionnaire” is now “Another title”.',
  ])
  await changes.getByText('Difference of the JSON').click()
  await changes.getByText('+   "title": "Another title"').waitFor()
  await isAccessible(t, page, 'the revisions of a form', look('revisions'))
  await page.getByRole('combobox', { name: 'To' }).selectOption({ index: 1 })
  await changes.getByText('The two revisions are the same.').waitFor()
})

t.test('what people answered is counted and saved', async t => {
  await answer(1)
  await answer(2)
  await view('Responses')
  await button('Count the responses').click()
  await text('3 responses.')

  await t.test('in a table, filtered, sorted and opened', async t => {
    const rows = page.getByRole('row')
    const cells = () => rows.getByRole('cell').allTextContents()
    const answers = async () => (await cells()).filter((_, index) => index % 3 === 2)
    const until = page.getByRole('group', { name: 'Submitted until' })
    const part = (name: string) => until.getByRole('textbox', { name })
    await part('Month').fill('13')
    await part('Year').fill('2020')
    await button('Show the responses').click()
    await until.getByText("Error: Give the month of 'Submitted until' as a number from 1 to 12.").waitFor()
    await until.locator('input:focus').and(part('Month')).waitFor()
    t.equal(await rows.count(), 0, 'and nothing is read')
    await isAccessible(t, page, 'a date that is refused', look('refused-date'))
    await part('Month').fill('')
    await button('Show the responses').click()
    await text('0 responses.')
    t.equal(await rows.count(), 0)
    await part('Year').fill('')
    await button('Show the responses').click()
    await text('3 responses.')
    t.equal(await rows.count(), 4)
    t.match(await cells(), [/\d/, /^[0-9A-Z]{5}-[0-9A-Z]{5}$/, 'No answer', /\d/], 'nothing has a score')

    await page
      .getByRole('combobox', { name: 'Question' })
      .selectOption('Little interest or pleasure in doing things')
    t.match(await answers(), ['More than half the days', 'Several days', 'Not at all'])
    await button(/^Answer/).click()
    t.match(await answers(), ['Not at all', 'Several days', 'More than half the days'])
    t.equal(await page.getByRole('columnheader', { name: /^Answer/ }).getAttribute('aria-sort'), 'ascending')
    await isAccessible(t, page, 'a table of responses', look('table'))

    await page.getByLabel('Only with this answer or person').fill('not at')
    await text('1 of 3 responses')
    t.equal(await rows.count(), 2)
    await button(/^Open/).click()
    const response = page.getByRole('region', { name: /^Response of / })
    await response.getByText('to an earlier revision of the form').waitFor()
    await response.getByText('More than half the days').waitFor()
    t.equal(await response.getByRole('radio').count(), 0, 'nothing can be changed')
    await isAccessible(t, page, 'an opened response', look('response'))
    await button('Close the response').click()
    t.match(await page.evaluate('document.activeElement.ariaLabel'), /^Open/, 'the focus returns')
  })
  await t.test('with the files in them, under pseudonyms too', async t => {
    const letter = { id: randomUUID(), title: 'letter.txt', url: 'andiron://test/K7Q2M-9XFRT/letter.txt' }
    const places = '**/responses?**'
    await page.route(places, async route => {
      const answer = await route.fetch()
      const bundle = (await answer.json()) as { entry: { resource: { item?: object[] } }[] }
      for (const { resource } of bundle.entry)
        resource.item?.push({
          linkId: 'letter',
          answer: [{ valueAttachment: letter }, { valueAttachment: letter }],
        })
      await route.fulfill({ response: answer, json: bundle })
    })
    await page.route('**/attachments/*', route =>
      route.fulfill({ contentType: 'text/html', body: '<script>harm()</script>' }),
    )
    await button('Show the responses').click()
    await text('3 responses.')
    await button(/^Open/).first().click()
    const asking = page.waitForRequest('**/attachments/*')
    const { name, content } = await savedBy(page, () => button('Download letter.txt').click())
    t.match(
      new URL((await asking).url()).pathname,
      new RegExp(`/api/questionnaire/${questionnaire}/responses/[^/]+/attachments/${letter.id}$`),
    )
    t.equal(name, 'letter.txt')
    t.equal(String(content), '<script>harm()</script>')
    await isAccessible(t, page, 'a response with a file')
    await page.unroute('**/attachments/*')
    await page.route('**/attachments/*', route =>
      route.fulfill({ status: 404, json: { code: 'AND_UNKNOWN_RESPONSE_FILE', message: 'x' } }),
    )
    await button('Download letter.txt').click()
    await page.getByRole('alert').first().waitFor()
    await page.unroute('**/attachments/*')
    await page.unroute(places)
    await button('Close the response').click()
  })

  const idsIn = (ndjson: string) =>
    ndjson
      .trim()
      .split('\n')
      .map(line => JSON.parse(line).id)
  await t.test('as a stream, where the browser can', async t => {
    await page.evaluate(`{
      globalThis.showSaveFilePicker = async ({ suggestedName }) =>
        (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true })
    }`)
    await button('Download as NDJSON').click()
    await text('Saved: 3 responses.')
    const saved = await page.evaluate(`navigator.storage.getDirectory()
      .then(directory => directory.getFileHandle('responses-${questionnaire}.ndjson'))
      .then(handle => handle.getFile()).then(file => file.text())`)
    t.same(idsIn(saved as string), ids)
  })
  await t.test('as a download, where it cannot', async t => {
    await page.evaluate('void delete globalThis.showSaveFilePicker')
    await page.evaluate('globalThis.showSaveFilePicker = undefined')
    const { name, content } = await savedBy(page, () => button('Download as NDJSON').click())
    t.equal(name, `responses-${questionnaire}.ndjson`)
    t.same(idsIn(String(content)), ids)
  })
  await t.test('as a table', async t => {
    const { name, content } = await savedBy(page, () => button('Download as CSV').click())
    t.equal(name, `responses-${questionnaire}.csv`)
    const [header, ...rows] = String(content).trim().split('\r\n')
    t.match(header, /^id,authored,subject,revision,1,/)
    t.equal(rows.length, 3)
    t.match(rows[0]?.split(',')[2], /^[0-9A-Z]{5}-[0-9A-Z]{5}$/, 'a pseudonym in place of the DID')
    await text('Saved: a row for each response.')
  })
  await t.test('with a codebook', async t => {
    const { name, content } = await savedBy(page, () => button('Download the codebook').click())
    t.equal(name, `codebook-${questionnaire}.csv`)
    const rows = String(content).trim().split('\r\n')
    t.match(
      rows.find(row => row.startsWith('1,')),
      /^1,1,Little interest or pleasure in doing things,coding,true,false,LA6568-5 = Not at all; /,
    )
    await text('Saved: a row for each column of the table.')
  })
  await isAccessible(t, page, 'the responses to a form', look('responses'))
})

t.test('responses are counted by day, and new ones announced', async t => {
  const place = `${url}/application#mood-study/forms/${questionnaire}/results`
  const watching = await context.newPage()
  // Pauses of more than ten seconds are fifty times as short.
  await watching.addInitScript(`{
    const later = globalThis.setTimeout
    globalThis.setTimeout = (work, pause, ...more) => later(work, pause > 10_000 ? pause / 50 : pause, ...more)
  }`)
  await watching.goto(place)
  const days = watching.getByRole('region', { name: 'Responses a day' })
  await days.getByText(/^3 responses in 30 days, most on .+: 3. Today so far: 3.$/).waitFor()
  await days.getByRole('img', { name: /^3 responses in 30 days/ }).waitFor()
  await days.getByText('As a table').click()
  t.equal(await days.getByRole('row').count(), 2, 'a day without responses has no row')
  await isAccessible(t, watching, 'the responses of each day', look('days', watching))

  await t.test('nothing moves until they are asked for', async t => {
    await answer(3)
    const fresh = days.getByRole('status').getByRole('button', { name: '1 new response – show' })
    await fresh.waitFor()
    await days.getByText(/^3 responses/).waitFor()
    await isAccessible(t, watching, 'a new response')
    await watching.route('**/activity?**', route => route.fulfill({ status: 404, body: '' }))
    const refused = watching.waitForResponse(/activity\?.*days=30/)
    await fresh.press('Enter')
    await refused
    await watching.unroute('**/activity?**')
    await days.getByText(/^3 responses/).waitFor()
    // A count begins before they are shown, and ends afterwards.
    let end = () => {}
    const shown = new Promise<void>(resolve => {
      end = resolve
    })
    const counting = watching.waitForRequest(/activity\?.*after=/)
    await watching.route(/activity\?.*after=/, async route => {
      await shown
      await route.continue()
    })
    await watching.route(/activity\?.*days=30/, async route => {
      await counting
      await route.continue()
    })
    await fresh.press('Enter')
    await days.getByText(/^4 responses in 30 days/).waitFor()
    t.equal(await watching.evaluate('document.activeElement.textContent'), 'Responses a day')
    const counted = watching.waitForResponse(/activity\?.*after=/)
    end()
    await counted
    t.equal(await days.getByRole('status').textContent(), '')
    await watching.unroute(/activity\?.*after=/)
    await watching.unroute(/activity\?.*days=30/)
  })

  await t.test('a hidden page asks nothing, and a busy service is asked less often', async t => {
    const asked: number[] = []
    await watching.route('**/activity?**', route => {
      asked.push(performance.now())
      return route.fulfill({ status: 429, headers: { 'retry-after': '1' }, body: '' })
    })
    const hide = (isHidden: boolean) =>
      watching.evaluate(`{
        Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }`)
    await hide(true)
    // A question that was on its way.
    await watching.waitForTimeout(100)
    asked.length = 0
    await watching.waitForTimeout(700)
    t.equal(asked.length, 0)
    await hide(false)
    while (asked.length < 3) await watching.waitForTimeout(50)
    const [first = 0, second = 0, third = 0] = asked
    t.ok(third - second > second - first, `${asked}`)
  })

  await t.test('on the overview with the latest, under pseudonyms', async t => {
    await watching.unroute('**/activity?**')
    await watching.goto(`${url}/application#mood-study`)
    const latest = watching.getByRole('region', { name: 'Latest responses' })
    await latest.getByRole('row').nth(4).waitFor()
    t.match(await latest.getByRole('cell').nth(1).textContent(), /^[0-9A-Z]{5}-[0-9A-Z]{5}$/)
    t.notOk((await watching.content()).includes('did:'))
    await isAccessible(t, watching, 'the overview with responses', look('overview-used', watching))
  })
  await watching.close()
})

t.test('the answers are counted with noise, without reading a response', async t => {
  // 90 people said "several days" to each question, and 10 "nearly every day": more apart than the noise.
  for (let many = 0; many < 100; many++) {
    const answers = Array.from({ length: 9 }, () => (many < 90 ? 1 : 3))
    await seed(app, 'mood-study', createKeyPair(), [phq9Response(questionnaire, answers)])
  }
  await view('Results')
  const budget = page.getByRole('region', { name: 'Privacy budget', exact: true })
  await budget.getByText('0 of 50 numbers used.').waitFor()
  await page.getByText('It uses up to 25 numbers of the budget').waitFor()
  await button('Count 11 questions').click()
  await budget.getByText('25 of 50 numbers used.').waitFor()
  t.equal(await budget.getByRole('meter').getAttribute('value'), '25')
  await text(/^Answered: about \d+ people, likely \d+ to \d+\. Counted /)

  const question = page.getByRole('region', { name: 'Feeling tired or having little energy' })
  await question.getByText(/^Most common: “Several days”, about \d+ people\.$/).waitFor()
  const [people, range] = await question
    .getByRole('row', { name: /Several days/ })
    .getByRole('cell')
    .allTextContents()
  t.equal(range, `${Number(people) - 10} to ${Number(people) + 10}`)
  t.ok(Math.abs(Number(people) - 90) < 40, 'the noise is small')
  await isAccessible(t, page, 'the results of a form', look('results'))

  await t.test('and again at no cost', async t => {
    await page.goto(`${url}/application#mood-study/${questionnaire}`)
    await page.reload()
    await heading('Another title')
    await budget.getByText('25 of 50 numbers used.').waitFor()
    await button('Count 11 questions').click()
    await question.getByRole('row', { name: /Several days/ }).waitFor()
    const again = await question
      .getByRole('row', { name: /Several days/ })
      .getByRole('cell')
      .allTextContents()
    t.same(again, [people, range])
    await budget.getByText('25 of 50 numbers used.').waitFor()
  })
})

/** The code under Share in one of its languages. */
const codeIn = async (language: string): Promise<string> => {
  await page.getByRole('radio', { name: language }).check()
  return (await page.locator('.code pre').textContent()) ?? ''
}

t.test('the code under Share reads the responses', { skip: missing('scripts') }, async t => {
  const key = clientKey('RS384')
  await view('Backends')
  await field('Name of the backend').fill('Scripts')
  await field('Public keys').fill(JSON.stringify({ keys: [{ ...key.jwk, kid: 'export-2026' }] }))
  await button('Register the backend').click()
  await text('Registered.')
  await page.goto(`${url}/application#mood-study/forms/${questionnaire}/share`)

  const cwd = t.testdir()
  await writeFile(join(cwd, 'backend.pem'), key.privateKey.export({ type: 'pkcs8', format: 'pem' }))
  await writeFile(join(cwd, 'read.sh'), await codeIn('curl'))
  await run('sh', ['read.sh'], { cwd })
  const table = (await readFile(join(cwd, 'responses.csv'), 'utf8')).trim().split('\r\n')
  t.equal(table.length, 1 + ids.length + 100)
  await isAccessible(t, page, 'the code for a form', look('code'))

  await writeFile(join(cwd, 'read.py'), await codeIn('Python'))
  const { stdout } = await run('python3', ['read.py'], { cwd })
  const lines = stdout.trim().split('\n')
  t.equal(lines.length, ids.length + 100)
  t.ok(lines[0]?.startsWith(`${ids[0]} 20`))
})

t.test('the code of window messages stores a response', async t => {
  await page.goto(`${url}/application#mood-study/forms/${questionnaire}/share`)
  const { item } = phq9Response(questionnaire)
  const body = (await codeIn('Window messages')).replace('item = []', `item = ${JSON.stringify(item)}`)
  await context.route('http://localhost:3000/', route => route.fulfill({ contentType: 'text/html', body }))
  const other = await context.newPage()
  await other.goto('http://localhost:3000/')
  const popup = await popupOf(context, () => press(other, 'Connect'))
  await press(popup, 'Test Wallet')
  await press(other, 'Share the answers')
  await agree(popup, /^Share \d+ answers$/)
  await other.getByText(/^Shared: /).waitFor()
  const [, stored = ''] = (await other.locator('#status').textContent())?.split(': ') ?? []
  t.match(stored, /^[0-9a-f-]{36}$/)
  await popup.close()
  await other.close()
})

t.test('holds the place of what it reads, until it is there or cannot be read', async t => {
  const answer = await hold(page, '**/api/questionnaire?*', route =>
    route.fulfill({ status: 503, json: { code: 'AND_DATABASE_UNAVAILABLE', status: 503, detail: 'x' } }),
  )
  await view('Settings')
  await view('Forms')
  const main = page.getByRole('main')
  await main.locator('.placeholder').first().waitFor()
  t.equal(await main.getByRole('status').filter({ hasText: 'One moment' }).count(), 1)
  await isAccessible(t, page, 'forms that are read', look('awaited'))
  answer()
  await main.getByRole('alert').waitFor()
  t.equal(await main.locator('.placeholder').count(), 0)
  await page.unroute('**/api/questionnaire?*')
  await view('Settings')
  await view('Forms')
  await page.getByRole('link', { name: 'Another title' }).waitFor()
  t.equal(await main.locator('.placeholder').count(), 0)
})

t.test('responses that are awaited have their place, and results do not move', async t => {
  const place = `${url}/application#mood-study/forms/${questionnaire}/results`
  const opened = await context.newPage()
  const answer = await hold(opened, '**/activity?**')
  await opened.goto(place)
  const days = opened.getByRole('region', { name: 'Responses a day' })
  await days.locator('.placeholder').first().waitFor()
  const results = opened.getByRole('region', { name: 'Answers', exact: true })
  const before = await results.boundingBox()
  answer()
  await days.getByRole('img').waitFor()
  t.equal((await results.boundingBox())?.y, before?.y)
  t.equal(await days.locator('.placeholder').count(), 0)

  await opened.route('**/activity?**', route => route.fulfill({ status: 404, body: '' }))
  await opened.reload()
  await results.waitFor()
  await days.waitFor({ state: 'detached' })
  await opened.unroute('**/activity?**')

  const again = await hold(opened, '**/activity?**')
  await opened.goto(`${url}/application#mood-study`)
  await days.locator('.placeholder').first().waitFor()
  again()
  await opened.getByRole('region', { name: 'Latest responses' }).waitFor()
  t.equal(await opened.locator('.placeholder').count(), 0)
  await opened.close()
})

t.test('a wallet controls several applications, in every browser', async t => {
  await view('Forms')
  await page.getByRole('link', { name: 'Another title' }).waitFor()
  await isAccessible(t, page, 'the forms of an application', look('forms'))
  await view('Overview')
  await page.getByRole('link', { name: 'Another title' }).first().waitFor()
  await page.getByRole('region', { name: 'Latest responses' }).waitFor()
  await heading('Who can read')
  await isAccessible(t, page, 'an application in use', look('used'))
  await view('Settings')
  await button('Remove this key from this browser').click()
  await heading('Applications')
  await text('No applications in this browser.')
  await button(/Test Wallet/).click()
  await field('Application id').fill('mood-study')
  await field('Name').fill('Another study')
  await button('Register').click()
  await text('This id is taken by another application.')
  await field('Application id').fill('second-study')
  await button('Register').click()
  await heading('Another study')
  await page.getByRole('link', { name: 'All applications' }).click()
  await button('Find the applications of this wallet').click()
  await text('This wallet controls 2 applications.')
  await isAccessible(t, page, 'the applications of a wallet', look('all'))
  await page.getByRole('link', { name: 'Mood study' }).click()
  await button('Open with this wallet').click()
  await page.getByRole('link', { name: 'Another title' }).first().waitFor()
})

t.test('every view is in the language of the developer, on a narrow screen too', async t => {
  await page.setViewportSize({ width: 320, height: 700 })
  const tabs = ['results', 'responses', 'questions', 'revisions', 'share'].map(
    tab => `/forms/${questionnaire}/${tab}`,
  )
  for (const language of ['ar', 'de'] as const) {
    await page.evaluate("location.hash = '#mood-study/settings'")
    const choice = page.locator('select:has(option[lang=zh])')
    await choice.focus()
    await choice.selectOption(language)
    await page.locator(`html[lang=${language}]`).waitFor()
    t.equal(await page.evaluate('document.activeElement.tagName'), 'SELECT', 'the focus stays')
    for (const path of ['', '/forms', '/forms/new', '/backends', '/settings', ...tabs]) {
      await page.evaluate(`location.hash = '#mood-study${path}'`)
      await page.locator('h1').waitFor()
      if (path.endsWith('/results')) {
        await page.locator('.results .wq-primary').click()
        await page.locator('.distribution').first().waitFor()
      }
      if (path.endsWith('/responses')) {
        await page.locator('.wq-primary:visible').click()
        await page.locator('.response-table').waitFor()
        if (language === 'ar') {
          const from = page.getByRole('group', { name: 'أُرسلت من' })
          await from.getByLabel('يوم').fill('٢')
          await from.getByLabel('الشهر').fill('١٣')
          await from.getByLabel('السنة').fill('٢٠٢٦')
          await page.locator('.wq-primary:visible').click()
          await from.getByText('«أُرسلت من»').waitFor()
          await from.getByLabel('الشهر').fill('١')
          const [read] = await Promise.all([
            page.waitForRequest(/authored=/),
            page.locator('.wq-primary:visible').click(),
          ])
          t.match(read.url(), 'authored=ge2026-01-02', 'in digits of its writing')
        }
      }
      if (path.endsWith('/revisions')) await page.locator('.changes').waitFor()
      if (path.endsWith('/questions')) {
        await write('{ "a": 1, "a": 2, }')
        await page.locator('.findings').waitFor()
        t.equal(
          await page.evaluate(`getComputedStyle(${SHADOW}.querySelector('.cm-content')).direction`),
          'ltr',
        )
      }
      t.same(
        await leftIn(page, language, ['common', 'application', 'revisions', 'flaws']),
        [],
        `${language} ${path}`,
      )
      t.ok((await overhangOf(page)) <= 0, `${language} ${path} fits its window`)
      // Of the writing from right to left: the elements are the same.
      if (language === 'ar') t.same(await violationsIn(page), [], path)
      await look(`${language}${path.replace(/^.*\//, '-')}`)('narrow')
    }
  }
})

t.test('what keys follow from has not left the browser', t => {
  t.ok(signatures.length >= 6)
  t.ok(sent.length > 20)
  for (const signature of new Set(signatures)) t.notOk(sent.some(each => each.includes(signature)))
  t.same(
    complaints.filter(each => !/^Failed to load resource/.test(each)),
    [],
    'and no policy was broken',
  )
  t.end()
})
