/** Tabs, themes, and the page of thanks. */
import t from 'tap'
import { demand } from '../../../core/test/fixtures/programs.ts'
import { violationsIn } from '../../../plugins/test/fixtures/accessibility.ts'
import { openGallery } from './fixtures/browser.ts'

demand(t, 'chromium')

t.test('a form has looks of its own', async t => {
  const gallery = await openGallery(t)
  const page = await gallery.open(t, 'form=scales', { reducedMotion: 'reduce' })
  const tab = (name: string) => page.getByRole('tab', { name })

  await t.test('tabs are turned by keyboard, and turn to what is to be corrected', async t => {
    await tab('Saturday').focus()
    await page.keyboard.press('ArrowRight')
    t.equal(await tab('Sunday').getAttribute('aria-selected'), 'true')
    t.equal(await page.evaluate(() => document.activeElement?.textContent), 'Sunday')
    t.ok(await page.getByRole('tabpanel', { name: 'Sunday' }).isVisible())
    t.notOk(await page.getByLabel('When did you get up on Saturday?').isVisible())
    await page.keyboard.press('ArrowRight')
    t.equal(await tab('Saturday').getAttribute('aria-selected'), 'true', 'the first follows the last')
    await page.evaluate(() => {
      document.addEventListener('keydown', ({ key, defaultPrevented }) => {
        if (!defaultPrevented) document.title = `${key} scrolls the page`
      })
    })
    await page.keyboard.press('Home')
    await page.keyboard.press('End')
    t.notMatch(await page.title(), 'scrolls')
    await page.getByLabel('When did you get up on Sunday?').fill('at nine')
    await page.locator('button.wq-primary').click()
    await page.locator('.wq-error-summary').waitFor()
    await page.getByLabel('When did you get up on Saturday?').waitFor()
    t.same(await violationsIn(page), [])
  })

  await t.test('a link of the error summary leads into a tab that is not shown', async t => {
    await gallery.show(page, 'form=scales')
    await tab('Saturday').waitFor()
    await page.locator('button.wq-primary').click()
    await page.locator('.wq-error-summary a', { hasText: 'Sunday' }).click()
    const input = page.getByLabel('When did you get up on Sunday?')
    t.ok(await input.evaluate(element => element === document.activeElement))
    t.equal(await tab('Sunday').getAttribute('aria-selected'), 'true')
  })

  await t.test('every theme has contrast, in light and dark', async t => {
    for (const theme of ['ember', 'sea', 'ink'])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        const dark = colorScheme === 'dark' ? '&dark' : ''
        for (const query of ['form=scales&state=error', 'form=gad-7&state=filled']) {
          await gallery.show(page, `${query}&theme=${theme}${dark}`)
          if (query.includes('error')) await page.locator('.wq-error-summary').waitFor()
          t.same(await violationsIn(page), [], `${theme}, ${colorScheme}: ${query}`)
        }
      }
    await page.emulateMedia({ colorScheme: 'light' })
  })

  await t.test('what was sent is thanked for, where the focus is', async t => {
    await gallery.show(page, 'form=gad-7&state=filled&direct&thanks')
    await page.locator('button.wq-primary').click()
    const thanks = page.getByRole('heading', { name: 'Thank you' })
    await thanks.waitFor()
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1')
    t.equal(await page.getByRole('button').count(), 0, 'nothing is sent twice')
    t.same(await violationsIn(page), [])
  })
})
