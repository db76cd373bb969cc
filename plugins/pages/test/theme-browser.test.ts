/** The theme of a deployment in a browser: its colours, name, logo and links on every page, and no less accessible. */
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { PHQ_9, responseTo, scoreOf } from '../../../bench/study.ts'
import { openContext, watch } from '../../../core/test/fixtures/chromium.ts'
import { demand } from '../../../core/test/fixtures/programs.ts'
import { isAccessible, violationsIn } from '../../test/fixtures/accessibility.ts'
import { form, gateway, published, registered } from '../../test/fixtures/actors.ts'
import { builtPages } from './fixtures/built.ts'
import { leftIn, overhangOf } from './fixtures/languages.ts'
import { GATEWAY, openWallet, seededPages } from './fixtures/seeded.ts'
import { THEME, themeDirectory, wearTheme } from './fixtures/themed.ts'

demand(t, 'chromium')

const LINKS = ['Privacy', 'Terms of use', 'Legal notice', 'Help']

/** The computed background of an element, as the browser writes it. */
const backgroundOf = (page: Page, selector: string): Promise<string> =>
  page.evaluate(`getComputedStyle(document.querySelector('${selector}')).backgroundColor`)

/** The computed colour of a token. */
const tokenOf = (page: Page, token: string): Promise<string> =>
  page.evaluate(`{
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.setProperty('color', 'var(--${token})')
    const { color } = getComputedStyle(probe)
    probe.remove()
    color
  }`)

const rgb = (hex: string): string =>
  `rgb(${[1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`

async function hasLinks(t: Test, page: Page, name: string): Promise<void> {
  const links = page.locator('.service-links a')
  t.same(await links.allTextContents(), LINKS, name)
  t.same(
    await page.evaluate(
      "[...document.querySelectorAll('.service-links a')].map(link => link.getAttribute('href'))",
    ),
    Object.values(THEME.links),
    name,
  )
}

t.test('every page that needs no profile, under its own policy', async t => {
  const [directory, base] = await Promise.all([builtPages(), themeDirectory(t)])
  const path = (file: string) => fileURLToPath(new URL(file, base))
  const theme = { ...THEME, logo: path(THEME.logo), logoDark: path(THEME.logoDark) }
  const app = await gateway(t, {
    plugins: {
      pages: { directory, theme },
      operations: { operatorKey: 'a-synthetic-key-of-an-operator-0123456789' },
    },
  })
  const { _id } = await published(app, await registered(app), form('every-type'))
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const page = await (await openContext(t)).newPage()
  // Without a network, of which the page tells the person.
  watch(t, page, message => /ERR_INTERNET_DISCONNECTED/.test(message.text()))
  for (const [path, heading, title] of [
    ['/', 'Lindenhof Klinik', 'Lindenhof Klinik'],
    ['/application', 'Applications', 'Applications · Lindenhof Klinik'],
    ['/profile', 'Your health profile', 'Your health profile · Lindenhof Klinik'],
    [`/questionnaire/${_id}`, 'Every type of question', 'Every type of question · Lindenhof Klinik'],
    ['/operator', 'Operator', 'Operator · Lindenhof Klinik'],
  ] as const) {
    await t.test(path.replace(_id, ':id'), async t => {
      await page.goto(origin + path)
      await page.getByRole('heading', { name: heading }).first().waitFor()
      t.equal(await page.title(), title)
      await hasLinks(t, page, path)
      for (const [scheme, accent, ground] of [
        ['light', THEME.colours.accent, THEME.colours.background],
        ['dark', THEME.colours.accentDark, '#14100e'],
      ] as const) {
        await page.emulateMedia({ colorScheme: scheme })
        t.equal(await backgroundOf(page, ':root'), rgb(ground), scheme)
        t.equal(await tokenOf(page, 'accent'), rgb(accent), scheme)
      }
      await page.emulateMedia({ colorScheme: 'light' })
      await isAccessible(t, page, path)
    })
  }

  await t.test('with the logo for light and for dark', async t => {
    await page.goto(origin)
    const logo = page.locator('h1 img')
    await logo.waitFor()
    const shown = (): Promise<string> => page.evaluate("document.querySelector('h1 img').currentSrc")
    const light = await shown()
    t.match(light, /\/assets\/logo-[\w-]+\.svg$/)
    t.equal(await logo.getAttribute('alt'), '', 'its name is beside it')
    t.equal((await logo.boundingBox())?.height, 28)
    const loaded = page.waitForResponse(/\/assets\/logo-/)
    await page.emulateMedia({ colorScheme: 'dark' })
    t.equal((await loaded).status(), 200)
    t.not(await shown(), light)
    await page.emulateMedia({ colorScheme: 'light' })
  })

  await t.test('also from the installed app, without a network', async t => {
    await page.goto(`${origin}/profile`)
    t.equal(await page.evaluate('navigator.serviceWorker.ready.then(({ active }) => active !== null)'), true)
    await page.context().setOffline(true)
    await page.reload()
    t.match(await page.title(), /Lindenhof Klinik$/)
    t.equal(await tokenOf(page, 'accent'), rgb(THEME.colours.accent))
    const logos =
      "Promise.all([...document.querySelectorAll('meta[name=logo]')].map(({ content }) => fetch(content)))"
    t.same(await page.evaluate(`${logos}.then(all => all.map(({ status }) => status))`), [200, 200])
    await page.context().setOffline(false)
  })

  await t.test('with the colours of the person where they force theirs', async t => {
    await page.emulateMedia({ forcedColors: 'active' })
    await page.goto(`${origin}/questionnaire/${_id}`)
    await page.locator('.wq-primary').first().waitFor()
    t.not(await backgroundOf(page, '.wq-primary'), rgb(THEME.colours.accent))
    await page.emulateMedia({ forcedColors: 'none' })
  })
})

t.test('the pages of a person', async t => {
  const pages = await seededPages(t)
  const context = await pages.browser(t)
  await wearTheme(t, context, GATEWAY)

  await t.test('the profile: beside its navigation, and from right to left on a phone', async t => {
    const page = await context.newPage()
    await page.goto(`${GATEWAY}/profile`)
    await page.getByRole('button', { name: 'Test Wallet' }).click()
    await page.getByRole('heading', { level: 1, name: 'Your health', exact: true }).waitFor()
    await page.locator('main svg').first().waitFor()
    t.equal(await page.title(), 'Overview · Your health profile · Lindenhof Klinik')
    await hasLinks(t, page, 'profile')
    await isAccessible(t, page, 'profile')
    await page.setViewportSize({ width: 320, height: 640 })
    await page.evaluate("location.hash = 'settings'")
    await page.getByRole('combobox', { name: 'Language' }).selectOption('ar')
    await page.locator('html[dir=rtl]').waitFor()
    t.same(await leftIn(page, 'ar', ['common']), [])
    t.same(await violationsIn(page), [])
    t.ok((await overhangOf(page)) <= 0, 'it fits its window')
    // The last link is above the tabs at the bottom of the screen.
    await page.evaluate('scrollTo(0, document.body.scrollHeight)')
    const link = await page.locator('.service-links a').last().boundingBox()
    const tabs = await page.locator('.tabs').boundingBox()
    t.ok(link && tabs && link.y + link.height <= tabs.y)
    await page.getByRole('combobox').first().selectOption('en')
    await page.locator('html[dir=ltr]').waitFor()
  })

  await t.test('the consent for an assistant, with its name and its host', async t => {
    const page = await context.newPage()
    await page.goto(await pages.consent())
    await page.getByRole('button', { name: 'Decline' }).waitFor()
    t.match(await page.title(), / · Lindenhof Klinik$/)
    t.match(await page.locator('.service').innerText(), /^Lindenhof Klinik\s+gateway\.localhost/)
    await hasLinks(t, page, 'consent')
    await isAccessible(t, page, 'consent')
    await page.goto(`${GATEWAY}/consent#transaction=none`)
    await page.reload()
    await page.getByRole('alert').waitFor()
    t.match(await page.locator('.service').innerText(), /^Lindenhof Klinik/, 'also where it ends')
    await hasLinks(t, page, 'the end of a sign-in')
  })

  await t.test('and the wallet', async t => {
    const page = await openWallet(context, pages, responseTo(PHQ_9, pages.questionnaire, 5, scoreOf(5)))
    await page.getByRole('button', { name: /Test Wallet/ }).click()
    await page.locator('form dl.three').waitFor()
    await hasLinks(t, page, 'wallet')
    t.equal(await tokenOf(page, 'accent'), rgb(THEME.colours.accent))
    await isAccessible(t, page, 'wallet')
  })
})
