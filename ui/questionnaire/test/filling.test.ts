/**
 * Filling in the example forms by keyboard only, by touch, and with mistakes; the service checks the
 * results.
 */
import { readFileSync } from 'node:fs'
import type { Questionnaire } from 'fhir/r5.js'
import type { Page } from 'playwright-core'
import t from 'tap'
import { demand } from '../../../core/test/fixtures/programs.ts'
import { compileQuestionnaire } from '../../../fhir/index.ts'
import { openGallery, saidOn, sentOn } from './fixtures/browser.ts'

demand(t, 'chromium')

/** Answers by linkId: text to type, the index of an option, or the labels of several. */
type Script = Readonly<Record<string, string | number | readonly string[]>>

const nine = (many: number): Script =>
  Object.fromEntries(Array.from({ length: many }, (_, index) => [String(index + 1), index % 4]))

const SCRIPTS: Readonly<Record<string, Script>> = {
  'phq-9': { ...nine(9), difficulty: 1 },
  'gad-7': nine(7),
  'blood-pressure': {
    measured: '11/20/2026 08:30 AM',
    position: 0,
    systolic: '128',
    diastolic: '82',
    pulse: '66',
    medicine: 0,
    'medicine-time': '07:15 AM',
  },
  medicines: {
    any: 0,
    'medicine-name': 'Ramipril',
    'medicine-maker': 'Muster AG',
    'as-needed': 0,
    reason: 'Headaches',
  },
  schlaf: {
    'zu-bett': '22:45',
    stunden: '6,5',
    güte: 2,
    störung: ['Lärm'],
    mittel: 1,
    anmerkung: 'Danke',
  },
  'every-type': {
    name: 'Ada Beispiel',
    born: '02/01/1990',
    postcode: '12345',
    'home-page': 'https://ada.example',
    smoker: 0,
    cigarettes: '3',
    pain: 4,
    temperature: '36.6',
    weight: '71',
    woke: '06:30 AM',
    visit: '11/02/2026 10:30 AM',
    allergies: ['Pollen'],
    diet: 1,
    symptoms: ['Cough'],
    'blood-group': 2,
    words: 'Nothing more',
  },
}

const FORMS = Object.keys(SCRIPTS)

function issuesOf(form: string, response: object) {
  const url = new URL(`../../../examples/forms/${form}.json`, import.meta.url)
  const questionnaire: Questionnaire = JSON.parse(readFileSync(url, 'utf8'))
  return compileQuestionnaire(questionnaire, { fhirVersion: 'mix' })
    .validate(response)
    .filter(({ severity }) => severity !== 'information')
    .map(({ rule, text }) => `${rule} ${text}`)
}

/** The focused control, and its question. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement | null
    return {
      tag: element?.tagName ?? '',
      type: element?.type ?? '',
      label: element?.closest('label')?.textContent ?? element?.textContent ?? '',
      linkId: element?.closest<HTMLElement>('[data-link-id]')?.dataset['linkId'] ?? '',
      primary: element?.classList.contains('wq-primary') ?? false,
      other: element?.closest('.wq-other') !== null,
      isPart: element?.classList.contains('wq-part') ?? false,
      checked: element?.checked ?? false,
    }
  })

/** Moves through a form with the Tab key and answers the focused questions. */
async function fillByKeyboard(page: Page, script: Script) {
  const left = new Map(Object.entries(script))
  for (let steps = 0; steps < 300; steps++) {
    if ((await page.locator('#sent').count()) > 0) return left
    await page.keyboard.press('Tab')
    const on = await focused(page)
    if (on.primary) {
      await page.keyboard.press('Enter')
      continue
    }
    const answer = on.other && !on.isPart ? undefined : left.get(on.linkId)
    if (answer === undefined || on.tag === 'BUTTON') continue
    if (on.type === 'checkbox') {
      if (Array.isArray(answer) && answer.includes(on.label) && !on.checked)
        await page.keyboard.press('Space')
      continue
    }
    left.delete(on.linkId)
    if (on.type === 'radio') {
      await page.keyboard.press('Space')
      for (let down = 0; down < Number(answer); down++) await page.keyboard.press('ArrowDown')
    } else if (on.type === 'range') {
      for (let right = 0; right < Number(answer); right++) await page.keyboard.press('ArrowRight')
    } else if (on.isPart) {
      const [first = '', ...parts] = String(answer).split(/[/: ]/)
      await page.keyboard.type(first)
      for (const part of parts) {
        await page.keyboard.press('Tab')
        await page.keyboard.type(part)
      }
    } else {
      await page.keyboard.type(String(answer))
    }
  }
  return left
}

/** Answers by touching the page, with the values of a touch keyboard. */
async function fillByTouch(page: Page, script: Script) {
  for (let pages = 0; pages < 8; pages++) {
    for (const [linkId, answer] of Object.entries(script)) {
      const question = page.locator(`[data-link-id="${linkId}"]`)
      if ((await question.count()) === 0 || (await page.locator('.wq-view').count()) > 0) continue
      const input = question.locator('input, textarea').first()
      const type = (await input.getAttribute('type')) ?? ''
      if (type === 'range') await input.tap()
      else if (typeof answer === 'number') await question.locator('label.wq-choice').nth(answer).tap()
      else if (Array.isArray(answer)) {
        for (const label of answer) await question.getByText(label, { exact: true }).tap()
      } else {
        await input.tap()
        const parts = question.locator('.wq-part')
        if ((await parts.count()) === 0) await input.fill(String(answer))
        for (const [at, text] of String(answer).split(/[/: ]/).entries()) {
          if (at >= (await parts.count())) break
          if (/[AP]M/.test(text)) await parts.nth(at).selectOption(text)
          else await parts.nth(at).fill(text)
        }
      }
    }
    await page.locator('button.wq-primary').tap()
    if ((await page.locator('#sent').count()) > 0) return
  }
}

t.test('filling in forms', async t => {
  const gallery = await openGallery(t)

  // A form keeps nothing but a draft, and that only where a test asks for it: one page shows one after the other.
  const page = await gallery.open(t, 'form=phq-9')
  const phone = await gallery.open(t, 'form=phq-9', {
    hasTouch: true,
    isMobile: true,
    viewport: { width: 375, height: 667 },
  })

  for (const form of FORMS) {
    await t.test(`${form} by keyboard alone`, async t => {
      await gallery.show(page, `form=${form}`)
      const left = await fillByKeyboard(page, SCRIPTS[form] ?? {})
      t.same(
        [...left.keys()].filter(linkId => !Array.isArray(left.get(linkId))),
        [],
        'everything was reached',
      )
      const sent = await sentOn(page)
      t.same(issuesOf(form, sent), [])
      if (form === 'every-type')
        t.match(JSON.stringify(sent), '{"linkId":"pain","answer":[{"valueInteger":4}]}')
    })
    await t.test(`${form} by touch`, async t => {
      await gallery.show(phone, `form=${form}`)
      await fillByTouch(phone, SCRIPTS[form] ?? {})
      t.same(issuesOf(form, await sentOn(phone)), [])
    })
  }

  await t.test('what is wrong is told at the question, in the words of the service', async t => {
    await gallery.show(page, 'form=every-type&response')
    await page.getByLabel('What is your name?').fill('A')
    await page.getByLabel('What is your postcode?').fill('123')
    await page.getByRole('group', { name: 'When were you born?' }).getByLabel('Month').fill('1800-01-01')
    t.equal(await page.locator('.wq-error').count(), 0, 'nobody is corrected while writing')
    await page.locator('button.wq-primary').click()
    const shown = await page.locator('.wq-question .wq-error').allTextContents()
    const response = JSON.parse((await page.textContent('#response')) ?? '')
    const service = issuesOf('every-type', { ...response, status: 'completed' })
    t.equal(shown.length, 3)
    for (const words of shown) {
      const text = words.replace('Error: ', '')
      t.ok(
        service.some(issue => issue.endsWith(text)),
        text,
      )
    }
    t.equal(await page.evaluate(() => document.activeElement?.className), 'wq-error-summary')
    t.match(await page.title(), /^Error: /)
    t.same(
      await page.locator('.wq-error-summary a').allTextContents(),
      shown.map(words => words.replace('Error: ', '')),
      'in the order of the form',
    )
    await page.locator('.wq-error-summary a').nth(1).click()
    t.equal((await focused(page)).linkId, 'born', 'a link leads to the input')
    t.ok((await saidOn(page)).includes('Please check 3 answers.'))
    await page.getByLabel('What is your name?').fill('Ada')
    t.equal(await page.locator('.wq-question .wq-error').count(), 2, 'and goes when it is mended')
    const [described, error] = await page
      .getByLabel('What is your postcode?')
      .evaluate(input => [
        input.getAttribute('aria-describedby')?.split(' ').at(-1),
        input.closest('.wq-question')?.querySelector('.wq-error')?.id,
      ])
    t.equal(described, error)
  })

  await t.test('an issue that only the service finds is told at its question', async t => {
    await gallery.show(page, 'form=every-type&state=filled&refused')
    for (let pages = 0; pages < 5; pages++) await page.locator('button.wq-primary').click()
    await page.waitForSelector('.wq-error-summary')
    t.match(await page.locator('.wq-error-summary').textContent(), 'The service knows better.')
  })

  await t.test('what comes and goes is announced', async t => {
    await gallery.show(page, 'form=every-type')
    await page.getByLabel('What is your name?').fill('Ada')
    await page.locator('button.wq-primary').click()
    await page.locator('[data-link-id=smoker] label').first().click()
    await page.locator('[data-link-id=cigarettes] input').fill('3')
    await page.locator('[data-link-id=smoker] label').nth(1).click()
    await page.locator('button.wq-primary').click()
    const allergies = page.locator('[data-link-id=allergies]')
    for (const at of [0, 1, 2]) await allergies.locator('input[type=checkbox]').nth(at).click()
    await allergies.getByLabel('Other answer').fill('Kiwi')
    t.equal(await allergies.getByLabel('Other answer').inputValue(), '', 'no more than the question takes')
    const symptoms = page.locator('[data-link-id=symptoms] label')
    await symptoms.nth(0).click()
    await symptoms.nth(2).click()
    t.same(await page.locator('[data-link-id=symptoms] input:checked').count(), 1)
    t.same(await saidOn(page), [
      'Page 2 of 5',
      '1 more question.',
      '1 question is no longer needed.',
      'Page 3 of 5',
      'You can choose up to 3. To choose another, remove one first.',
      "You chose 'No symptoms'. Answers that do not go with it were removed.",
    ])
  })

  await t.test('repetitions come and go, and the focus follows', async t => {
    await gallery.show(page, 'form=medicines')
    await page.locator('[data-link-id=any] label').first().click()
    await page.getByLabel('What is it called?').fill('Ramipril')
    await page.getByRole('button', { name: 'Add another: Medicine' }).click()
    t.match(await focused(page), { linkId: 'medicine-name', tag: 'INPUT' })
    await page.keyboard.type('Ibuprofen')
    await page.getByRole('button', { name: 'Remove Medicine 1' }).click()
    t.match(await focused(page), { label: 'Add another: Medicine' })
    t.equal(await page.getByLabel('What is it called?').inputValue(), 'Ibuprofen')
    t.same((await saidOn(page)).slice(-2), ['Medicine 2 was added.', 'Medicine 1 was removed.'])
  })

  await t.test('files are taken away, tried again, and removed', async t => {
    await gallery.show(page, 'form=every-type&state=empty&response')
    await page.getByLabel('What is your name?').fill('Ada')
    await page.locator('button.wq-primary').click()
    await page.locator('[data-link-id=smoker] label').nth(1).click()
    await page.locator('button.wq-primary').click()
    await page.locator('button.wq-primary').click()
    const report = page.locator('[data-link-id=report]')
    const picker = report.getByLabel('Choose a file')
    t.equal(await picker.evaluate((input: HTMLInputElement) => input.labels?.length), 2, 'and the question')
    const opened = page.waitForEvent('filechooser')
    await picker.press('Enter')
    await opened
    const file = { name: 'fail.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-') }
    await report.locator('input').setInputFiles(file)
    await report.getByRole('button', { name: 'Try again' }).click()
    await report.getByRole('button', { name: 'Remove fail.pdf' }).waitFor()
    const { item } = JSON.parse((await page.textContent('#response')) ?? '')
    t.match(item.at(-1).item[0].answer[0].valueAttachment, {
      id: /^[0-9a-f-]{36}$/,
      url: 'andiron://gallery/questionnaire/every-type/report/fail.pdf',
      contentType: 'application/pdf',
      size: 5,
      title: 'fail.pdf',
    })
    await report.getByRole('button').click()
    t.equal(await report.locator('input[type=file]').count(), 1)
    t.same((await saidOn(page)).slice(-2), ['fail.pdf could not be uploaded.', 'fail.pdf is uploaded.'])
  })

  await t.test('a draft comes back', async t => {
    const page = await gallery.open(t, 'form=medicines&draft')
    await page.locator('[data-link-id=any] label').first().click()
    await page.getByLabel('What is it called?').fill('Ramipril')
    await page.reload()
    await page.getByText('Your earlier answers are still here.').waitFor({ state: 'attached' })
    t.equal(await page.getByLabel('What is it called?').inputValue(), 'Ramipril')
  })

  await t.test('Next waits for the rules of the form', async t => {
    const page = await gallery.open(t, 'form=every-type')
    let release = () => {}
    const late = new Promise<void>(resolve => {
      release = resolve
    })
    const isRules = /\/deferred-rules-[^/]*\.js/
    await page.route(isRules, route => late.then(() => route.continue()))
    const requested = page.waitForRequest(isRules)
    await page.reload()
    await requested
    await page.getByLabel('What is your name?').fill('Ada')
    await page.getByLabel('What is your postcode?').fill('no postcode')
    const next = page.locator('button.wq-primary')
    await next.click()
    await next.getByText('Checking your answers').waitFor()
    await next.press('Enter')
    t.ok(await page.getByText('Page 1 of 5').first().isVisible(), 'no page is passed meanwhile')
    t.same((await saidOn(page)).slice(-1), ['Checking your answers'])
    release()
    await page.waitForSelector('.wq-error-summary')
    t.ok(await page.getByText('Page 1 of 5').first().isVisible(), 'an answer that cannot be right is refused')
    await page.getByLabel('What is your postcode?').fill('12345')
    await next.click()
    await page.getByText('Page 2 of 5').first().waitFor()
  })

  await t.test('what is typed before the code of drafts has come is kept', async t => {
    const page = await gallery.open(t, 'form=medicines&draft')
    let release = () => {}
    const late = new Promise<void>(resolve => {
      release = resolve
    })
    const isDraft = /\/draft-[^/]*\.js/
    await page.route(isDraft, route => late.then(() => route.continue()))
    const requested = page.waitForRequest(isDraft)
    await page.reload()
    await page.locator('[data-link-id=any] label').first().click()
    await page.getByLabel('What is it called?').fill('Ramipril')
    await requested
    const loaded = page.waitForResponse(isDraft)
    release()
    await loaded
    await page.waitForFunction(() => sessionStorage.length > 0)
    await page.reload()
    await page.getByText('Your earlier answers are still here.').waitFor({ state: 'attached' })
    t.equal(await page.getByLabel('What is it called?').inputValue(), 'Ramipril')
  })

  await t.test('expressions calculate, fill in and show', async t => {
    await gallery.show(page, 'form=computed&response')
    const total = page.locator('[data-link-id=total] .wq-answer')
    await total.getByText('2').waitFor()
    t.equal(await page.getByLabel('B', { exact: true }).inputValue(), '2')
    t.equal(await page.getByLabel('Why so many?').count(), 0)
    await page.getByLabel('A', { exact: true }).fill('9')
    await page.getByLabel('Why so many?').waitFor()
    t.equal(await total.textContent(), '11')
  })

  await t.test('markup is drawn as far as it is harmless', async t => {
    await gallery.show(page, 'form=rich')
    await page.locator('.wq-display a').first().waitFor()
    t.equal(
      await page.locator('.wq-display').innerHTML(),
      'Read <b>this</b> <a href="https://example.org/a" rel="noopener noreferrer">first</a>.<a rel="noopener noreferrer">no</a>'.replace(
        '<a rel="noopener noreferrer">no</a>',
        '<a>no</a>',
      ),
    )
    t.equal(await page.locator('[data-link-id=markdown] label strong').textContent(), 'are')
    t.equal(await page.evaluate(() => 'harmed' in globalThis), false)
    await gallery.show(page, 'form=rich&lang=ar')
    t.match(await page.locator('[data-link-id=translated]').textContent(), /اللون.*أحمر/)
  })

  await t.test('Enter in a field and a second click send nothing twice', async t => {
    await gallery.show(page, 'form=gad-7&direct&response')
    await page.locator('[data-link-id="1"] input').first().press('Enter')
    t.match(page.url(), /form=gad-7/)
    t.equal(await page.locator('.wq-error-summary').count(), 1)
  })

  await t.test('consent is given by a tick and a button, and what is missing is said', async t => {
    await gallery.show(page, 'form=consent')
    await page.getByRole('button', { name: 'Confirm' }).click()
    t.equal(await page.getByRole('alert').textContent(), 'Error: I have read this and agree.')
    t.equal(await page.getByRole('checkbox').evaluate(box => box === document.activeElement), true)
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('Confirmed').waitFor()
    t.match(page.url(), /form=consent/, 'the form of the application around it is not sent')
  })
})
