/** Forms as pages, on one page, and one question at a time. */
import t from 'tap'
import { demand } from '../../../core/test/fixtures/programs.ts'
import { violationsIn } from '../../../plugins/test/fixtures/accessibility.ts'
import { openGallery, sentOn } from './fixtures/browser.ts'

demand(t, 'chromium')

t.test('a form is presented as the application chooses', async t => {
  const gallery = await openGallery(t)
  const page = await gallery.open(t, 'form=every-type&as=single')
  const questions = page.locator('.wq-question')
  const next = () => page.locator('button.wq-primary').click()

  await t.test('everything on one page', async t => {
    t.equal(await page.locator('progress').count(), 0)
    t.ok(await page.getByLabel('What is your name?').isVisible())
    t.ok(await page.getByRole('textbox', { name: 'What do you weigh?' }).isVisible())
    await next()
    await page.locator('.wq-error-summary').waitFor()
  })

  await t.test('one question at a time, with the title of its group, and back from the review', async t => {
    await gallery.show(page, 'form=blood-pressure&as=steps')
    const asked: string[] = []
    while ((await page.locator('.wq-view').count()) === 0) {
      t.equal(await questions.count(), 1)
      if (asked.length === 0) t.same(await violationsIn(page), [])
      const titles = await page.locator('.wq-group-title').allTextContents()
      asked.push([await questions.getAttribute('data-link-id'), ...titles].join(': '))
      const radios = questions.getByRole('radio')
      if ((await radios.count()) > 0) await radios.last().check()
      else {
        const input = questions.locator('input').first()
        await input.fill((await input.getAttribute('class'))?.includes('wq-part') ? '2026-11-20T08:30' : '80')
      }
      await next()
    }
    t.same(asked, [
      'measured',
      'position',
      'systolic: Blood pressure',
      'diastolic: Blood pressure',
      'pulse',
      'medicine',
    ])
    await page.getByRole('button', { name: /^Change/ }).click()
    t.equal(await questions.getAttribute('data-link-id'), 'measured')
    while ((await page.locator('#sent').count()) === 0) await next()
    t.match(await sentOn(page), {
      item: [{ linkId: 'measured' }, {}, { linkId: 'blood-pressure', item: [{}, {}] }],
    })
  })
})
