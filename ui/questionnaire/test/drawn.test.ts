/**
 * Tables, folded groups, media, prefixes, labels and styles: loaded on demand, accessible, and without inline styles.
 */
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import t from 'tap'
import { demand } from '../../../core/test/fixtures/programs.ts'
import { openGallery } from './fixtures/browser.ts'

demand(t, 'chromium')

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** The violations of all rules. */
const judge = async (page: Page): Promise<string[]> => {
  const { violations } = await page.evaluate(() => {
    const { axe } = globalThis as unknown as {
      axe: {
        run(options: object): Promise<{
          violations: { id: string; nodes: { html: string }[] }[]
        }>
      }
    }
    return axe.run({ resultTypes: ['violations'] })
  })
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
  )
}

/** The names of elements with a role as a screen reader hears them, and that they are required. */
async function heardOf(page: Page, role: string, name: RegExp) {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  return nodes
    .filter(each => each.role?.value === role && name.test(each.name?.value))
    .map(each => [each.name?.value, each.properties?.find(({ name }) => name === 'required')?.value.value])
}

t.test('draws what the extensions of a form say', async t => {
  const gallery = await openGallery(t)
  const page = await gallery.open(t, 'form=drawn', { reducedMotion: 'reduce' })
  await page.waitForSelector('table')
  await page.getByRole('radio', { name: 'First' }).waitFor()
  await page.addScriptTag({ path: AXE })
  t.same(await judge(page), [])

  t.equal(await page.locator('table').count(), 2, 'a table of options and a grid')
  await page.getByRole('radio', { name: 'Reading: Option 2' }).check()
  t.ok(await page.getByRole('radio', { name: 'Reading: Option 2' }).isChecked())
  t.same(
    await heardOf(page, 'radiogroup', /Reading|Walking/),
    [
      ['Reading (required)', true],
      ['Walking', false],
    ],
    'a row is a group that says that it is required',
  )
  await page.getByLabel('Time of Dinner').fill('19:00')
  t.ok(await page.getByText('1) ', { exact: false }).first().isVisible(), 'the prefix of an option')
  t.ok(await page.getByText('Another one').isVisible(), 'the label of free text')
  t.equal(await page.getByRole('img', { name: 'A dot' }).count(), 1)
  t.equal(
    await page.getByRole('link', { name: 'About dots' }).getAttribute('href'),
    'https://example.org/dots',
  )
  t.ok(await page.getByRole('link', { name: 'https://example.org/help' }).isVisible())
  const looks = await page.evaluate(() => {
    const label = [...document.querySelectorAll<HTMLElement>('legend span')].find(each =>
      each.textContent?.includes('Which one'),
    )
    const { fontWeight, backgroundImage, position } = getComputedStyle(label as HTMLElement)
    return { fontWeight, backgroundImage, position }
  })
  t.same(looks, { fontWeight: '700', backgroundImage: 'none', position: 'static' })

  t.notOk(await page.getByLabel('Nickname').isVisible(), 'folded')
  await page.locator('button.wq-primary').click()
  await page.waitForSelector('.wq-error-summary')
  t.ok(await page.getByLabel('Nickname').isVisible(), 'unfolds where something is to be corrected')
  t.same(await judge(page), [], 'with errors')

  await page.setViewportSize({ width: 320, height: 640 })
  t.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320)
})
