/** Regenerates the pictures of `docs/images`: `npx tap --disable-coverage ui/gallery/test/images.ts`. */
import { fileURLToPath } from 'node:url'
import type { BrowserContextOptions, Page } from 'playwright-core'
import t from 'tap'
import { openGallery } from '../../questionnaire/test/fixtures/browser.ts'

interface Picture {
  readonly name: string
  readonly query: string
  readonly options?: BrowserContextOptions
  before?(page: Page): Promise<void>
}

const next = (page: Page) => page.locator('button.wq-primary').click()

const PICTURES: readonly Picture[] = [
  { name: 'light', query: 'form=every-type&state=filled', before: next },
  { name: 'dark', query: 'form=medicines&state=filled&dark', options: { colorScheme: 'dark' } },
  { name: 'right-to-left', query: 'form=rich&lang=ar' },
  {
    name: 'narrow',
    query: 'form=blood-pressure&state=filled',
    options: { viewport: { width: 320, height: 640 } },
  },
  {
    name: 'errors',
    query: 'form=every-type',
    async before(page) {
      await page.getByLabel('What is your postcode?').fill('123')
      await next(page)
    },
  },
  { name: 'read-only', query: 'form=blood-pressure&state=read-only' },
]

t.test('the gallery is pictured', async t => {
  const gallery = await openGallery(t)
  for (const { name, query, options, before } of PICTURES) {
    const page = await gallery.open(t, query, { viewport: { width: 760, height: 600 }, ...options })
    await before?.(page)
    await page.waitForTimeout(200)
    const path = fileURLToPath(new URL(`../../../docs/images/form-${name}.png`, import.meta.url))
    await page.screenshot({ path, fullPage: true })
    await page.context().close()
  }
})
