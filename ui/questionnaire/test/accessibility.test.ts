/** Accessibility of every example form in every state: axe, and checks that axe lacks. */
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { demand } from '../../../core/test/fixtures/programs.ts'
import { openGallery } from './fixtures/browser.ts'

demand(t, 'chromium')

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

const FORMS = ['phq-9', 'gad-7', 'blood-pressure', 'medicines', 'schlaf', 'every-type']

/** The rules that depend on the theme, and those that depend on the width: no style changes the elements by width. */
const COLOURS = ['color-contrast', 'link-in-text-block']
const LAYOUT = ['color-contrast', 'scrollable-region-focusable']

interface Judged {
  readonly violations: readonly {
    readonly id: string
    readonly nodes: readonly { readonly html: string }[]
  }[]
}

/** The violations of all rules, or of these. */
async function judge(page: Page, rules?: readonly string[]): Promise<string[]> {
  const { violations } = await page.evaluate(async rules => {
    const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<Judged> } }
    return axe.run({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) })
  }, rules)
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

/** Judges all of a page. */
async function isAccessible(t: Test, page: Page, where: string): Promise<void> {
  t.same(await judge(page), [], where)
  t.same(await unnamed(page), [], `${where}: every group of options is named`)
  t.same(await small(page), [], `${where}: every target is large enough`)
}

t.test('forms are accessible', async t => {
  const gallery = await openGallery(t)
  for (const form of FORMS)
    await t.test(form, async t => {
      // A colour that changes gradually would be judged on its way.
      const page = await gallery.open(t, `form=${form}`, { reducedMotion: 'reduce' })
      await page.addInitScript({ path: AXE })
      await page.addScriptTag({ path: AXE })
      await isAccessible(t, page, 'empty')

      await gallery.show(page, `form=${form}&state=filled`)
      // Completed pages lead to the review; the other states show the first page, where the errors are.
      for (let number = 1; ; number++) {
        await isAccessible(t, page, `filled, page ${number}`)
        await isAccessibleIn320Pixels(t, page, `filled, page ${number}`)
        const next = page.locator('button.wq-primary')
        if (/Submit|Absenden/.test((await next.textContent()) ?? '')) break
        await next.click()
      }

      await gallery.show(page, `form=${form}&state=error`)
      await page.waitForSelector('.wq-error-summary')
      await isAccessible(t, page, 'error')
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.evaluate(() => document.documentElement.classList.add('dark'))
      t.same(await judge(page, COLOURS), [], 'error, dark')
      await page.emulateMedia({ colorScheme: 'light' })

      await gallery.show(page, `form=${form}&state=read-only`)
      await isAccessible(t, page, 'read-only')
      await gallery.show(page, `form=${form}&state=filled&lang=ar`)
      await isAccessible(t, page, 'right to left')
    })

  async function isAccessibleIn320Pixels(t: Test, page: Page, where: string): Promise<void> {
    const size = page.viewportSize()
    await page.setViewportSize({ width: 320, height: 640 })
    t.same(await judge(page, LAYOUT), [], `${where}, 320 pixels`)
    t.same(await small(page), [], `${where}, 320 pixels: every target is large enough`)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    t.equal(width, 320, `${where}: nothing is wider than the window`)
    if (size) await page.setViewportSize(size)
  }

  await t.test('rich texts and consent', async t => {
    const page = await gallery.open(t, 'form=rich')
    await page.addInitScript({ path: AXE })
    for (const query of ['form=rich', 'form=rich&lang=ar', 'form=consent', 'form=computed']) {
      await gallery.show(page, query)
      t.same(await judge(page), [], query)
    }
  })

  await t.test('shows what is focused, and does without motion for those who ask for that', async t => {
    const page = await gallery.open(t, 'form=phq-9', { reducedMotion: 'reduce' })
    await page.keyboard.press('Tab')
    const { outline, transition } = await page.evaluate(() => {
      // The card around a choice has its ring.
      const { outlineWidth, outlineStyle, transitionDuration } = getComputedStyle(
        document.activeElement?.closest('.wq-choice') ?? document.body,
      )
      return { outline: `${outlineWidth} ${outlineStyle}`, transition: transitionDuration }
    })
    t.equal(outline, '3px solid')
    t.equal(transition, '0s')
  })
})
