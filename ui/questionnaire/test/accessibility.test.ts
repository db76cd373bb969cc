/** Accessibility of every example form in every state: axe, and checks that axe lacks. */
import { createRequire } from 'node:module'
import type { BrowserContextOptions, Page } from 'playwright-core'
import t from 'tap'
import { demand } from '../../../core/test/fixtures/programs.ts'
import { openGallery } from './fixtures/browser.ts'

demand(t, 'chromium')

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

const FORMS = ['phq-9', 'gad-7', 'blood-pressure', 'medicines', 'schlaf', 'every-type']

const STATES: readonly (readonly [string, string, BrowserContextOptions?])[] = [
  ['empty', ''],
  ['filled', '&state=filled'],
  ['error', '&state=error'],
  ['read-only', '&state=read-only'],
  ['dark', '&state=error&dark', { colorScheme: 'dark' }],
  ['right to left', '&state=filled&lang=ar'],
  ['320 pixels', '&state=filled', { viewport: { width: 320, height: 640 } }],
]

interface Judged {
  readonly violations: readonly {
    readonly id: string
    readonly nodes: readonly { readonly html: string }[]
  }[]
}

async function judge(page: Page): Promise<string[]> {
  const { violations } = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<Judged> } }
    return axe.run({ resultTypes: ['violations'] })
  })
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
  )
}

/** Radio buttons and check boxes outside a named group, which axe does not detect. */
const unnamed = (page: Page) =>
  page.evaluate(() => {
    const named = (group: Element | null | undefined) => {
      const legend = group?.querySelector(':scope > legend')?.textContent?.trim()
      return Boolean(legend || group?.getAttribute('aria-label'))
    }
    return [...document.querySelectorAll('input[type=radio], input[type=checkbox]')]
      .filter(input => !named(input.closest('fieldset, [role=radiogroup], [role=group]')))
      .map(input => input.outerHTML)
  })

/** Inputs and buttons, with their labels, that are smaller than a fingertip. */
const small = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.wq-root input, .wq-root select, .wq-root textarea, .wq-root button')]
      .map(control => control.closest('label.wq-choice') ?? control)
      .filter(target => target.getBoundingClientRect().height < 44)
      .map(target => target.outerHTML.slice(0, 120)),
  )

t.test('forms are accessible', async t => {
  const gallery = await openGallery(t)
  for (const [state, query, options] of STATES) {
    await t.test(state, async t => {
      const page = await gallery.open(t, 'form=phq-9', options)
      await page.addInitScript({ path: AXE })
      for (const form of FORMS) {
        await gallery.show(page, `form=${form}${query}`)
        if (query.includes('error')) await page.waitForSelector('.wq-error-summary')
        for (let number = 1; ; number++) {
          const where = `${form}, ${state}, page ${number}`
          t.same(await judge(page), [], where)
          t.same(await unnamed(page), [], `${where}: every group of options is named`)
          t.same(await small(page), [], `${where}: every target is large enough`)
          if (state === '320 pixels') {
            const width = await page.evaluate(() => document.documentElement.scrollWidth)
            t.equal(width, 320, `${where}: nothing is wider than the window`)
          }
          const next = page.locator('button.wq-primary')
          // Completed pages lead to the review; the other states show the first page, where the errors are.
          if (state !== 'filled' || /Submit|Absenden/.test((await next.textContent()) ?? '')) break
          await next.click()
        }
      }
    })
  }

  await t.test('rich texts and consent', async t => {
    for (const query of ['form=rich', 'form=rich&lang=ar', 'form=consent', 'form=computed']) {
      const page = await gallery.open(t, query)
      await page.addScriptTag({ path: AXE })
      t.same(await judge(page), [], query)
    }
  })

  await t.test('shows what is focused, and does without motion for those who ask for that', async t => {
    const page = await gallery.open(t, 'form=phq-9', { reducedMotion: 'reduce' })
    await page.keyboard.press('Tab')
    const { outline, transition } = await page.evaluate(() => {
      const { outlineWidth, outlineStyle, transitionDuration } = getComputedStyle(
        document.activeElement ?? document.body,
      )
      return { outline: `${outlineWidth} ${outlineStyle}`, transition: transitionDuration }
    })
    t.equal(outline, '3px solid')
    t.equal(transition, '0s')
  })
})
