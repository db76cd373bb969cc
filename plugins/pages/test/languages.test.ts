/** The pages in other languages, in a browser: whole, mirrored where the writing is, and nothing in English first. */
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { openContext, watch } from '../../../core/test/fixtures/chromium.ts'
import { demand } from '../../../core/test/fixtures/programs.ts'
import { violationsIn } from '../../test/fixtures/accessibility.ts'
import { gateway, registered } from '../../test/fixtures/actors.ts'
import { builtPages } from './fixtures/built.ts'
import { leftIn, overhangOf } from './fixtures/languages.ts'

demand(t, 'chromium')

const app = await gateway(t, { plugins: { pages: { directory: await builtPages() } } })
const application = await registered(app)
const origin = await app.listen({ port: 0, host: '127.0.0.1' })

const SIGN_IN = {
  client: { id: 'https://claude.example/client', name: 'Claude' },
  redirect: { to: 'claude.example', loopback: false },
  reads: ['your measurements and other health data, the list of your files, and what is in them'],
  claims: {
    ...{ aud: `${origin}/mcp`, nonce: 'q8XbT0x6mQyq0cJ7zqkTtg', scopes: ['read'] },
    ...{ client_id: 'https://claude.example/client', client_name: 'Claude' },
  },
  lifetime: 2_592_000,
}

/** A page of a person who reads a language, 320 pixels wide, with every text that it ever showed. */
async function pageIn(t: Test, locale: string): Promise<Page> {
  const context = await openContext(t, { locale, viewport: { width: 320, height: 700 } })
  await context.addInitScript(SHOWN)
  await context.route('**/authorize/*', route => route.fulfill({ json: SIGN_IN }))
  const page = await context.newPage()
  // The page that opens the window is none of the application's.
  watch(t, page, message => message.text().includes('postMessage'))
  return page
}

const SHOWN = `
  globalThis.shown = new Set()
  new MutationObserver(() => document.body && shown.add(document.body.innerText))
    .observe(document, { childList: true, subtree: true, characterData: true })`

/** True if an icon of the three lines lies on their text. */
const COVERED = `[...document.querySelectorAll('.three > div')].some(line => {
  const icon = line.querySelector('.icon').getBoundingClientRect()
  return [...line.querySelectorAll('dt, dd')].some(text => {
    const range = document.createRange()
    range.selectNodeContents(text.matches('dt') ? text.lastChild : text)
    const box = range.getBoundingClientRect()
    return box.left < icon.right && icon.left < box.right && box.top < icon.bottom && icon.top < box.bottom
  })
})`

const shownBy = (page: Page): Promise<string> => page.evaluate('[...shown].join("\\n")')

async function isWhole(t: Test, page: Page, language: string, dir: 'ltr' | 'rtl'): Promise<void> {
  t.same(await page.evaluate('[document.documentElement.lang, document.documentElement.dir]'), [
    language,
    dir,
  ])
  t.same(await violationsIn(page), [])
  t.ok((await overhangOf(page)) <= 0, 'no horizontal scroll')
}

t.test('a person who reads Arabic decides in Arabic, from right to left', async t => {
  const page = await pageIn(t, 'ar-EG')
  await page.goto(`${origin}/consent#transaction=x`)
  await page.getByRole('heading', { name: 'هل تسمح لـ Claude بقراءة ملفك الصحي؟' }).waitFor()
  await page.getByText('قياساتك وبياناتك الصحية الأخرى وقائمة ملفاتك وما فيها').waitFor()
  await page.getByRole('button', { name: /^هذا المتصفح/ }).waitFor()
  await isWhole(t, page, 'ar', 'rtl')
  t.notMatch(await shownBy(page), /One moment|Decline|health profile/)
  for (const begins of ['.mark', '.three .icon'])
    t.ok(((await page.locator(begins).first().boundingBox())?.x ?? 0) > 160, `${begins} is at the right`)
  t.equal(await page.evaluate(COVERED), false, 'no icon lies on a text')

  await t.test('and chooses German, which stays', async t => {
    await page.getByRole('combobox').selectOption('de')
    await page.getByRole('heading', { name: 'Darf Claude Ihr Gesundheitsprofil lesen?' }).waitFor()
    t.equal(await page.title(), 'Darf ein Programm Ihr Gesundheitsprofil lesen?')
    await isWhole(t, page, 'de', 'ltr')
    await page.reload()
    await page.getByRole('button', { name: 'Ablehnen' }).waitFor()
    await isWhole(t, page, 'de', 'ltr')
  })
})

t.test('what a deployment offers is told in Arabic and German', async t => {
  const page = await pageIn(t, 'ar')
  await page.goto(`${origin}/`)
  await page.getByRole('link', { name: 'للتطبيقات' }).waitFor()
  await isWhole(t, page, 'ar', 'rtl')
  t.notMatch(await shownBy(page), /One moment|Language/)
  await page.getByRole('combobox').selectOption('de')
  await page.getByRole('link', { name: 'Für Anwendungen' }).waitFor()
  await isWhole(t, page, 'de', 'ltr')
  t.same(await leftIn(page, 'de', ['common', 'home']), [])
})

t.test('the console has the sentence of an error, and quotes the service where there is none', async t => {
  const page = await (await pageIn(t, 'de-AT')).context().newPage()
  await page.goto(`${origin}/application#no-such-application`)
  const alert = page.getByRole('alert')
  await alert.getByText('Diese Anwendung gibt es hier nicht.').waitFor()
  await page.route('**/api/application/another-one*', route =>
    route.fulfill({
      ...{ status: 418, contentType: 'application/problem+json' },
      json: { type: 'about:blank', title: 'x', status: 418, code: 'AND_TEAPOT', detail: 'This is a teapot' },
    }),
  )
  await page.evaluate("location.hash = '#another-one'")
  await alert.getByText('Meldung des Dienstes:').waitFor()
  t.same(await alert.locator('[lang=en]').allTextContents(), ['This is a teapot.'])
  t.same(await violationsIn(page), [])
})

t.test('a window of the wallet asks in the language of the person', async t => {
  const page = await pageIn(t, 'de-AT')
  await page.goto(`${origin}/`)
  const [popup] = await Promise.all([
    page.context().waitForEvent('page'),
    page.evaluate(`void open('${origin}/wallet-external?applicationId=${application.applicationId}')`),
  ])
  await popup.setViewportSize({ width: 320, height: 700 })
  await popup.getByRole('heading', { name: /^Ihr Gesundheitsprofil mit .+ verbinden\?$/ }).waitFor()
  await popup.getByRole('button', { name: /Dieser Browser/ }).click()
  await popup.getByRole('heading', { name: 'Ein neues Profil anlegen?' }).waitFor()
  await isWhole(t, popup, 'de', 'ltr')

  await t.test('and says an error by its code', async t => {
    const lost = await page.context().newPage()
    await lost.goto(`${origin}/wallet-external?applicationId=unknown`)
    await lost.getByRole('alert').getByText('Diese Seite wird von Anwendungen geöffnet').waitFor()
    await lost.getByRole('combobox').selectOption('zh')
    await lost.getByRole('alert').getByText('此页面由向您的档案保存数据的应用打开。').waitFor()
    t.equal(await lost.title(), '您的健康档案')
  })
})
