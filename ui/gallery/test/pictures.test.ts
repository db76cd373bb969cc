/**
 * The looks of the forms: each picture is compared with the accepted one. `npm run pictures` accepts those of now; look
 * at them before they are committed.
 */
import { readdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import t from 'tap'
import { openGallery } from '../../questionnaire/test/fixtures/browser.ts'
import { demandPictures, drawInOneFont, isAsAccepted } from './fixtures/pictured.ts'

const FOLDER = demandPictures(t, new URL('pictures/', import.meta.url))

const PHONE = 360
const DESK = 760
const WIDE = 1280

interface Picture {
  readonly name: string
  readonly query: string
  readonly width?: number
  readonly dark?: boolean
  readonly forced?: boolean
  /** Leads to what is pictured. */
  before?(page: Page): Promise<unknown>
}

const next = (page: Page) => page.locator('button.wq-primary').click()
const review = async (page: Page) => {
  while ((await page.locator('.wq-view').count()) === 0) await next(page)
}
const fail = (page: Page) => page.waitForSelector('.wq-error-summary')

/** Waits for the date that follows from another. */
const computed = (page: Page) =>
  page.locator('[data-link-id=copy] .wq-year').and(page.locator('[value="2026"]')).waitFor()

const PICTURES: readonly Picture[] = [
  { name: 'scale-empty', query: 'form=gad-7', width: WIDE },
  { name: 'scale-filled-phone', query: 'form=gad-7&state=filled', width: PHONE },
  { name: 'scale-filled-dark', query: 'form=gad-7&state=filled', dark: true },
  { name: 'scale-errors', query: 'form=gad-7&state=error', before: fail },
  { name: 'texts', query: 'form=every-type&state=filled' },
  {
    name: 'texts-errors-phone-dark',
    query: 'form=every-type&state=error',
    width: PHONE,
    dark: true,
    before: fail,
  },
  { name: 'numbers', query: 'form=every-type&state=filled', before: next },
  {
    name: 'numbers-phone-dark',
    query: 'form=every-type&state=filled',
    width: PHONE,
    dark: true,
    before: next,
  },
  {
    name: 'choices',
    query: 'form=every-type&state=filled',
    before: async page => next(page).then(() => next(page)),
  },
  {
    name: 'choices-phone',
    query: 'form=every-type&state=filled',
    width: PHONE,
    before: async page => next(page).then(() => next(page)),
  },
  { name: 'review', query: 'form=every-type&state=filled', before: review },
  {
    name: 'review-phone-dark',
    query: 'form=every-type&state=filled',
    width: PHONE,
    dark: true,
    before: review,
  },
  { name: 'read-only', query: 'form=every-type&state=read-only' },
  { name: 'dates', query: 'form=dated&state=filled&lang=fr', width: WIDE, before: computed },
  { name: 'dates-dark', query: 'form=dated&state=filled&lang=en', dark: true, before: computed },
  { name: 'dates-right-to-left', query: 'form=dated&state=filled&lang=ar', before: computed },
  {
    name: 'dates-errors-phone',
    query: 'form=dated&state=filled&lang=de',
    width: 320,
    async before(page) {
      await computed(page)
      await page.getByLabel('Monat').first().fill('13')
      await page.getByLabel('Jahr').nth(1).fill('2019')
      await next(page)
      await fail(page)
    },
  },
  { name: 'repeats', query: 'form=medicines&state=filled' },
  { name: 'repeats-phone-dark', query: 'form=medicines&state=filled', width: PHONE, dark: true },
  { name: 'parts', query: 'form=scales', width: WIDE },
  { name: 'parts-phone-errors', query: 'form=scales&state=error', width: PHONE, before: fail },
  { name: 'parts-right-to-left', query: 'form=scales&lang=ar' },
  { name: 'parts-right-to-left-phone-dark', query: 'form=scales&lang=ar', width: PHONE, dark: true },
  { name: 'parts-sea', query: 'form=scales&theme=sea' },
  { name: 'parts-sea-dark', query: 'form=scales&theme=sea', dark: true },
  { name: 'parts-ink', query: 'form=scales&theme=ink' },
  { name: 'parts-ink-dark', query: 'form=scales&theme=ink', dark: true },
  { name: 'parts-forced-colors', query: 'form=scales', forced: true },
  {
    name: 'parts-chosen',
    query: 'form=scales',
    async before(page) {
      await page.getByRole('radio', { name: '6' }).check()
      await page
        .getByRole('spinbutton')
        .or(page.getByRole('textbox', { name: 'How loud was it?' }))
        .fill('40')
      await page.getByRole('radio', { name: 'Yes' }).check()
      await page.getByRole('tab', { name: 'Sunday' }).click()
      await page.getByRole('radio', { name: 'Often' }).focus()
      await page.keyboard.press('Space')
    },
  },
  { name: 'tables', query: 'form=drawn' },
  { name: 'tables-phone', query: 'form=drawn', width: PHONE },
  { name: 'tables-dark', query: 'form=drawn', dark: true },
  { name: 'rich-right-to-left-phone', query: 'form=rich&lang=ar', width: PHONE },
  { name: 'one-question', query: 'form=blood-pressure&as=steps&state=filled', width: PHONE, before: next },
  { name: 'consent', query: 'form=consent', width: PHONE },
  {
    name: 'thanks',
    query: 'form=gad-7&state=filled&direct&thanks',
    width: PHONE,
    before: async page => next(page).then(() => page.waitForSelector('.wq-success')),
  },
]

t.test('the forms look as accepted', async t => {
  const gallery = await openGallery(t)
  const page = await gallery.open(t, '', { hasWindows: true, reducedMotion: 'reduce' })
  await drawInOneFont(page, '.wq-group { content-visibility: visible !important; }')
  for (const { name, query, width = DESK, dark = false, forced = false, before } of PICTURES)
    await t.test(name, async t => {
      await page.setViewportSize({ width, height: 640 })
      await page.emulateMedia({
        colorScheme: dark ? 'dark' : 'light',
        forcedColors: forced ? 'active' : 'none',
      })
      await gallery.show(page, `${query}${dark ? '&dark' : ''}`)
      await before?.(page)
      await isAsAccepted(t, page, FOLDER, name)
    })
})

t.test('every accepted picture is compared', t => {
  const names = readdirSync(FOLDER)
  t.same(names.sort(), PICTURES.map(({ name }) => `${name}.png`).sort())
  t.end()
})
