/** An adaptive form by keyboard. */
import t from 'tap'
import { demand } from '../../../core/test/fixtures/programs.ts'
import { openGallery } from './fixtures/browser.ts'

demand(t, 'chromium')

t.test('the focus is at a question as soon as it is there, so that no key is lost', async t => {
  const gallery = await openGallery(t)
  const page = await gallery.open(t, 'form=adaptive&fails')
  /** The element with the focus at the moment when a text appears, before anything is painted. */
  const focusedWith = (text: string) =>
    page.evaluate(
      text =>
        new Promise<string | undefined>(done => {
          new MutationObserver((_, observer) => {
            if (!document.body.textContent?.includes(text)) return
            observer.disconnect()
            done(document.activeElement?.tagName)
          }).observe(document.body, { subtree: true, childList: true, characterData: true })
        }),
      text,
    )
  const retry = page.getByRole('button', { name: 'Try again' })
  await retry.waitFor()
  const first = focusedWith('Question 1')
  await retry.press('Enter')
  t.equal(await first, 'H1')
  for (const number of [2, 3]) {
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    const next = focusedWith(`Question ${number}`)
    await page.keyboard.press('Enter')
    t.equal(await next, 'H1')
    t.equal(await page.locator('input:checked').count(), 0)
  }
})
