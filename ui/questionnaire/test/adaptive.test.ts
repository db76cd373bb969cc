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

t.test('a store of drafts that does not answer keeps nobody out', async t => {
  const gallery = await openGallery(t)
  const page = await gallery.open(t, 'form=phq-9')
  await page.clock.install()
  const begin = page.getByRole('button', { name: 'Begin without them' })
  const open = async () => {
    await page.goto(`${page.url().split('?')[0]}?form=adaptive&silent`)
    await page.getByText('Choosing the next question').waitFor()
  }

  await t.test('after a while the person may begin without it', async t => {
    await open()
    t.equal(await begin.count(), 0)
    await page.clock.fastForward(5_000)
    await page.getByRole('alert').getByText('Your earlier answers could not be loaded yet.').waitFor()
    await begin.press('Enter')
    await page.clock.runFor(100)
    await page.getByText('Question 1').waitFor()
    t.equal(await page.evaluate(() => document.activeElement?.tagName), 'H1')
  })

  await t.test('a store that fails is as one without a draft', async t => {
    await open()
    await page.evaluate(() => dispatchEvent(new Event('andiron-draft')))
    await page.clock.runFor(100)
    await page.getByText('Question 1').waitFor()
    t.equal(await begin.count(), 0)
  })

  await t.test('an answer that comes late is still taken', async t => {
    await open()
    await page.clock.fastForward(5_000)
    await begin.focus()
    await page.evaluate(() => dispatchEvent(new Event('andiron-draft')))
    await page.clock.runFor(100)
    await page.getByText('Question 1').waitFor()
    t.equal(await page.evaluate(() => document.activeElement?.tagName), 'H1', 'with the focus of the button')
  })
})
