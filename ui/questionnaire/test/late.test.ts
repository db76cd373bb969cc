/** A slow network: what is loaded late takes nothing from the person who is typing. */
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { hold } from '../../../core/test/fixtures/chromium.ts'
import { demand } from '../../../core/test/fixtures/programs.ts'
import { openGallery } from './fixtures/browser.ts'

demand(t, 'chromium')

t.test('a question in use stays the same element, with its focus and its caret', async t => {
  const gallery = await openGallery(t)

  /** Opens a form whose files of this name are held back; the function lets them through and waits for them. */
  async function openHolding(t: Test, query: string, name: RegExp) {
    const page = await gallery.open(t, 'form=phq-9')
    const release = await hold(page, name)
    const requested = page.waitForRequest(name)
    await page.goto(`${page.url().split('?')[0]}?${query}`)
    await requested
    return {
      page,
      async letThrough() {
        const loaded = page.waitForResponse(name)
        release()
        await (await loaded).finished()
      },
    }
  }
  /** Types into a field with the caret before the last letter; the function says what became of it. */
  async function typeInto(page: Page, label: string) {
    const field = page.getByLabel(label).first()
    await field.pressSequentially('abd')
    await field.press('ArrowLeft')
    const element = await field.elementHandle()
    if (element === null) throw new Error(label)
    return async () => {
      await page.keyboard.type('c')
      return element.evaluate(input => {
        const { value, selectionStart, isConnected } = input as HTMLInputElement
        return [value, selectionStart, isConnected, input === document.activeElement]
      })
    }
  }
  const kept = ['abcd', 3, true, true]

  await t.test('when the texts of the language come', async t => {
    const { page, letThrough } = await openHolding(t, 'form=every-type&lang=pt', /\/pt-[^/]*\.js/)
    const after = await typeInto(page, 'What is your name?')
    await letThrough()
    await page.getByRole('button', { name: 'Avançar' }).waitFor()
    t.same(await after(), kept)
  })

  await t.test('when the controls of other questions come', async t => {
    const { page, letThrough } = await openHolding(
      t,
      'form=every-type&cold',
      /\/date-(?!parts|text)[^/]*\.js/,
    )
    const after = await typeInto(page, 'What is your name?')
    await letThrough()
    await page.getByLabel('Month').waitFor()
    t.same(await after(), kept)
  })

  await t.test('when signatures come', async t => {
    const { page, letThrough } = await openHolding(t, 'form=signatures', /\/signature-[^/]*\.js/)
    const after = await typeInto(page, 'Telephone')
    await letThrough()
    await page.locator('.wq-signature').first().waitFor()
    t.same(await after(), kept)
  })

  for (const [label, frame] of [
    ['Time of Breakfast', '.wq-table:not(.wq-matrix)'],
    ['Nickname', '.wq-fold'],
  ] as const)
    await t.test(`when the group of '${label}' is framed anew, it is once the person has left`, async t => {
      const { page, letThrough } = await openHolding(t, 'form=drawn', /\/further-drawing-[^/]*\.js/)
      const after = await typeInto(page, label)
      await letThrough()
      await page.locator('.wq-matrix').waitFor()
      t.same(await after(), kept)
      t.equal(await page.locator(frame).count(), 0)
      await page
        .getByRole('radio', { name: /Reading/ })
        .first()
        .focus()
      await page.locator(frame).waitFor()
      t.equal(await page.getByLabel(label).inputValue(), 'abcd')
    })
})
