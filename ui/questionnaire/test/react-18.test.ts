/** The components on React 18, in Chromium and under StrictMode; all other tests have React 19. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { demand } from '../../../core/test/fixtures/programs.ts'
import { compileQuestionnaire } from '../../../fhir/index.ts'
import { site } from '../../sdk/test/fixtures/browser.ts'

demand(t, 'chromium')
demand(t, 'react18')

const script = new URL('./fixtures/react-18.tsx', import.meta.url)
const packages = new URL('./react-18/node_modules/', import.meta.url)

t.test('a form with repetitions is filled in and submitted', async t => {
  const alias = Object.fromEntries(
    ['react', 'react-dom'].map(name => [name, fileURLToPath(new URL(name, packages))]),
  )
  const page = await (await site(t, script, alias)).open()
  t.equal(await page.getAttribute('#root', 'data-react'), '18.3.1')
  t.ok(await page.getByRole('button', { name: 'Connect your profile' }).isEnabled())

  const go = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await go('Check your answers')
  t.match(await page.textContent('.wq-error-summary'), 'Do you take any medicines?')
  await page.getByRole('radio', { name: 'Yes' }).first().check()
  const medicine = async (index: number, name: string) => {
    await page.getByLabel('What is it called?').nth(index).fill(name)
    await page.locator('[data-link-id=as-needed]').nth(index).getByLabel('No').check()
  }
  await medicine(0, 'Ramipril')
  await page.getByRole('button', { name: 'Add another: Medicine' }).click()
  await medicine(1, 'Ibuprofen')
  await go('Check your answers')
  await go('Submit')

  const text = await page.locator('output', { hasText: 'completed' }).textContent()
  const form = JSON.parse(
    readFileSync(new URL('../../../examples/forms/medicines.json', import.meta.url), 'utf8'),
  )
  const { validate } = compileQuestionnaire(form, { fhirVersion: 'mix' })
  t.match(text, /Ramipril.*Ibuprofen/)
  t.same(
    validate(JSON.parse(text ?? '')).filter(({ severity }) => severity === 'error'),
    [],
  )
})
