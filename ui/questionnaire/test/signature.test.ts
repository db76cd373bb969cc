/** Signatures: typed, drawn, removed by a change, and shown as they were given. */
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import t from 'tap'
import { demand } from '../../../core/test/fixtures/programs.ts'
import { openGallery, saidOn, sentOn } from './fixtures/browser.ts'

demand(t, 'chromium')

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** The violations of all rules. */
async function judge(page: Page): Promise<string[]> {
  const { violations } = await page.evaluate(() => {
    const { axe } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
    }
    return axe.run({ resultTypes: ['violations'] })
  })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

/** The signature of an item by the text of the part, or of the whole form. */
const part = (page: Page, words: string) => page.locator('.wq-signature', { hasText: words })

t.test('a form is signed by keyboard and by pointer', async t => {
  const gallery = await openGallery(t)
  const page = await gallery.open(t, 'form=signatures', { reducedMotion: 'reduce' })
  await page.addScriptTag({ path: AXE })
  const terms = part(page, 'I have read')
  const contact = part(page, 'Whom we may call 1')
  await terms.waitFor()
  t.same(await judge(page), [])

  await page.locator('button.wq-primary').click()
  t.match(await page.locator('.wq-error-summary').textContent(), /I have read.*Whom we may call/)
  t.same(await judge(page), [], 'with errors')

  await terms.getByRole('button', { name: 'Sign', exact: true }).click()
  t.ok(await terms.getByText('Type your full name to sign.').isVisible())
  const name = terms.getByLabel('Your full name')
  t.ok(await name.evaluate(input => input === document.activeElement))
  await page.keyboard.type('Ada Beispiel')
  await page.keyboard.press('Enter')
  await terms.getByText('Signed by Ada Beispiel on ').waitFor()
  t.match(await page.evaluate(() => document.activeElement?.textContent), 'Signed by Ada Beispiel')
  t.notMatch(await page.locator('.wq-error-summary').textContent(), 'I have read')

  await page.getByLabel('Telephone').fill('123')
  await contact.getByLabel('Your full name').fill('Ada Beispiel')
  const pad = contact.getByRole('img')
  await pad.scrollIntoViewIfNeeded()
  const box = await pad.boundingBox()
  if (box === null) throw new Error('no pad')
  const draw = async () => {
    await page.mouse.move(box.x + 20, box.y + 60)
    await page.mouse.down()
    await page.mouse.move(box.x + 120, box.y + 30, { steps: 5 })
    await page.mouse.move(box.x + box.width + 500, box.y + 90, { steps: 5 })
    await page.mouse.up()
    await page.mouse.move(box.x + 200, box.y + 20)
  }
  await draw()
  await contact.getByRole('button', { name: 'Clear the drawing' }).click()
  t.equal(await pad.locator('path').nth(1).getAttribute('d'), '')
  await draw()
  await contact.getByRole('button', { name: 'Sign', exact: true }).click()
  const picture = contact.getByRole('img', { name: 'Drawn signature of Ada Beispiel' })
  await picture.waitFor()
  t.ok(await picture.evaluate(image => (image as HTMLImageElement).decode().then(() => true)))
  t.same(await judge(page), [], 'signed')

  await page.getByLabel('Telephone').fill('1234')
  await contact.getByLabel('Your full name').waitFor()
  t.match((await saidOn(page)).at(-1), /the signature was removed/)
  await contact.getByLabel('Your full name').fill('<b>Ada</b> & "Beispiel"')
  await page.setViewportSize({ width: 320, height: 640 })
  t.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320)
  await contact.getByRole('button', { name: 'Sign', exact: true }).click()

  await page.locator('button.wq-primary').click()
  await page.getByRole('heading', { name: 'Check your answers' }).waitFor()
  await page.locator('button.wq-primary').click()
  t.match(await page.locator('.wq-error-summary').textContent(), 'Sign the form before you send it.')
  const whole = part(page, 'all answers of this form')
  t.same(await judge(page), [], 'the review')
  await whole.getByLabel('Your full name').fill('Ada Beispiel')
  await page.keyboard.press('Enter')
  await whole.getByText('Signed by').waitFor()
  await page.locator('button.wq-primary').click()
  await page.waitForSelector('#sent')
  const sent = await sentOn(page)
  const url = 'http://hl7.org/fhir/StructureDefinition/questionnaireresponse-signature'
  const by = (display: string) => [{ url, valueSignature: { when: /Z$/, who: { display } } }]
  t.match(sent, {
    status: 'completed',
    extension: by('Ada Beispiel'),
    item: [
      { linkId: 'terms', extension: by('Ada Beispiel') },
      { linkId: 'contact', extension: by('<b>Ada</b> & "Beispiel"') },
    ],
  })
})

t.test('a form whose questions are chosen one after the other is signed as others are', async t => {
  const gallery = await openGallery(t)
  const page = await gallery.open(t, 'form=adaptive&signed')
  await page.addScriptTag({ path: AXE })
  const next = page.locator('button.wq-primary')
  const errors = page.locator('.wq-error-summary')
  const answer = async () => {
    await page.getByLabel('Often').check()
    await next.click()
  }
  const first = part(page, 'Were you tired today?')
  const heading = (number: number) =>
    page.locator('.wq-progress', { hasText: `Question ${number}` }).waitFor()
  await heading(1)
  await page.getByLabel('Often').check()
  await first.getByLabel('Your full name').waitFor()
  t.same(await judge(page), [])
  await next.click()
  await errors.getByText('Were you tired today?').waitFor()
  await first.getByLabel('Your full name').fill('Ada Beispiel')
  await page.keyboard.press('Enter')
  await first.getByText('Signed by Ada Beispiel').waitFor()
  await next.click()
  await heading(2)
  await answer()
  await heading(3)
  await answer()
  const whole = part(page, 'all answers of this form')
  await whole.waitFor()
  await first.getByText('Signed by Ada Beispiel').waitFor()
  await next.click()
  await errors.getByText('Sign the form before you send it.').waitFor()
  t.same(await judge(page), [], 'the review')
  await whole.getByLabel('Your full name').fill('Ada Beispiel')
  await page.keyboard.press('Enter')
  await whole.getByText('Signed by').waitFor()

  await t.test('and an answer that changes is signed again, with the whole', async t => {
    await page.getByRole('button', { name: /Were you tired today/ }).click()
    await heading(1)
    await page.getByLabel('Never').check()
    await first.getByLabel('Your full name').fill('Ada B.')
    await page.keyboard.press('Enter')
    await next.click()
    await heading(2)
    await next.click()
    await heading(3)
    await next.click()
    await whole.getByLabel('Your full name').fill('Ada B.')
    await page.keyboard.press('Enter')
    await whole.getByText('Signed by Ada B.').waitFor()
    t.equal(await errors.count(), 0)
  })

  const logged = page.waitForEvent('console', message => message.text().startsWith('{'))
  await next.click()
  const url = 'http://hl7.org/fhir/StructureDefinition/questionnaireresponse-signature'
  const by = (display: string) => [{ url, valueSignature: { when: /Z$/, who: { display } } }]
  t.match(JSON.parse((await logged).text()), {
    status: 'completed',
    extension: by('Ada B.'),
    item: [{ linkId: 't0', extension: by('Ada B.') }, { linkId: 't1' }, { linkId: 't2' }],
  })
})

t.test('a signature is read-only as it was given', async t => {
  const gallery = await openGallery(t)
  const page = await gallery.open(t, 'form=signatures&state=read-only&lang=ar')
  await page.addScriptTag({ path: AXE })
  await part(page, 'I have read').getByText('Ada Beispiel').waitFor()
  t.equal(await page.getByRole('img').count(), 1, 'the picture that is one; what could run is not drawn')
  t.equal(await page.getByText('غير موقّع').count(), 1)
  t.equal(await page.locator('input, button').count(), 0)
  t.same(await judge(page), [])
})

t.test('other forms do not load it', async t => {
  const gallery = await openGallery(t)
  const page = await gallery.open(t, 'form=drawn')
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  t.ok(loaded.some(name => /\/further-drawing-/.test(name)))
  t.notOk(loaded.some(name => /\/signature-/.test(name)))
})

t.test('a signature stands for the words that were shown', async t => {
  const gallery = await openGallery(t)
  const page = await gallery.open(t, 'form=signatures&lang=de&switch=en')
  const terms = page.locator('.wq-signature').first()
  const name = terms.getByLabel('Ihr vollständiger Name').or(terms.getByLabel('Your full name'))
  const switchTo = () => page.getByRole('button', { name: 'Switch' }).click()

  await t.test('it is gone when the form is shown in another language', async t => {
    await name.fill('Ada Beispiel')
    await name.press('Enter')
    await terms.locator('.wq-signed').waitFor()
    await page.getByLabel('Telephone').fill('123')
    await switchTo()
    await name.waitFor()
    t.equal(await page.getByLabel('Telephone').inputValue(), '123', 'the answers are kept')
    t.match((await saidOn(page)).at(-1), 'You signed the form in another language')
  })

  await t.test('a draft that was signed is signed again in its language alone', async t => {
    const page = await gallery.open(t, 'form=signatures&lang=de&draft')
    const terms = page.locator('.wq-signature').first()
    const name = terms.getByLabel('Ihr vollständiger Name').or(terms.getByLabel('Your full name'))
    await name.fill('Ada Beispiel')
    await name.press('Enter')
    await terms.locator('.wq-signed').waitFor()
    await page.waitForFunction(() => sessionStorage.length > 0)
    await gallery.show(page, 'form=signatures&lang=en&draft')
    await name.waitFor()
    t.match((await saidOn(page)).join(), 'You signed the form in another language')
    await gallery.show(page, 'form=signatures&lang=de&draft')
    await terms.locator('.wq-signed').waitFor()
  })

  await t.test('earlier answers lose it, unless they are only shown, or the words are the same', async t => {
    await gallery.show(page, 'form=signatures&state=filled&given=de&lang=fr')
    await terms.getByLabel('Votre nom complet').waitFor()
    t.match((await saidOn(page)).at(-1), 'Vous avez signé le formulaire dans une autre langue')
    for (const query of [
      'state=read-only&given=de&lang=fr',
      'state=filled&given=de&lang=de-AT',
      'state=filled&lang=fr',
    ]) {
      await gallery.show(page, `form=signatures&${query}`)
      await terms.locator('.wq-signed').waitFor()
    }
  })
})
