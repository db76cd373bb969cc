/** Searching a value set by keyboard, pointer and screen reader; the gateway's part is played by the test. */
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import t from 'tap'
import { demand } from '../../../core/test/fixtures/programs.ts'
import { openGallery, saidOn } from './fixtures/browser.ts'

demand(t, 'chromium')

const FINDINGS = Array.from({ length: 30 }, (_, index) => ({
  ...{ system: 'urn:synthetic', code: `f${index}`, display: `Finding ${index}` },
}))

type Parameter = Readonly<Record<string, unknown>>

/** Answers searches as a gateway does, and records them; `hold` keeps an answer back. */
async function answering(page: Page, hold: (filter: string) => Promise<unknown> = async () => undefined) {
  const searches: string[] = []
  const contexts = new Set<unknown>()
  await page.route('**/fhir/ValueSet/$expand', async route => {
    const { parameter } = route.request().postDataJSON() as { parameter: readonly Parameter[] }
    const given = (name: string) => {
      const { name: _, ...value } = parameter.find(each => each['name'] === name) ?? { name }
      return Object.values(value)[0]
    }
    const filter = String(given('filter') ?? '')
    searches.push(filter)
    contexts.add(given('context'))
    await hold(filter)
    const found = FINDINGS.filter(({ display }) => display.toLowerCase().includes(filter.toLowerCase()))
    const expansion = { total: found.length, contains: found.slice(0, Number(given('count'))) }
    await route
      .fulfill({ contentType: 'application/fhir+json', json: { resourceType: 'ValueSet', expansion } })
      .catch(() => undefined)
  })
  return { searches, contexts }
}

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

interface Judged {
  readonly violations: readonly {
    readonly id: string
    readonly nodes: readonly { readonly html: string }[]
  }[]
}

const violationsOn = async (page: Page): Promise<readonly string[]> => {
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(): Promise<Judged> } }).axe.run(),
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

const responseOn = async (page: Page) => JSON.parse((await page.textContent('#response')) ?? '{}')

t.test('searching', async t => {
  const gallery = await openGallery(t)
  const open = (t: Parameters<typeof gallery.open>[0]) => gallery.open(t, 'form=searched&response')

  await t.test('by keyboard: one search for what is typed, arrows, Enter, Escape', async t => {
    const page = await open(t)
    const { searches, contexts } = await answering(page)
    const field = page.getByRole('combobox').first()
    t.equal(await field.getAttribute('aria-expanded'), 'false')
    await field.focus()
    await page.keyboard.type('finding 2')
    await page.waitForSelector('[role=listbox]')
    t.same(searches, ['finding 2'], 'not one for each keystroke')
    t.same([...contexts], ['searched#finding'])
    t.equal(await page.locator('[role=option]').count(), 11)
    t.match(await saidOn(page), [/^11 found/])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    const active = await field.getAttribute('aria-activedescendant')
    t.equal(await page.locator(`[id="${active}"]`).textContent(), 'Finding 20')
    t.equal(await page.locator('[aria-selected=true]').count(), 1)
    t.equal(await page.evaluate(() => document.activeElement?.getAttribute('role')), 'combobox')
    await page.keyboard.press('Enter')
    t.equal(await field.inputValue(), 'Finding 20')
    t.equal(await page.locator('[role=listbox]').count(), 0)
    t.match((await responseOn(page)).item, [{ answer: [{ valueCoding: FINDINGS[20] }] }])

    await field.fill('find')
    await page.waitForSelector('[role=listbox]')
    await page.keyboard.press('Escape')
    t.equal(await page.locator('[role=listbox]').count(), 0)
    await page.keyboard.press('Tab')
    t.equal(await field.inputValue(), 'Finding 20', 'words that are no answer are taken back')
    await field.fill('')
    t.notOk((await responseOn(page)).item?.[0]?.answer, 'an empty field is no answer')
  })

  await t.test('by pointer, and with text where the question permits it', async t => {
    const page = await open(t)
    await answering(page)
    const more = page.locator('[data-link-id=more] [role=combobox]')
    await more.first().focus()
    await page.keyboard.press('ArrowDown')
    await page.waitForSelector('[role=listbox]')
    await page.addScriptTag({ path: AXE })
    t.same(await violationsOn(page), [], 'the open list is accessible')
    await page.getByRole('option', { name: 'Finding 3', exact: true }).click()
    await more.nth(1).fill('Something of my own')
    await more.nth(1).blur()
    const { item } = await responseOn(page)
    const [{ answer }] = item.filter(({ linkId }: { linkId: string }) => linkId === 'more')
    t.match(answer, [{ valueCoding: { code: 'f3' } }, { valueString: 'Something of my own' }])
  })

  await t.test('a late answer to an earlier search is dropped, and a failure is announced', async t => {
    const page = await open(t)
    let release: () => void = () => undefined
    await answering(page, filter =>
      filter === 'finding 1' ? new Promise<void>(done => (release = done)) : Promise.resolve(),
    )
    const field = page.getByRole('combobox').first()
    const asked = page.waitForRequest('**/fhir/**')
    await field.fill('finding 1')
    await asked
    await field.fill('finding 29')
    await page.getByRole('option', { name: 'Finding 29' }).waitFor()
    release()
    await page.waitForTimeout(100)
    t.same(await page.locator('[role=option]').allTextContents(), ['Finding 29'])

    await page.unroute('**/fhir/ValueSet/$expand')
    await page.route('**/fhir/ValueSet/$expand', route =>
      route.fulfill({ contentType: 'text/html', body: '<p>' }),
    )
    await field.fill('finding 3')
    await page.getByText('The search does not work now.').waitFor({ state: 'attached' })
    t.equal(await page.locator('[role=listbox]').count(), 0)
  })
})
