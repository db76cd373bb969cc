/**
 * A person who hears the pages and uses the keyboard alone: answers a form, shares the answers, also in the page of an
 * application, lets an assistant read, finds everything in their profile; then the application, which reads the answers.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Page } from 'playwright-core'
import t from 'tap'
import { consentAt } from '../../../bench/pages/seeded.ts'
import { temporaryDirectory } from '../../../core/stores/sql/test/fixtures/server.ts'
import { openContext } from '../../../core/test/fixtures/chromium.ts'
import { demand } from '../../../core/test/fixtures/programs.ts'
import {
  createSoftwareWallet,
  deriveApplicationKeypair,
  registerApplication,
  registerQuestionnaire,
  uids,
} from '../../../ui/sdk/index.ts'
import { serve } from '../../index.ts'
import { installWallet } from '../../test/fixtures/browser.ts'
import { copyDeployment } from '../../test/fixtures/deployment.ts'
import {
  faultsOf,
  focusComes,
  heardIn,
  listenIn,
  type Place,
  pageOf,
  saidBy,
  tabTo,
} from '../../test/fixtures/screen-reader.ts'
import { serveFiles } from '../../test/fixtures/study.ts'
import { builtPages } from './fixtures/built.ts'

demand(t, 'chromium')

const data = await temporaryDirectory(t)
const [directory] = await Promise.all([builtPages(), copyDeployment(data)])
const { url, close } = await serve(
  {
    port: 0,
    data,
    log: { level: 'error' },
    plugins: {
      pages: { directory },
      operations: { operatorKey: 'a-synthetic-key-of-an-operator-0123456789' },
    },
  },
  { fastify: { logger: false } },
)
t.teardown(close)

const STUDY = 'http://study.localhost'
/** The example application, on another site. */
const example = await temporaryDirectory(t)
const exampleAt = `http://letters.localhost:${await serveFiles(t, example)}`
const applicationId = 'sleep-study'
const wallet = createSoftwareWallet('6c'.repeat(32))
const derived = await deriveApplicationKeypair(wallet.signFn, wallet.address, applicationId, {
  environment: url,
})
await registerApplication(
  derived.sessionKeyPair,
  { applicationId, name: 'Sleep study', callbackUrls: [`${STUDY}/`, `${exampleAt}/`] },
  wallet,
  url,
)

const control = (code: string) => ({
  url: 'http://hl7.org/fhir/StructureDefinition/questionnaire-itemControl',
  valueCodeableConcept: {
    coding: [{ system: 'http://hl7.org/fhir/questionnaire-item-control', code }],
  },
})
const slider = [
  control('slider'),
  { url: 'http://hl7.org/fhir/StructureDefinition/minValue', valueInteger: 0 },
  { url: 'http://hl7.org/fhir/StructureDefinition/maxValue', valueInteger: 10 },
]
const option = (display: string) => ({ valueCoding: { code: display, display } })
const FORM = {
  resourceType: 'Questionnaire',
  status: 'active',
  title: 'Your sleep',
  item: [
    {
      ...{ linkId: 'night', type: 'group', text: 'Last night' },
      item: [
        {
          ...{ linkId: 'slept', type: 'coding', text: 'How did you sleep?', required: true },
          answerOption: ['Never', 'Sometimes', 'Often', 'Always'].map(option),
        },
        { linkId: 'rested', type: 'integer', text: 'How rested are you?', extension: slider },
      ],
    },
    {
      ...{ linkId: 'more', type: 'group', text: 'More' },
      item: [
        { linkId: 'since', type: 'date', text: 'Since when?' },
        { linkId: 'note', type: 'string', text: 'What else?' },
      ],
    },
  ],
}
const { _id: questionnaire } = await registerQuestionnaire(derived.sessionKeyPair, FORM as never, url)
const LETTERS = {
  resourceType: 'Questionnaire',
  status: 'active',
  title: 'Your nights',
  item: [
    {
      ...{ linkId: 'nights', type: 'group', text: 'How often?', extension: [control('table')] },
      item: ['I wake up early', 'I dream'].map((text, at) => ({
        ...{ linkId: `night-${at}`, type: 'coding', text, required: at === 0 },
        answerOption: ['Never', 'Often'].map(option),
      })),
    },
    { linkId: 'letter', type: 'attachment', text: 'A letter of your doctor' },
  ],
}
const { _id: letters } = await registerQuestionnaire(derived.sessionKeyPair, LETTERS as never, url)

const context = await openContext(t)
await installWallet(context, wallet)
await listenIn(context)
await context.route(`${STUDY}/`, route => route.fulfill({ contentType: 'text/html', body: '<p>A study</p>' }))

const button = (place: Place, name: string | RegExp) => place.getByRole('button', { name })
const heading = (place: Place, name: string | RegExp) =>
  place.getByRole('heading', { level: 1, name }).waitFor()
/** Presses what the keyboard reaches. */
async function press(place: Place, name: string | RegExp): Promise<void> {
  await tabTo(place, button(place, name).or(place.getByRole('link', { name })))
  // A decision takes no key in its first moment.
  await place.locator(':focus:not([aria-disabled=true])').waitFor()
  await pageOf(place).keyboard.press('Enter')
}
const spoken = async (page: Page): Promise<string> =>
  (await heardIn(page)).map(({ role, name, description }) => `${role}: ${name} ${description}`).join('\n')

let response: object

t.test('a form is answered, with an error on the way', async t => {
  const page = await context.newPage()
  await page.goto(`${url}/questionnaire/${questionnaire}`)
  await heading(page, 'Your sleep')
  t.same(faultsOf(await heardIn(page)), [])
  await saidBy(page)
  await press(page, 'Next')
  await page.getByText('There is a problem').waitFor()
  await focusComes(t, page, /^DIV There is a problem/)
  t.same((await saidBy(page)).filter(each => /problem/.test(each)).length, 1, 'once')
  const before = await heardIn(page)
  t.same(faultsOf(before), [])
  t.match(
    before.find(({ role }) => role === 'radiogroup'),
    { name: /^How did you sleep\?/, description: /Error/, states: ['invalid true', 'required true'] },
  )
  await tabTo(page, page.getByRole('link', { name: /How did you sleep/ }))
  await page.keyboard.press('Enter')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await tabTo(page, page.getByRole('slider'))
  await saidBy(page)
  for (let steps = 0; steps < 3; steps++) await page.keyboard.press('ArrowRight')
  t.same(await saidBy(page), [], 'a slider speaks by its value alone')
  t.match(await spoken(page), /slider: How rested are you\? .*0 to 10/)
  await press(page, 'Next')
  const since = page.getByRole('group', { name: 'Since when?' })
  await since.waitFor()
  await focusComes(t, page, 'H1 Your sleep')
  t.same(await saidBy(page), ['Page 2 of 3'])
  t.same((await spoken(page)).match(/Page 2 of 3/g)?.length, 2, 'in the text, and in the announcement')
  for (const [part, digits] of [
    ['Month', '1'],
    ['Day', '2'],
    ['Year', '2026'],
  ] as const) {
    await tabTo(page, since.getByLabel(part))
    await page.keyboard.type(digits)
  }
  await tabTo(page, page.getByLabel('What else?'))
  await page.keyboard.type('Nothing')
  await press(page, 'Check your answers')
  await heading(page, 'Check your answers')
  await focusComes(t, page, 'H1 Check your answers')
  t.same(faultsOf(await heardIn(page)), [])
  await press(page, 'Submit')
  await heading(page, 'These answers are valid')
  response = JSON.parse((await page.textContent('pre')) ?? '')
  t.match(response, {
    item: [
      { item: [{ linkId: 'slept' }, { answer: [{ valueInteger: 3 }] }] },
      { item: [{ answer: [{ valueDate: '2026-01-02' }] }, {}] },
    ],
  })
  await page.close()
})

t.test('the wallet names who asks, for what, and what happened', async t => {
  const study = await context.newPage()
  await study.goto(`${STUDY}/`)
  const opened = context.waitForEvent('page')
  const payload = {
    ...{ applicationId, timestamp: new Date().toISOString(), submission: response },
    schemaId: uids.QuestionnaireResponse,
  }
  const request = JSON.stringify({ type: 'SUBMIT_DATA', id: '1', payload })
  await study.evaluate(`{
    const wallet = open('${url}/wallet-external?applicationId=${applicationId}', 'wallet', 'popup')
    addEventListener('message', ({ data: { type } }) => {
      if (type === 'SESSION_READY') wallet.postMessage(${request}, '${url}')
    })
  }`)
  const page = await opened
  await heading(page, 'Connect your health profile to Sleep study?')
  await button(page, /A new wallet/).waitFor()
  await focusComes(t, page, /^H1 Connect/)
  t.same(faultsOf(await heardIn(page)), [])
  await press(page, /Test Wallet/)
  await heading(page, 'Share these answers with Sleep study?')
  await focusComes(t, page, /^H1 Share/)
  t.same(faultsOf(await heardIn(page)), [])
  t.match(await spoken(page), /4 answers to/)
  await press(page, 'Share 4 answers')
  await heading(page, 'Shared')
  await focusComes(t, page, 'H1 Shared')
  t.same(faultsOf(await heardIn(page)), [])
  await page.close()
  await study.close()
})

async function buildExample(): Promise<void> {
  const environment = {
    VITE_APP_ID: applicationId,
    VITE_API_BASE_URL: url,
    VITE_QUESTIONNAIRE_ID: letters,
  }
  await build({
    entryPoints: [fileURLToPath(new URL('../../../examples/react-app/main.tsx', import.meta.url))],
    ...{ bundle: true, format: 'esm', outdir: example, logLevel: 'silent' },
    ...{ jsx: 'automatic', conditions: ['andiron-source'] },
    define: { 'import.meta.env': JSON.stringify(environment), 'process.env.NODE_ENV': '"production"' },
  })
  await writeFile(
    join(example, 'index.html'),
    '<!doctype html><html lang="en"><title>Nights</title><main id="app"></main><script type="module" src="/main.js"></script>',
  )
}

t.test('an assistant is declined, and another one may read', async t => {
  await context.route('https://assistant.example/**', route =>
    route.fulfill({ contentType: 'text/html', body: '<p>Back</p>' }),
  )
  for (const [name, to] of [
    ['Decline', /error=access_denied/],
    [/used here before/, /code=/],
  ] as const) {
    const page = await context.newPage()
    await page.goto(await consentAt(url))
    await heading(page, 'Let A synthetic assistant read your health profile?')
    await page.getByText('1 answered form').waitFor()
    await focusComes(t, page, /^H1 Let/)
    t.same(faultsOf(await heardIn(page)), [])
    await press(page, name)
    await page.waitForURL(to)
    await page.close()
  }
})

t.test('the profile has it all, and stops sharing', async t => {
  const page = await context.newPage()
  await page.goto(`${url}/profile`)
  await press(page, /used here before/)
  await heading(page, /^Your health$/)
  await focusComes(t, page, 'H1 Your health')
  for (const view of [
    'Measurements',
    'Answers',
    'Documents',
    'Timeline',
    'Activity',
    'Settings',
    'Sharing',
  ]) {
    await page.evaluate(`location.hash = '${view.toLowerCase()}'`)
    await heading(page, view)
    await page
      .getByRole('main')
      .getByRole('status')
      .filter({ hasText: 'moment' })
      .waitFor({ state: 'detached' })
    await focusComes(t, page, `H1 ${view}`)
    t.same(faultsOf(await heardIn(page)), [], view)
  }
  const shared = page.getByRole('switch', { name: 'Share with Sleep study' })
  await tabTo(page, shared)
  await saidBy(page)
  await page.keyboard.press('Space')
  await page.getByText('Sleep study reads nothing from now on.').waitFor()
  t.same(await saidBy(page), ['Signing your decision …', 'Sleep study reads nothing from now on.'])
  t.equal(await shared.and(page.locator(':focus')).count(), 1, 'the focus stays')
  await page.keyboard.press('Space')
  await page.getByText('Sleep study may read your answers again.').waitFor()

  await page.evaluate("location.hash = 'settings'")
  await press(page, 'Remove “This profile” from this device')
  await focusComes(t, page, /^DIV .*Yes, remove it/s)
  await press(page, 'Cancel')
  await focusComes(t, page, /^BUTTON Remove “This profile” from this device$/, 'the focus returns')
  await page.close()
})

t.test('the application finds the response', async t => {
  const page = await context.newPage()
  await page.goto(`${url}/application`)
  await heading(page, 'Applications')
  await button(page, /A new wallet/).waitFor()
  await focusComes(t, page, 'H1 Applications')
  t.same(faultsOf(await heardIn(page)), [])
  await press(page, /Test Wallet/)
  await press(page, 'Find the applications of this wallet')
  await press(page, 'Sleep study')
  await press(page, 'Open with this wallet')
  await page.getByRole('region', { name: 'Latest responses' }).waitFor()
  await focusComes(t, page, 'H1 Sleep study')
  t.same(faultsOf(await heardIn(page)), [], 'overview')
  for (const tab of ['results', 'questions', 'revisions', 'share', 'responses']) {
    await page.evaluate(`location.hash = '#${applicationId}/forms/${questionnaire}/${tab}'`)
    await heading(page, 'Your sleep')
    await page.locator(`a[aria-current=page][href$="/${tab}"]`).waitFor()
    t.same(faultsOf(await heardIn(page), ['questions', 'share'].includes(tab)), [], tab)
  }
  await saidBy(page)
  await press(page, 'Show the responses')
  await page.getByRole('table', { name: 'Responses' }).waitFor()
  await press(page, /^Open .* of person/)
  await page.getByRole('heading', { name: /^Response of/ }).waitFor()
  await focusComes(t, page, /^H2 Response of/)
  t.same(faultsOf(await heardIn(page)), [], 'a response')
  await press(page, 'Close the response')
  await focusComes(t, page, /^BUTTON Open .* of person/, 'the focus returns')
  await page.close()
})

t.test('and the other pages', async t => {
  for (const path of ['/', '/operator']) {
    const page = await context.newPage()
    await page.goto(url + path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    t.same(faultsOf(await heardIn(page)), [], path)
    await page.close()
  }
})

t.test('a grid and a file, with the wallet in the page of the application', async t => {
  const page = await context.newPage()
  await buildExample()
  await page.goto(`${exampleAt}/?mode=iframe`)
  await page.getByRole('radiogroup', { name: 'I wake up early' }).waitFor()
  const heard = await heardIn(page)
  t.same(faultsOf(heard), [])
  t.same(
    heard.filter(({ role }) => role === 'radio').map(({ name, states }) => [name, ...states]),
    [['I wake up early: Never'], ['I wake up early: Often'], ['I dream: Never'], ['I dream: Often']],
    'each choice with its question',
  )
  await tabTo(page, page.getByRole('radio', { name: 'I wake up early: Never' }))
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Tab')
  await focusComes(t, page, /^INPUT I dream: Never$/, 'one stop for each question')
  await page.keyboard.press('Space')

  const choosing = page.waitForEvent('filechooser')
  await tabTo(page, page.getByLabel('A letter of your doctor'))
  await saidBy(page)
  await page.keyboard.press('Space')
  await (await choosing).setFiles({
    ...{ name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear Ada') },
  })
  const frame = await (await page.waitForSelector('dialog iframe')).contentFrame()
  if (frame === null) return t.fail('the dialog has a frame')
  await heading(frame, /^Connect your health profile/)
  await focusComes(t, frame, /^H1 Connect/, 'the focus is in the dialog')
  t.same(faultsOf(await heardIn(frame)), [])
  // Its window remembers the profile of this application, and closes.
  await press(frame, 'Open your wallet')
  await heading(frame, 'Share this file with Sleep study?')
  await focusComes(t, frame, /^H1 Share this file/)
  t.same(faultsOf(await heardIn(frame)), [])
  await press(frame, /^Share/)
  await button(page, /^Remove/).waitFor()
  await focusComes(t, page, /^BUTTON Remove/, 'in the place of the field')
  t.match((await saidBy(page)).join('\n'), 'letter.txt is uploaded.')
  // The example shows the identifier of the profile.
  t.same(faultsOf(await heardIn(page), true), [])

  await press(page, 'Submit')
  await heading(frame, 'Share these answers with Sleep study?')
  await focusComes(t, frame, /^H1 Share these answers/)
  await focusComes(t, page, /^IFRAME/, 'a second time, too')
  await press(frame, /^Share \d+ answers/)
  await heading(page, 'Your answers are in your profile')
  await page.close()
})
