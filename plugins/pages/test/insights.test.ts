/** Questions about the answers to a form in a browser: put together, asked with noise, kept, and refused. */
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import t from 'tap'
import { createKeyPair } from '../../../core/crypto/keys.ts'
import { openContext } from '../../../core/test/fixtures/chromium.ts'
import { demand } from '../../../core/test/fixtures/programs.ts'
import { createSoftwareWallet } from '../../../ui/sdk/index.ts'
import { isAccessible, violationsIn } from '../../test/fixtures/accessibility.ts'
import { form } from '../../test/fixtures/actors.ts'
import { listening } from '../../test/fixtures/assistants.ts'
import { complaintsOf, installWallet } from '../../test/fixtures/browser.ts'
import { seed } from '../../test/fixtures/responses.ts'
import { builtPages } from './fixtures/built.ts'
import { registerForms } from './fixtures/console.ts'
import { leftIn, overhangOf } from './fixtures/languages.ts'
import { SEXES, SLEEP } from './fixtures/sleep-study.ts'

demand(t, 'chromium')

/** A directory for pictures of the page, where somebody wants them. */
const PICTURES = process.env['PICTURES']

const directory = await builtPages()
const { app, url } = await listening(t, { plugins: { pages: { directory } } })
const context = await openContext(t)
await installWallet(context, createSoftwareWallet('5c'.repeat(32)))
const page = await context.newPage()
const complaints = complaintsOf(page)

const [sleeping = ''] = await registerForms(page, url, 'sleep-study', [SLEEP, form('phq-9')])

const button = (name: string | RegExp) => page.getByRole('button', { name })
const ask = page.getByRole('button', { name: 'Ask', exact: true })
const text = (words: string | RegExp) => page.getByText(words).first().waitFor()
const choose = (label: string, option: string) =>
  page.getByRole('combobox', { name: label, exact: true }).selectOption({ label: option })
const look =
  (name: string, of: Page = page) =>
  (how: string) =>
    PICTURES === undefined
      ? Promise.resolve()
      : of.screenshot({ path: join(PICTURES, `insights-${name}-${how}.png`), fullPage: true })
const budget = page.getByRole('region', { name: 'Privacy budget', exact: true })
const leftOf = (used: number) => budget.getByText(`${used} of 50 numbers used.`).waitFor()

/** 120 women who sleep 8 hours, 80 men who sleep 5, and two others. */
for (let at = 0; at < 202; at++) {
  const [answer, hours] = at < 120 ? [SEXES[0], 8] : at < 200 ? [SEXES[1], 5] : [SEXES[2], 6]
  await seed(app, 'sleep-study', createKeyPair(), [
    {
      ...{ resourceType: 'QuestionnaireResponse', status: 'completed', questionnaire: sleeping },
      item: [
        { linkId: 'sex', answer: [answer] },
        { linkId: 'age', answer: [{ valueInteger: 20 + (at % 60) }] },
        { linkId: 'hours', answer: [{ valueInteger: hours + (at % 10 === 0 ? 1 : 0) }] },
        { linkId: 'naps', answer: [{ valueBoolean: at % 4 === 0 }] },
        { linkId: 'cups', answer: [{ valueDecimal: (at % 5) / 2 }] },
      ],
    },
  ])
}

t.test('a question is put together and priced before it is asked', async t => {
  await page.goto(`${url}/application#sleep-study/insights/${sleeping}`)
  await page.getByRole('heading', { name: 'Ask a question' }).waitFor()
  await leftOf(0)
  await text('No kept questions yet.')
  await choose('Question', 'Hours of sleep in a usual night')
  await page.getByRole('radio', { name: 'Average' }).check()
  await choose('By groups of', 'Sex')
  await choose('Only where', 'Age in years')
  await button('Add this condition').click()
  await page.getByLabel('At least').fill('20')
  await choose('Only where', 'Do you sleep during the day?')
  await button('Add this condition').click()
  await page.getByRole('checkbox', { name: 'Yes' }).check()
  await page.getByRole('checkbox', { name: 'No' }).check()
  t.equal(
    await page.locator('.asked').textContent(),
    'Average of “Hours of sleep in a usual night” · by “Sex” · “Age in years”: 20 or more · “Do you sleep during the day?”: Yes, No',
  )
  await text('It uses up to 7 numbers of the budget, which has 50 left.')
  await isAccessible(t, page, 'a question', look('question'))
})

t.test('answered with noise, with what is withheld, and why', async t => {
  await ask.click()
  await leftOf(7)
  await budget.getByText('86% left').waitFor()
  const meter = budget.getByRole('meter', { name: 'Privacy budget' })
  const attributes = ['value', 'max', 'aria-valuetext'].map(name => meter.getAttribute(name))
  t.same(await Promise.all(attributes), ['43', '50', '86% left'], 'the bar shows what the sentence says')
  const table = page.getByRole('table', { name: /^Average of/ })
  const cells = (name: string) => table.getByRole('row', { name }).getByRole('cell').allTextContents()
  const [mean = '', range] = await cells('Female')
  t.ok(Math.abs(Number(mean) - 8.1) < 2, `the noise is small: ${mean}`)
  t.match(range, /^\d+(\.\d+)? to \d+(\.\d+)?$/)
  // Two people; noise makes enough of them now and then.
  const others = table.getByRole('row', { name: 'Other' })
  const withheld = page.getByText('Withheld: Other. Too few people are in this group')
  t.equal((await others.count()) + (await withheld.count()), 1, 'a group is shown or withheld')
  await text('Each line goes from 0 to 12.')
  t.equal(await page.evaluate('document.activeElement.id'), 'insight', 'a screen reader begins there')
  await isAccessible(t, page, 'an answer in groups', look('means'))
})

t.test('an average without groups, and a number for which the form sets no limits', async t => {
  await button('Remove the condition on “Age in years”').click()
  await button('Remove the condition on “Do you sleep during the day?”').click()
  t.match(await page.evaluate('document.activeElement.tagName'), 'SELECT', 'the focus is not lost')
  await choose('By groups of', 'No groups')
  await choose('Question', 'Cups of coffee a day')
  await page.getByText('Give the limits first').waitFor()
  t.equal(await ask.count(), 0)
  await page.getByLabel('Lower limit').fill('4')
  await page.getByLabel('Upper limit').fill('0')
  await page.getByText('Give two numbers, the lower one first.').waitFor()
  await page.getByLabel('Lower limit').fill('0')
  await page.getByLabel('Upper limit').fill('4')
  await page.getByRole('radio', { name: 'Average' }).check()
  await text('It uses up to 5 numbers of the budget, which has 43 left.')
  await isAccessible(t, page, 'limits')
  await ask.click()
  // The number of excluded responses was charged before.
  await leftOf(10)
  await text(/^\d(\.\d+)?, likely -?[\d.]+ to [\d.]+\.$/)
})

t.test('each answer, in groups', async t => {
  await choose('Question', 'Do you sleep during the day?')
  await choose('By groups of', 'Sex')
  await ask.click()
  await leftOf(14)
  for (const name of ['Female', 'Male'])
    await page.getByRole('region', { name, exact: true }).getByRole('table').waitFor()
  const others = page.getByRole('region', { name: 'Other', exact: true })
  const withheld = page.getByText('Withheld: Other. Too few people are in this group')
  t.equal((await others.count()) + (await withheld.count()), 1, 'a group is shown or withheld')
  const lengths = ['Female', 'Male'].map(async name => {
    const row = page.getByRole('region', { name, exact: true }).getByRole('row', { name: /^No/ })
    const length = await row.locator('.estimate').getAttribute('width')
    return Number(length) / Number(await row.getByRole('cell').first().textContent())
  })
  const [women = 0, men = 0] = await Promise.all(lengths)
  t.ok(Math.abs(women - men) < 0.001, `a person is as long in each group: ${women}, ${men}`)
  await isAccessible(t, page, 'answers in groups', look('groups'))
})

t.test('kept under a name, asked again at no cost, and removed', async t => {
  await button('Keep').click()
  await text('Give the question a name.')
  await page.getByLabel('Keep this question as').fill('Naps, by sex')
  await page.keyboard.press('Enter')
  await text('Kept.')
  await ask.click()
  await page.getByLabel('Keep this question as').fill('Naps by sex')
  await button('Keep').click()
  await page.getByRole('alert').filter({ hasText: 'Another question is kept under this name.' }).waitFor()

  await page.route('**/api/query/*', route =>
    route.fulfill({ status: 409, json: { code: 'AND_TOO_MANY_QUERIES', status: 409, detail: 'x' } }),
  )
  await page.getByLabel('Keep this question as').fill('One more')
  await button('Keep').click()
  await page.getByRole('alert').filter({ hasText: 'keeps as many questions as it may' }).waitFor()
  await page.unroute('**/api/query/*')

  await page.goto(`${url}/application#sleep-study/insights`)
  await page.reload()
  const kept = page.getByRole('region', { name: 'Kept questions' })
  await kept.getByText('Naps, by sex').waitFor()
  await isAccessible(t, page, 'kept questions', look('kept'))
  await button('Ask again: Naps, by sex').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Naps, by sex' }).waitFor()
  await page.getByRole('region', { name: 'Female', exact: true }).waitFor()
  await leftOf(14)
  t.equal(await page.getByLabel('Keep this question as').count(), 0)
  await button('Remove: Naps, by sex').click()
  await text('Removed.')
  await kept.getByText('No kept questions yet.').waitFor()
})

t.test('refused in plain words: too few people, and a spent budget', async t => {
  await choose('Question', 'Hours of sleep in a usual night')
  await page.getByRole('radio', { name: 'How many answered' }).check()
  await choose('Only where', 'Sex')
  await button('Add this condition').click()
  await page.getByRole('checkbox', { name: 'Other' }).check()
  await choose('Only where', 'Age in years')
  await button('Add this condition').click()
  // Two people; noise makes enough of them now and then.
  const withheld = page.getByText('Withheld: too few people fit this question')
  for (let age = 90; (await withheld.count()) === 0; age++) {
    await page.getByLabel('At least').fill(String(age))
    await ask.click()
    await withheld
      .or(page.locator('.insight .finding').getByText(`${age} or more`))
      .first()
      .waitFor()
  }
  await isAccessible(t, page, 'an answer that is withheld', look('withheld'))

  await choose('By groups of', 'Do you sleep during the day?')
  await button('Remove the condition on “Sex”').click()
  const beyond = page.getByText('Only what was asked before can be repeated.', { exact: false })
  for (let age = 20; age < 40 && (await beyond.count()) === 0; age++) {
    await page.getByLabel('At least').fill(String(age))
    await page.locator('.asked').getByText(`${age} or more`).waitFor()
    await ask.click()
    const counted = page.locator('.insight .finding').getByText(`${age} or more`)
    await counted.or(page.getByRole('alert')).first().waitFor()
  }
  await page.getByLabel('At least').fill('50')
  await ask.click()
  const refused = page.getByRole('alert').filter({ hasText: 'The privacy budget of this form is spent' })
  await refused.waitFor()
  t.match(await refused.textContent(), /There is enough again from \w+ \d+, \d{4}/)
  await isAccessible(t, page, 'a spent budget', look('spent'))
})

t.test('in the language of the developer, on a narrow screen too', async t => {
  await page.setViewportSize({ width: 320, height: 700 })
  for (const language of ['ar', 'de'] as const) {
    await page.evaluate("location.hash = '#sleep-study/settings'")
    await page.locator('select:has(option[lang=zh])').selectOption(language)
    await page.locator(`html[lang=${language}]`).waitFor()
    await page.evaluate(`location.hash = '#sleep-study/insights/${sleeping}'`)
    await page.locator('.builder .segments').waitFor()
    t.same(await leftIn(page, language, ['common', 'application', 'insights']), [], language)
    t.ok((await overhangOf(page)) <= 0, `${language} fits its window`)
    if (language === 'ar') t.same(await violationsIn(page), [])
    await look(language)('narrow')
  }
})

t.test('no policy was broken', t => {
  t.same(
    complaints.filter(each => !/^Failed to load resource/.test(each)),
    [],
  )
  t.end()
})
