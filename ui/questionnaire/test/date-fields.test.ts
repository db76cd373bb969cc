/** The fields of dates and times in a browser whose language is another than that of the page. */
import type { Locator, Page } from 'playwright-core'
import t from 'tap'
import { demand } from '../../../core/test/fixtures/programs.ts'
import { violationsIn } from '../../../plugins/test/fixtures/accessibility.ts'
import { openGallery, saidOn } from './fixtures/browser.ts'

demand(t, 'chromium')

const question = (page: Page, linkId: string) => page.locator(`[data-link-id="${linkId}"]`)
const labels = (of: Locator) =>
  of.locator('.wq-parts label').evaluateAll(all => all.map(each => each.firstChild?.textContent))

/** The values of the parts. */
const valuesOf = (of: Locator) =>
  of.locator('.wq-part').evaluateAll(all => all.map(each => (each as HTMLInputElement).value))

/** The answers to a question, as they are sent. */
const answersOn = async (page: Page, linkId: string) => {
  const { item } = JSON.parse((await page.textContent('#response')) ?? '{}')
  return item.find((each: { linkId: string }) => each.linkId === linkId)?.answer
}

/** Puts a text into a field as the clipboard does. */
const paste = (field: Locator, words: string) =>
  field.evaluate((input, words) => {
    ;(input as HTMLInputElement).select()
    document.execCommand('insertText', false, words)
  }, words)

t.test('dates', async t => {
  const gallery = await openGallery(t)
  const page = await gallery.open(t, 'form=dated&response&lang=fr')
  const visit = question(page, 'visit')
  const field = (of: Locator, name: string) => of.getByLabel(name, { exact: true })

  await t.test('the parts have the order, the names and the clock of the page', async t => {
    t.same(await labels(visit), ['Jour', 'Mois', 'Année'])
    t.same(await labels(question(page, 'woke')), ['Heure', 'Minute'])
    t.same(await labels(question(page, 'felt')), ['Jour', 'Mois', 'Année', 'Heure', 'Minute'])
    t.same(await violationsIn(page), [])
    await gallery.show(page, 'form=dated&response&lang=en')
    t.same(await labels(visit), ['Month', 'Day', 'Year'])
    t.same(await labels(question(page, 'woke')), ['Hour', 'Minute', 'AM/PM'])
    await gallery.show(page, 'form=dated&response&lang=zh')
    t.same(await labels(visit), ['年', '月', '日'])
    await gallery.show(page, 'form=dated&response&lang=ar')
    t.equal(await field(visit, 'يوم').getAttribute('inputmode'), 'numeric')
    const right = async (name: string) => (await field(visit, name).boundingBox())?.x ?? 0
    t.ok((await right('يوم')) > (await right('السنة')), 'from the right')
  })

  await t.test('parts are typed, pasted and removed', async t => {
    await gallery.show(page, 'form=dated&response&lang=fr')
    await field(visit, 'Jour').pressSequentially('3')
    await field(visit, 'Mois').pressSequentially('4')
    t.equal(await answersOn(page, 'visit'), undefined, 'it is being typed')
    await field(visit, 'Mois').blur()
    t.same(await answersOn(page, 'visit'), [{ valueDate: '-04-03' }], 'and is left')
    await field(visit, 'Année').pressSequentially('2026')
    t.same(await answersOn(page, 'visit'), [{ valueDate: '2026-04-03' }])
    t.same(await valuesOf(visit), ['3', '4', '2026'], 'as they were typed')
    await field(visit, 'Jour').fill('')
    t.same(await answersOn(page, 'visit'), [{ valueDate: '2026-04' }], 'a month is a date of FHIR')
    await paste(field(visit, 'Jour'), '05/06/2026')
    t.same(await answersOn(page, 'visit'), [{ valueDate: '2026-06-05' }], 'in the order of the page')
    await paste(field(visit, 'Année'), '2027-01-31')
    t.same(await answersOn(page, 'visit'), [{ valueDate: '2027-01-31' }])
    await paste(field(visit, 'Jour'), '01/31/2026')
    t.same(await valuesOf(visit), ['01/31/2026', '1', '2027'], 'the order of another country is not guessed')
    await field(visit, 'Jour').fill('')
    await field(visit, 'Jour').pressSequentially('7.8.2026')
    await page.keyboard.press('Tab')
    t.same(await answersOn(page, 'visit'), [{ valueDate: '2026-08-07' }], 'a whole date in one field')
    for (const name of ['Jour', 'Mois', 'Année']) await field(visit, name).fill('')
    t.equal(await answersOn(page, 'visit'), undefined)
  })

  await t.test('digits of other scripts are read', async t => {
    await gallery.show(page, 'form=dated&response&lang=ar')
    await field(visit, 'يوم').fill('٣')
    await field(visit, 'الشهر').fill('٤')
    await field(visit, 'السنة').fill('٢٠٢٦')
    t.same(await answersOn(page, 'visit'), [{ valueDate: '2026-04-03' }])
    await gallery.show(page, 'form=dated&response&lang=hi')
    await paste(visit.locator('input').first(), '०३/०४/२०२६')
    t.same(await answersOn(page, 'visit'), [{ valueDate: '2026-04-03' }])
  })

  await t.test('a time has the clock of the page, and a moment the zone of the device', async t => {
    await gallery.show(page, 'form=dated&response&lang=en')
    const woke = question(page, 'woke')
    await field(woke, 'Hour').fill('12')
    await field(woke, 'Minute').fill('05')
    await field(woke, 'Minute').blur()
    t.same(await answersOn(page, 'woke'), [{ valueTime: '12h:05' }])
    await woke.getByRole('combobox', { name: 'AM/PM' }).selectOption('AM')
    t.same(await answersOn(page, 'woke'), [{ valueTime: '00:05:00' }])
    const felt = question(page, 'felt')
    await paste(felt.locator('input').first(), '2026-07-20T18:30')
    t.same(await valuesOf(felt), ['7', '20', '2026', '6', '30', 'pm'])
    t.same(await answersOn(page, 'felt'), [{ valueDateTime: '2026-07-20T18:30:00+00:00' }])
  })

  await t.test('an error names the part that is wrong, and leads to it', async t => {
    await gallery.show(page, 'form=dated&response&lang=fr')
    const born = question(page, 'born')
    await field(born, 'Jour').fill('31')
    await field(born, 'Mois').fill('4')
    await field(born, 'Année').fill('1990')
    await field(visit, 'Année').fill('2019')
    await page.locator('button.wq-primary').click()
    const summary = page.locator('.wq-error-summary a')
    t.same(await summary.allTextContents(), [
      'Indiquez le jour de « When were you born? » par un nombre de 1 à 30.',
      'Indiquez pour « When was your visit? » une valeur d’au moins 1 janvier 2020.',
    ])
    const invalid = (of: Locator) =>
      of
        .locator('[aria-invalid]')
        .evaluateAll(all => all.map(each => each.closest('label')?.firstChild?.textContent))
    t.same(await invalid(born), ['Jour'])
    t.same(await invalid(visit), ['Jour', 'Mois', 'Année'], 'a limit is about the whole date')
    await field(born, 'Jour').fill('30')
    t.equal(await born.locator('.wq-error').count(), 0, 'it goes as soon as it is right')
    await field(born, 'Mois').fill('13')
    await page.locator('button.wq-primary').click()
    await summary.first().click()
    t.ok(await field(born, 'Mois').evaluate(input => input === document.activeElement))
    t.same(await violationsIn(page), [])
  })

  await t.test('what follows from a date follows from its parts', async t => {
    await gallery.show(page, 'form=dated&response&lang=fr')
    const late = question(page, 'late')
    await field(visit, 'Jour').fill('15')
    await field(visit, 'Mois').fill('8')
    await field(visit, 'Année').pressSequentially('202')
    t.equal(await late.count(), 0, 'nothing follows from a date that is being typed')
    await field(visit, 'Année').pressSequentially('6')
    await late.waitFor()
    t.same((await saidOn(page)).slice(-1), ['1 question de plus.'])
    const copy = question(page, 'copy')
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('[data-link-id=copy] input')?.value === '22',
    )
    t.same(await valuesOf(copy), ['22', '8', '2026'], 'a value that is computed')
    await paste(field(visit, 'Jour'), '2026-12-30')
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('[data-link-id=copy] input')?.value === '6',
    )
    t.same(await valuesOf(copy), ['6', '1', '2027'])
  })

  await t.test('Enter in a part submits what is there', async t => {
    await gallery.show(page, 'form=dated&response&lang=fr')
    const born = question(page, 'born')
    await field(born, 'Jour').fill('3')
    await field(born, 'Année').fill('1990')
    await page.keyboard.press('Enter')
    await page.locator('.wq-error-summary').waitFor()
    t.match(
      await page.locator('.wq-error-summary').textContent(),
      'Indiquez le mois de « When were you born? »',
    )
  })

  await t.test('a birthday is filled in by the browser, and other dates are not', async t => {
    await gallery.show(page, 'form=dated&lang=fr')
    const tokens = (of: Locator) =>
      of.locator('input').evaluateAll(all => all.map(each => each.getAttribute('autocomplete')))
    t.same(await tokens(question(page, 'born')), ['bday-day', 'bday-month', 'bday-year'])
    t.same(await tokens(visit), ['off', 'off', 'off'])
    t.equal(await question(page, 'born').getByRole('button').count(), 0, 'nobody looks for it in a calendar')
  })

  await t.test('the calendar of the browser fills in the parts', async t => {
    await gallery.show(page, 'form=dated&response&lang=fr')
    await visit.getByRole('button', { name: 'Calendrier: When was your visit?' }).click()
    const calendar = visit.locator('input[type=date]')
    t.same(
      await calendar.evaluate(({ min, max, tabIndex, ariaHidden }: HTMLInputElement) => [
        min,
        max,
        tabIndex,
        ariaHidden,
      ]),
      ['2020-01-01', '2030-12-31', -1, 'true'],
    )
    await calendar.fill('2026-02-03')
    t.same(await valuesOf(visit), ['3', '2', '2026'])
    t.same(await answersOn(page, 'visit'), [{ valueDate: '2026-02-03' }])
    t.equal((await saidOn(page)).at(-1), '3 février 2026')
  })

  await t.test(
    'in the frame of another site, where no calendar opens, the button goes and the focus stays',
    async t => {
      const page = await gallery.open(t, 'form=dated&lang=fr')
      const { port } = new URL(page.url())
      await page.evaluate(port => {
        const frame = document.createElement('iframe')
        frame.src = `http://localhost:${port}/?form=dated&lang=fr`
        frame.width = '600'
        document.body.replaceChildren(frame)
      }, port)
      const visit = page.frameLocator('iframe').locator('[data-link-id=visit]')
      await visit.getByRole('button').click()
      await visit.getByRole('button').waitFor({ state: 'detached' })
      t.ok(
        await visit
          .locator('input')
          .first()
          .evaluate(input => input === document.activeElement),
      )
    },
  )

  await t.test('several dates are groups with a name each', async t => {
    await gallery.show(page, 'form=dated&response&lang=fr')
    const doses = question(page, 'doses')
    const first = doses.getByRole('group', { name: 'When were you vaccinated? 1' })
    await paste(first.locator('input').first(), '03/04/2021')
    const second = doses.getByRole('group', { name: 'When were you vaccinated? 2' })
    await second.locator('input').nth(2).fill('2022')
    t.same(await answersOn(page, 'doses'), [{ valueDate: '2021-04-03' }, { valueDate: '2022' }])
    await doses.getByRole('button', { name: 'Supprimer When were you vaccinated? 1' }).click()
    t.same(await valuesOf(first), ['', '', '2022'])
    t.same(await answersOn(page, 'doses'), [{ valueDate: '2022' }])
  })

  await t.test('a draft keeps the parts of a date that is not whole', async t => {
    const page = await gallery.open(t, 'form=dated&draft&lang=fr')
    const visit = question(page, 'visit')
    await visit.locator('input').first().fill('31')
    await visit.locator('input').nth(2).fill('26')
    await visit.locator('input').nth(2).blur()
    await page.reload()
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('[data-link-id=visit] input')?.value === '31',
    )
    t.same(await valuesOf(visit), ['31', '', '26'])
  })
})
