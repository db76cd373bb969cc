/**
 * The looks of the pages: each picture is compared with the accepted one. `npm run pictures` accepts those of now; look
 * at them before they are committed.
 */
import { readdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import t from 'tap'
import { PHQ_9, responseTo, scoreOf } from '../../../bench/study.ts'
import { demandPictures, drawInOneFont, isAsAccepted } from '../../../ui/gallery/test/fixtures/pictured.ts'
import { GATEWAY, openWallet, seededPages } from './fixtures/seeded.ts'
import { showDocument, showOperator } from './fixtures/shown.ts'
import { type Console, openStudy, seedStudy, showConsole } from './fixtures/sleep-study.ts'
import { wearTheme } from './fixtures/themed.ts'

const FOLDER = demandPictures(t, new URL('pictures/', import.meta.url))

const PHONE = 360
const DESK = 1024
const HEIGHT = 780

const pages = await seededPages(t)
const study = await seedStudy(pages)

interface Picture {
  readonly name: string
  readonly dark?: boolean
  readonly width?: number
  /** Shows what is pictured. */
  show(page: Page): Promise<unknown>
}

/** A view of the profile, by the title of it or of something in it. */
const view =
  (hash: string, text: string): Picture['show'] =>
  async page => {
    await page.evaluate(`location.hash = '${hash}'`)
    await page.locator('main').getByText(text).first().waitFor()
  }

const go =
  (path: string, text: string): Picture['show'] =>
  async page => {
    await page.goto(GATEWAY + path)
    await page.getByText(text).first().waitFor()
  }

/** Also when the scripts have come. */
const choose: Picture['show'] = async page => {
  await go('/profile', 'Test Wallet')(page)
  await page.locator('.choice:enabled').first().waitFor()
}

const open =
  (name: string, title: string): Picture['show'] =>
  async page => {
    await page.goto(`${GATEWAY}/profile`)
    await page.getByRole('button', { name }).click()
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
    await page.locator('main svg').first().waitFor()
  }

const openAnswers: Picture['show'] = async page => {
  await view('answers', 'PHQ-9')(page)
  await page.locator('summary').first().click()
}

const measurement: Picture['show'] = async page => {
  await view('measurements', 'PHQ-9')(page)
  await page.getByRole('link', { name: /PHQ-9/ }).click()
  await page.getByText('As submitted').last().waitFor({ state: 'attached' })
}

const form: Picture['show'] = page => go(`/questionnaire/${pages.questionnaire}`, 'Not at all')(page)

const UNKNOWN_FORM = '/questionnaire/00000000-0000-4000-8000-000000000000'
const UNKNOWN_CLIENT = '/authorize?client_id=unknown'

const FIRST = [
  { name: 'home', show: go('/', 'For applications') },
  { name: 'application-phone-dark', width: PHONE, dark: true, show: go('/application', 'Test Wallet') },
  { name: 'profile-choice', show: choose },
  { name: 'profile-choice-phone-dark', width: PHONE, dark: true, show: choose },
  { name: 'overview', show: open('Test Wallet', 'Your health') },
  { name: 'overview-phone-dark', width: PHONE, dark: true, show: view('overview', 'Trends') },
  { name: 'measurements-dark', dark: true, show: view('measurements', 'Body weight') },
  { name: 'answers-phone', width: PHONE, show: view('answers', 'PHQ-9') },
  { name: 'timeline-phone-dark', width: PHONE, dark: true, show: view('timeline', 'Body weight') },
  { name: 'sharing', show: view('sharing', 'Synthetic mood study') },
  { name: 'settings-phone', width: PHONE, show: view('settings', 'Name of this profile') },
  { name: 'answers-open', show: openAnswers },
  { name: 'measurement', show: measurement },
  { name: 'measurement-phone-dark', width: PHONE, dark: true, show: measurement },
  { name: 'operator-key-phone', width: PHONE, show: go('/operator', 'Key of the operator') },
  { name: 'operator', show: showOperator },
  { name: 'operator-phone-dark', width: PHONE, dark: true, show: () => Promise.resolve() },
  { name: 'form', show: form },
  { name: 'form-dark', dark: true, show: form },
  { name: 'form-phone', width: PHONE, show: form },
  { name: 'form-unknown-phone-dark', width: PHONE, dark: true, show: go(UNKNOWN_FORM, 'no such form') },
  { name: 'sign-in-error-phone', width: PHONE, show: go(UNKNOWN_CLIENT, 'cannot continue') },
] as const satisfies readonly Picture[]

const NARROW = 320

const NARROWEST = [
  { name: 'narrow-overview', width: NARROW, show: open('Test Wallet', 'صحتك') },
  { name: 'narrow-timeline-dark', width: NARROW, dark: true, show: view('timeline', 'ضغط الدم') },
] as const satisfies readonly Picture[]

const EMPTY = [
  { name: 'empty-answers-phone', width: PHONE, show: view('answers', 'not answered') },
  { name: 'empty-documents-phone-dark', width: PHONE, dark: true, show: view('documents', 'no files') },
  { name: 'empty-activity', show: view('activity', 'Nobody') },
] as const satisfies readonly Picture[]

const draw = async (page: Page, { width = DESK, dark = false, show }: Picture) => {
  await page.setViewportSize({ width, height: HEIGHT })
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' })
  await show(page)
}

t.test('the pages look as accepted', async t => {
  const context = await pages.browser(t)
  await drawInOneFont(context)
  const page = await context.newPage()
  for (const picture of FIRST)
    await t.test(picture.name, async t => {
      await draw(page, picture)
      await isAsAccepted(t, page, FOLDER, picture.name, false)
    })

  await t.test('consent-phone', async t => {
    const address = await pages.consent()
    await draw(page, { name: '', width: PHONE, show: page => page.goto(address) })
    await page.getByRole('button', { name: 'Decline' }).waitFor()
    await page.getByText('6 answered forms').waitFor()
    await isAsAccepted(t, page, FOLDER, 'consent-phone', false)
  })
  await t.test('consent-dark', async t => {
    await draw(page, { name: '', dark: true, show: () => Promise.resolve() })
    await isAsAccepted(t, page, FOLDER, 'consent-dark', false)
  })
})

const response = responseTo(PHQ_9, pages.questionnaire, 5, scoreOf(5))

t.test('and the wallet, from left to right and from right to left', async t => {
  for (const [locale, name] of [
    ['en-US', 'wallet'],
    ['ar-EG', 'wallet-right-to-left'],
  ] as const) {
    const context = await pages.browser(t, { locale })
    await drawInOneFont(context)
    const page = await openWallet(context, pages, response)
    await page.getByRole('button', { name: /Test Wallet/ }).waitFor()
    await t.test(`${name}-choice`, async t => {
      await draw(page, { name, width: 640, show: () => Promise.resolve() })
      await isAsAccepted(t, page, FOLDER, `${name}-choice`, false)
    })
    await page.getByRole('button', { name: /Test Wallet/ }).click()
    await page.locator('form dl.three').waitFor()
    for (const dark of [false, true]) {
      const picture = `${name}-decision${dark ? '-phone-dark' : ''}`
      await t.test(picture, async t => {
        await draw(page, { name, dark, width: dark ? PHONE : 640, show: () => Promise.resolve() })
        await isAsAccepted(t, page, FOLDER, picture, false)
      })
    }
  }
})

t.test('and a profile on the narrowest phone, from right to left', async t => {
  const context = await pages.browser(t, { locale: 'ar-EG' })
  await drawInOneFont(context)
  const page = await context.newPage()
  for (const picture of NARROWEST)
    await t.test(picture.name, async t => {
      await draw(page, picture)
      await isAsAccepted(t, page, FOLDER, picture.name, false)
    })
})

t.test('and a profile without contents', async t => {
  const context = await pages.browser(t)
  await drawInOneFont(context)
  const page = await context.newPage()
  await page.goto(`${GATEWAY}/profile`)
  await page.getByRole('button', { name: /This browser/ }).click()
  await page.getByRole('button', { name: 'Make a new, empty profile' }).click()
  for (const picture of EMPTY)
    await t.test(picture.name, async t => {
      await draw(page, picture)
      await isAsAccepted(t, page, FOLDER, picture.name, false)
    })
})

const inConsole =
  (view: keyof Console): Picture['show'] =>
  page =>
    showConsole(page, study.form)[view]()
const unchanged: Picture['show'] = () => Promise.resolve()

/** The sheet with the font of pictures does not reach into a shadow. */
const editor: Picture['show'] = async page => {
  await inConsole('editor')(page)
  // Until then, a plain field takes the text.
  await page.locator('.editor .where').waitFor()
  await page.evaluate(
    `void document.querySelector('.editor > div').shadowRoot.adoptedStyleSheets.push(document.adoptedStyleSheets.at(-1))`,
  )
}

const CONSOLE = [
  { name: 'console-overview', show: inConsole('overview') },
  { name: 'console-overview-phone-dark', width: PHONE, dark: true, show: unchanged },
  { name: 'console-results', show: inConsole('results') },
  { name: 'console-results-phone', width: PHONE, show: inConsole('resultsAgain') },
  { name: 'console-responses', show: inConsole('responses') },
  { name: 'console-response-phone-dark', width: PHONE, dark: true, show: inConsole('response') },
  { name: 'console-question', show: inConsole('question') },
  { name: 'console-question-phone-dark', width: PHONE, dark: true, show: unchanged },
  { name: 'console-insight', show: inConsole('insight') },
  { name: 'console-insight-phone', width: PHONE, show: inConsole('insightAgain') },
  { name: 'console-subscriptions', show: inConsole('subscriptions') },
  { name: 'console-subscriptions-phone-dark', width: PHONE, dark: true, show: unchanged },
  { name: 'console-editor-dark', dark: true, show: editor },
  { name: 'console-revisions', show: inConsole('revisions') },
  { name: 'console-right-to-left', width: NARROW, show: inConsole('rightToLeft') },
] as const satisfies readonly Picture[]

t.test('and the console of an application', async t => {
  const context = await pages.browser(t)
  // The letters of a bar keep the fraction of a pixel by which the page was scrolled when they were first drawn.
  await drawInOneFont(
    context,
    `@media (width >= ${DESK}px) { .side-content { position: fixed; inline-size: calc(15.5rem - 1px); } }`,
  )
  await study.browser(context)
  const page = await context.newPage()
  await openStudy(page)
  for (const picture of CONSOLE)
    await t.test(picture.name, async t => {
      await draw(page, picture)
      await isAsAccepted(t, page, FOLDER, picture.name, false)
    })
})

/** The end of the page, where the links of the deployment are. */
const toEnd =
  (show: Picture['show']): Picture['show'] =>
  async page => {
    await show(page)
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
  }

const THEMED = [
  { name: 'theme-overview', show: open('Test Wallet', 'Your health') },
  { name: 'theme-overview-end', show: toEnd(view('overview', 'Trends')) },
  { name: 'theme-overview-phone-dark', width: PHONE, dark: true, show: toEnd(view('overview', 'Trends')) },
  { name: 'theme-home-dark', dark: true, show: toEnd(go('/', 'For applications')) },
] as const satisfies readonly Picture[]

const DOCUMENTS = [
  { name: 'documents', show: showDocument },
  { name: 'documents-phone-dark', width: PHONE, dark: true, show: () => Promise.resolve() },
] as const satisfies readonly Picture[]

t.test('and with a theme', async t => {
  const context = await pages.browser(t)
  await drawInOneFont(context)
  await wearTheme(t, context, GATEWAY)
  const page = await context.newPage()
  for (const picture of THEMED)
    await t.test(picture.name, async t => {
      await draw(page, picture)
      await isAsAccepted(t, page, FOLDER, picture.name, false)
    })
  await t.test('theme-consent', async t => {
    const address = await pages.consent()
    await draw(page, { name: '', width: 640, show: page => page.goto(address) })
    await page.getByRole('button', { name: 'Decline' }).waitFor()
    await page.getByText('6 answered forms').waitFor()
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
    await isAsAccepted(t, page, FOLDER, 'theme-consent', false)
  })
})

// The last: it adds to the records of the person.
t.test('and a file that is looked at', async t => {
  const context = await pages.browser(t)
  await drawInOneFont(context)
  const page = await context.newPage()
  await open('Test Wallet', 'Your health')(page)
  for (const picture of DOCUMENTS)
    await t.test(picture.name, async t => {
      await draw(page, picture)
      await isAsAccepted(t, page, FOLDER, picture.name, false)
    })
})

t.test('every accepted picture is compared', t => {
  const wallets = ['wallet', 'wallet-right-to-left'].flatMap(name =>
    ['choice', 'decision', 'decision-phone-dark'].map(what => `${name}-${what}`),
  )
  const drawn = [...FIRST, ...NARROWEST, ...EMPTY, ...CONSOLE, ...THEMED, ...DOCUMENTS].map(
    ({ name }) => name,
  )
  const compared = [...drawn, 'consent-phone', 'consent-dark', 'theme-consent', ...wallets]
  t.same(readdirSync(FOLDER).sort(), compared.map(name => `${name}.png`).sort())
  t.end()
})
