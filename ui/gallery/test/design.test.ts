/**
 * The looks of the design: tokens, drawings, controls and contents in three widths, both themes and both directions.
 * `npm run pictures` accepts those of now; look at them before they are committed.
 */
import { readdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import t from 'tap'
import { violationsIn } from '../../../plugins/test/fixtures/accessibility.ts'
import { openGallery } from '../../questionnaire/test/fixtures/browser.ts'
import { demandPictures, drawInOneFont, isAsAccepted } from './fixtures/pictured.ts'

const FOLDER = demandPictures(t, new URL('design/', import.meta.url))

const NARROW = 320
const DESK = 760
const WIDE = 1280

interface Look {
  readonly name: string
  readonly width: number
  readonly dark?: boolean
  readonly lang?: string
}

const LOOKS: readonly Look[] = [
  { name: 'wide', width: WIDE },
  { name: 'desk-dark', width: DESK, dark: true },
  { name: 'narrow-right-to-left', width: NARROW, lang: 'ar' },
]

interface Part {
  readonly name: string
  /** Leads to what is pictured. */
  before?(page: Page): Promise<unknown>
}

const PARTS: readonly Part[] = [
  { name: 'tokens' },
  { name: 'drawings' },
  {
    name: 'controls',
    async before(page) {
      await page.getByRole('button', { name: 'Stop sharing' }).click()
      // Only the keyboard shows the focus.
      await page.keyboard.press('Tab')
    },
  },
  { name: 'contents' },
]

t.test('the design looks as accepted, fits its window, and is accessible', async t => {
  const gallery = await openGallery(t)
  const page = await gallery.open(t, '', { hasWindows: true })
  await drawInOneFont(page)
  for (const part of PARTS)
    for (const { name, width, dark = false, lang = 'en' } of LOOKS)
      await t.test(`${part.name}-${name}`, async t => {
        await page.setViewportSize({ width, height: 640 })
        await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' })
        await gallery.show(page, `part=${part.name}&lang=${lang}${dark ? '&dark' : ''}`, 'design.html')
        await part.before?.(page)
        // The bars at the edges of the window are at those of the page.
        const height = await page.evaluate<number>('document.documentElement.scrollHeight')
        await page.setViewportSize({ width, height })
        await isAsAccepted(t, page, FOLDER, `${part.name}-${name}`)
        t.same(await violationsIn(page), [])
        t.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0)
      })
})

t.test('every accepted picture is compared', t => {
  const names = PARTS.flatMap(part => LOOKS.map(look => `${part.name}-${look.name}.png`))
  t.same(readdirSync(FOLDER).sort(), names.sort())
  t.end()
})
