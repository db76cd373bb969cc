/** A person and their profile in a browser: from real storage nodes to the receipt of a deletion. */
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Request } from 'playwright-core'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import { keyIdOf } from '../../../core/crypto/did.ts'
import { createSelfSignedJwt } from '../../../core/crypto/jwt.ts'
import { temporaryDirectory } from '../../../core/stores/sql/test/fixtures/server.ts'
import { allowClipboard, hold, openContext, savedBy } from '../../../core/test/fixtures/chromium.ts'
import { demand, IN_FIREFOX } from '../../../core/test/fixtures/programs.ts'
import {
  connectNodes,
  consents,
  createSoftwareWallet,
  deriveStorageKeypair,
  listData,
  loadEnvironment,
  readReceipt,
  submitData,
  uids,
} from '../../../ui/sdk/index.ts'
import { recoveryFileOf } from '../../../ui/sdk/keys/index.ts'
import { pdfOf } from '../../attachments/test/fixtures/documents.ts'
import { serve } from '../../index.ts'
import { isAccessible, violationsIn } from '../../test/fixtures/accessibility.ts'
import { bearer, published, registered, sendRequest, submissionOf } from '../../test/fixtures/actors.ts'
import { unzipped } from '../../test/fixtures/archive.ts'
import { assistant } from '../../test/fixtures/assistants.ts'
import { complaintsOf, installWallet } from '../../test/fixtures/browser.ts'
import { copyDeployment } from '../../test/fixtures/deployment.ts'
import { mood, moodResponse } from '../../test/fixtures/responses.ts'
import { builtPages } from './fixtures/built.ts'

demand(t, 'chromium')

/** A directory for pictures of the page, where somebody wants them. */
const PICTURES = process.env['PICTURES']

const data = await temporaryDirectory(t)
const [directory] = await Promise.all([builtPages(), copyDeployment(data)])
const running = await serve(
  { port: 0, data, log: { level: 'error' }, plugins: { pages: { directory } } },
  { fastify: { logger: false } },
)
t.teardown(() => running.close())
const { app, url } = running
const environment = await loadEnvironment(url)

const wallet = createSoftwareWallet('7d'.repeat(32))
const { sessionKeyPair: person } = await deriveStorageKeypair(wallet.signFn, wallet.address, { environment })
const study = await registered(app)
const { _id } = await published(app, study, { ...mood, title: 'Your mood' })
await submitData(person, submissionOf(study.applicationId, moodResponse(_id, 'rather well')), url)
for (const [month, value] of [72, 71.5, 73].entries())
  await submitData(
    person,
    submissionOf(
      study.applicationId,
      {
        ...{ resourceType: 'Observation', status: 'final', effectiveDateTime: `2026-0${month + 1}-01` },
        code: { coding: [{ system: 'http://loinc.org', code: '29463-7', display: 'Body weight' }] },
        valueQuantity: { value, unit: 'kg', system: 'http://unitsofmeasure.org', code: 'kg' },
      },
      uids.Observation,
    ),
    url,
  )
for (const [day, systolic, diastolic] of [
  [1, 131, 84],
  [9, 127, 80],
] as const)
  await submitData(
    person,
    submissionOf(
      study.applicationId,
      {
        ...{ resourceType: 'Observation', status: 'final', effectiveDateTime: `2026-02-0${day}` },
        code: { coding: [{ system: 'http://loinc.org', code: '85354-9' }] },
        component: [
          { code: { text: 'Upper' }, valueQuantity: { value: systolic, unit: 'mmHg' } },
          { code: { text: 'Lower' }, valueQuantity: { value: diastolic, unit: 'mmHg' } },
        ],
      },
      uids.Observation,
    ),
    url,
  )
await sendRequest(
  app,
  'GET',
  `/api/questionnaire/${_id}/responses`,
  bearer(study.keyPair, [`read:questionnaire[${_id}]`]),
)

const context = await openContext(t)
await installWallet(context, wallet)
await context.addInitScript(
  `self.origin === 'null' || localStorage.getItem('andiron-consents') || localStorage.setItem('andiron-consents', JSON.stringify([
    { applicationId: 'study', applicationName: 'A study', questionnaire: 'q', did: '${person.did}', since: '2026-03-01T00:00:00Z' },
  ]))`,
)
const page = await context.newPage()
const complaints = complaintsOf(page)
const button = (name: string | RegExp) => page.getByRole('button', { name })
const text = (words: string | RegExp) => page.getByText(words).first().waitFor()
const part = (name: string) => page.getByRole('region', { name, exact: true })
const heading = (name: string, of = page) => of.getByRole('heading', { level: 1, name, exact: true })
/** Opens a view by its link in the navigation. */
async function view(name: string) {
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).click()
  await heading(name).waitFor()
}

const UCUM = 'http://unitsofmeasure.org'

const look =
  (name: string, of = page) =>
  (how: string) =>
    PICTURES === undefined
      ? Promise.resolve()
      : of.screenshot({ path: join(PICTURES, `${name}-${how}.png`), fullPage: true })

t.test('opens with the key of a wallet, from the nodes', async t => {
  await page.goto(`${url}/profile`)
  await button('Test Wallet').waitFor()
  // The code that signs is loaded while the person chooses.
  await page.waitForLoadState('networkidle')
  const asked: string[] = []
  const note = (request: Request) => void asked.push(`${request.method()} ${request.url()}`)
  page.on('request', note)
  await button('Test Wallet').click()
  await heading('Your health').waitFor()
  await part('Answered last').getByText('Your mood').waitFor()
  page.off('request', note)
  const toNodes = asked.filter(each => environment.nodes.some(node => each.includes(node.url)))
  t.equal(toNodes.length, 2 * environment.nodes.length, 'each node lists all records, and returns all')
  const files = asked.filter(each => each.includes('/assets/'))
  t.ok(asked.length - files.length <= 13, asked.join('\n'))
  // The import of a file that was fetched is listed again, from the cache.
  t.ok(new Set(files).size <= 10, files.join('\n'))
  t.equal(await page.title(), 'Overview · Your health profile')
  await part('Who can read').getByText('You and 2 others can read.').waitFor()
  await part('Who can read').getByText('A synthetic study').waitFor()
  t.notMatch(await page.content(), person.did.slice(-8), 'nobody has to see an identifier')
  await isAccessible(t, page, 'profile', look('profile'))

  await part('Trends')
    .getByRole('link', { name: /Body weight.*73 kg.*Up 1\.5 kg since Feb 1, 2026/s })
    .click()
  await heading('Body weight').waitFor()
  t.equal(await page.title(), 'Measurements · Your health profile', 'without a measurement')
  t.notMatch(page.url(), /weight|29463/)
  await page.getByRole('img', { name: 'Body weight: from 71.5 to 73 kg, 3 values' }).waitFor()
  const rows = await part('Values of Body weight').getByRole('row').allInnerTexts()
  t.match(
    rows,
    [/Value in kg\tChecked$/, /\t73\t/, /\t71\.5\t/, /\t72\t/],
    'the table says the same, the newest first',
  )
  await part('Values of Body weight').getByText('As submitted').nth(2).waitFor()
  await isAccessible(t, page, 'measurement', look('measurement'))
  await page.getByRole('link', { name: 'All measurements' }).click()
  await page.getByRole('link', { name: /Blood pressure.*127\/80 mmHg/s }).click()
  const pressure =
    'Blood pressure: Upper from 127 to 131 mmHg, Lower from 80 to 84 mmHg, 2 values, the last one 127/80'
  await page.getByRole('img', { name: pressure }).waitFor()
  t.equal(await page.getByRole('radio', { name: 'All' }).isChecked(), true)
  await isAccessible(t, page, 'blood-pressure', look('blood-pressure'))
  await page.getByRole('link', { name: 'All measurements' }).click()
  await heading('Measurements').waitFor()

  await view('Answers')
  await page.locator('summary', { hasText: 'Your mood' }).click()
  await text('rather well')
  await text('How are you?')
  await isAccessible(t, page, 'answers', look('answers'))
  await view('Timeline')
  const days = await page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts()
  t.same(days, [
    'Today',
    'Sunday, March 1, 2026',
    'Monday, February 9, 2026',
    'Sunday, February 1, 2026',
    'Thursday, January 1, 2026',
  ])
  await page.getByRole('main').getByText('Body weight 71.5 kg').waitFor()
  await isAccessible(t, page, 'timeline', look('timeline'))
  await page.getByRole('radio', { name: 'Answers' }).check()
  await page.getByRole('main').getByText('Your mood answered').waitFor()
  t.equal(await page.getByRole('main').getByText('Body weight').count(), 0)
  await page.getByRole('radio', { name: 'Documents' }).check()
  await text('Nothing of this kind yet.')
  await view('Activity')
  await page.getByRole('main').getByText('A synthetic study').waitFor()
  await isAccessible(t, page, 'activity', look('activity'))
})

t.test('each view has an address, and takes the focus', async t => {
  const focused = () => page.evaluate('document.activeElement?.textContent')
  await page.getByRole('link', { name: 'Settings' }).focus()
  await page.keyboard.press('Enter')
  await heading('Settings').waitFor()
  t.equal(await focused(), 'Settings')
  t.equal(new URL(page.url()).hash, '#settings')
  t.equal(await page.getByRole('link', { name: 'Settings' }).getAttribute('aria-current'), 'page')
  await page.goBack()
  await heading('Activity').waitFor()
  t.equal(await focused(), 'Activity')
  await page.reload()
  await button(/used here before/).click()
  await heading('Activity').waitFor()
  t.equal(await page.title(), 'Activity · Your health profile')
})

t.test(
  'says what is new since the last visit, in the unit of the person, and what was changed since',
  async t => {
    const weights = (value: number, more = {}) => ({
      ...{ resourceType: 'Observation', status: 'final', effectiveDateTime: '2026-04-01' },
      code: { coding: [{ system: 'http://loinc.org', code: '29463-7', display: 'Body weight' }] },
      valueQuantity: { value, unit: 'kg', system: UCUM, code: 'kg' },
      ...more,
    })
    const more = {
      device: { display: 'A scale' },
      referenceRange: [{ high: { value: 73.2, system: UCUM, code: 'kg' } }],
    }
    const { insertedUid } = await submitData(
      person,
      submissionOf(study.applicationId, weights(73.5, more), uids.Observation),
      url,
    )
    await page.goto(`${url}/profile`)
    await button(/used here before/).click()
    const news = page.getByRole('region', { name: /^Since / })
    await news.getByText('Body weight 73.5 kg').waitFor()
    t.equal(await news.getByRole('listitem').count(), 1, 'a change, and no reader')
    await isAccessible(t, page, 'news', look('news'))
    await news.getByRole('link').click()

    const values = part('Values of Body weight')
    await page.getByRole('radio', { name: 'lb' }).check()
    await values.getByText('As submitted').nth(3).waitFor()
    t.match(await values.getByRole('row').allTextContents(), [
      'WhenValue in lbFromChecked',
      /162A scale As submitted$/,
      /160\.9 As submitted$/,
    ])
    await page.getByText('Reference range up to 161.4 lb').waitFor()
    await page.getByText('3 of 4').waitFor()
    await isAccessible(t, page, 'measurement-in-pounds', look('measurement-in-pounds'))

    const nodes = await connectNodes(person, environment)
    const address = { collection: uids.Observation, document: insertedUid }
    await nodes.updateData({ ...address, update: { $set: { 'valueQuantity.value': 70 } } })
    await page.reload()
    await button(/used here before/).click()
    await values.getByText('Not confirmed').waitFor()
    await values.getByText('As submitted').nth(2).waitFor()
    t.match(
      await values.getByRole('row').allTextContents(),
      [/Value in lb/, /154\.3A scaleNot confirmed$/],
      'the unit is remembered',
    )
    await page.getByRole('radio', { name: 'kg' }).check()
    await nodes.deleteData(address)
  },
)

/** The size of the picture beside the name. */
const SIZE = `(({ naturalWidth, naturalHeight }) => [naturalWidth, naturalHeight])(document.querySelector('header img.face'))`

/** True if links of the navigation lie on each other, on the brand, or beyond the screen. */
const OVERLAP = `(() => {
  const boxes = [...document.querySelectorAll('.brand, nav a')].map(each => each.getBoundingClientRect())
  const isOn = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1
  return boxes.some((a, at) => a.right > innerWidth + 1 || a.left < -1 || boxes.slice(at + 1).some(b => isOn(a, b)))
})()`

/** Names in the navigation of which a part is not in sight; that of the service has room beside its mark, or none. */
const CUT = `(() => {
  const isCut = each => {
    const { left, right, width } = each.getBoundingClientRect()
    return width > 0 && (left < 0 || right > innerWidth)
  }
  const name = document.querySelector('.brand bdi')?.getBoundingClientRect()
  const head = document.querySelector('.head').getBoundingClientRect()
  const isWhole = !name || name.top >= head.bottom || (name.left >= head.left && name.right <= head.right)
  return [...document.querySelectorAll('nav a span')].filter(isCut).map(each => each.textContent).concat(isWhole ? [] : ['the name'])
})()`

t.test('in Arabic from right to left, and in German, on a phone', async t => {
  const abroad = await openContext(t, { locale: 'ar-EG', viewport: { width: 320, height: 700 } })
  await installWallet(abroad, wallet)
  const phone = await abroad.newPage()
  const errors = complaintsOf(phone)
  const views = [
    'overview',
    'measurements',
    'answers',
    'documents',
    'timeline',
    'sharing',
    'activity',
    'settings',
  ]
  /** Each view is accessible, fits, and has no English words but those of the data. */
  const isWhole = async (t: Test, language: string, titles: readonly string[]) => {
    for (const [at, name] of views.entries()) {
      await phone.evaluate(`location.hash = '${name}'`)
      await heading(titles[at] ?? '', phone).waitFor()
      t.same(await violationsIn(phone), [], `${language} ${name}`)
      const overhang = 'document.documentElement.scrollWidth - innerWidth'
      t.equal(await phone.evaluate(overhang), 0, `${language} ${name} fits`)
      const said = (await phone.locator('main').innerText()).replace(/Your mood|How are you\?|English/g, '')
      t.notMatch(said, /\b(the|your?|and|of|is|not|can|may|this)\b/i, `${language} ${name}`)
      await look(`${language}-${name}`, phone)('narrow')
    }
  }
  await phone.goto(`${url}/profile`)
  await phone.getByRole('button', { name: 'Test Wallet' }).click()
  await heading('صحتك', phone).waitFor()
  await phone.getByRole('navigation').getByRole('link', { name: 'الخط الزمني' }).click()
  await heading('الخط الزمني', phone).waitFor()
  t.equal(await phone.getAttribute('html', 'dir'), 'rtl')
  await phone.getByText('الوزن').first().waitFor()
  await isWhole(t, 'ar', [
    ...['صحتك', 'القياسات', 'الإجابات', 'المستندات', 'الخط الزمني', 'المشاركة', 'النشاط', 'الإعدادات'],
  ])
  await phone.getByRole('combobox', { name: 'اللغة' }).selectOption('de')
  await heading('Einstellungen', phone).waitFor()
  t.equal(await phone.title(), 'Einstellungen · Ihr Gesundheitsprofil')
  t.equal(await phone.getAttribute('html', 'dir'), 'ltr')
  await isWhole(t, 'de', [
    ...['Ihre Gesundheit', 'Messwerte', 'Antworten', 'Dokumente', 'Zeitverlauf', 'Teilen', 'Zugriffe'],
    'Einstellungen',
  ])
  const settings = {
    es: 'Ajustes',
    fr: 'Réglages',
    pt: 'Configurações',
    hi: 'सेटिंग',
    zh: '设置',
    de: 'Einstellungen',
  }
  for (const [language, title] of Object.entries(settings)) {
    await phone.getByRole('combobox').selectOption(language)
    await heading(title, phone).waitFor()
    t.equal(await phone.evaluate('document.documentElement.scrollWidth - innerWidth'), 0, `${language} fits`)
    t.equal(await phone.evaluate(OVERLAP), false, `${language}: the links keep their places`)
    t.same(await phone.evaluate(CUT), [], `${language}: every name is in sight`)
    t.same(await violationsIn(phone), [], language)
  }
  await phone.evaluate("location.hash = 'measurements'")
  await phone.getByRole('link', { name: /Körpergewicht.*73 kg.*1,5 kg mehr als am 01\.02\.2026/s }).click()
  await phone.getByRole('img', { name: /^Körpergewicht: von 71,5 bis 73 kg, 3 Werte/ }).waitFor()
  t.same(errors, [])
})

t.test('has a name that only its person can read', async t => {
  await view('Settings')
  const form = part('Name of this profile')
  await form.getByLabel('Name').fill('  Ada at home ')
  await form.getByLabel('plum').check()
  await button('Save the name').click()
  await text('Your profile is called Ada at home.')
  const shell = page.locator('header')
  await shell.getByText('Ada at home').waitFor()
  t.equal(await shell.locator('.face').innerText(), 'AA')
  await part('Recovery').getByText('Test Wallet opens this profile on any device.').waitFor()
  await isAccessible(t, page, 'settings-named', look('settings-named'))
  await form.getByLabel('Name').fill('Ada')
  await button('Save the name').click()
  await text('Your profile is called Ada.')

  const nodes = await connectNodes(person, environment)
  const labels = async () =>
    Promise.all(
      (await nodes.listData())
        .filter(({ collection }) => collection === uids.ProfileLabel)
        .map(address => nodes.readData(address)),
    )
  const [label, ...others] = await labels()
  t.match(label, { name: 'Ada', colour: 'plum' })
  t.equal(others.length, 0)
  t.same(
    label?._acl.map(({ grantee }) => keyIdOf(grantee)),
    [keyIdOf(person.did)],
    'the service has no permission',
  )
  const refused = await sendRequest(
    app,
    'POST',
    '/api/submission',
    bearer(person, ['write']),
    submissionOf(study.applicationId, { name: 'Mallory' }, uids.ProfileLabel),
  )
  t.match(refused.json(), { status: 422, code: 'AND_INVALID_RECORD' })

  await t.test('and a picture: small, without metadata, and sealed', async t => {
    const photo = await sharp({ create: { width: 400, height: 300, channels: 3, background: 'teal' } })
      .withExif({ IFD0: { Copyright: 'canary' } })
      .jpeg()
      .toBuffer()
    t.ok(photo.includes('canary'))
    const choose = form.getByLabel('Choose a picture')
    for (const [mimeType, buffer] of [
      ['text/html', Buffer.from('<h1>')],
      ['image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
      ['image/png', Buffer.from('no picture')],
    ] as const) {
      await choose.setInputFiles({ name: 'other', mimeType, buffer })
      await text('This file is not a picture.')
    }
    await choose.setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: photo })
    await text('me.jpg is stored.')
    const picture = shell.locator('img.face')
    const src = (await picture.getAttribute('src')) ?? ''
    t.match(src, /^data:image\/(?:webp|jpeg|png);base64,/)
    t.notOk(Buffer.from(src.slice(src.indexOf(',') + 1), 'base64').includes('canary'))
    t.same(await page.evaluate(SIZE), [96, 96])
    await isAccessible(t, page, 'settings-picture', look('settings-picture'))
    const stored = (await labels()) as { sealedPicture?: string; name?: string }[]
    t.match(stored, [{ name: 'Ada', sealedPicture: /^[\w-]{100,20000}$/ }])
    t.equal(stored.length, 1)
    const sealed = Buffer.from(stored[0]?.sealedPicture ?? '', 'base64url')
    t.notOk(sealed.includes('RIFF'), 'no node can look at it')

    await page.reload()
    const known = button(/used here before/)
    await known.locator('img.face').waitFor()
    await known.click()
    await shell.locator('img.face').waitFor()
    await form.getByRole('button', { name: 'Delete', exact: true }).click()
    await text('Picture was deleted from every node.')
    t.equal(await picture.count(), 0)
    const [removed] = await labels()
    t.notOk(removed && 'sealedPicture' in removed)
  })

  await t.test('and keeps it while a node does not let it be read, until the person tries again', async t => {
    const ofNode = `${environment.nodes[0]?.url}/v1/users/data/read`
    const refuse: Parameters<typeof page.route>[1] = route =>
      route.fulfill({ status: 403, headers: { 'access-control-allow-origin': '*' }, json: {} })
    await page.route(ofNode, refuse)
    await page.reload()
    await button(/used here before/).click()
    await form.getByRole('button', { name: 'Save the name' }).click()
    await text('The name of this profile cannot be read now.')
    t.equal(await shell.getByText('Ada', { exact: true }).count(), 1)
    await page.unroute(ofNode)
    const again = button('Try again')
    await again.press('Enter')
    await again.waitFor({ state: 'detached' })
    t.equal(await page.evaluate('document.activeElement?.textContent'), 'Settings')

    await page.route('**/v1/**', refuse)
    await page.reload()
    await button(/used here before/).click()
    await page.getByRole('alert').waitFor()
    await isAccessible(t, page, 'unread', look('unread'))
    await page.unroute('**/v1/**')
    await again.press('Enter')
    await part('Name of this profile').waitFor()
    t.equal(await page.evaluate('document.activeElement?.textContent'), 'Settings')
    t.same(
      complaints.splice(0).filter(each => !/status of 403/.test(each)),
      [],
    )
  })

  await page.getByText('Technical details').click()
  await allowClipboard(context)
  await button('Copy the identifier').click()
  await text('The identifier is copied.')
  t.equal(await page.evaluate('navigator.clipboard.readText()'), person.did)
  await view('Activity')
})

const letter = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('Dear Ada') })
const NEXT_FRAME = 'new Promise(requestAnimationFrame)'

t.test('keeps files: uploaded, looked at, saved, deleted', async t => {
  await view('Documents')
  const documents = page.getByRole('main')
  if (!IN_FIREFOX) {
    const session = await context.newCDPSession(page)
    t.notMatch(JSON.stringify(await session.send('Accessibility.getFullAXTree')), 'No file chosen')
  }
  const choosing = page.waitForEvent('filechooser')
  await documents.getByRole('button', { name: 'Upload a file' }).press('Enter')
  const chooser = await choosing
  t.ok(chooser.isMultiple())
  await chooser.setFiles(letter('letter.txt'))
  await text('letter.txt is stored.')
  await button('Look at letter.txt').click()
  await documents.getByText('Dear Ada').waitFor()
  const { name, content } = await savedBy(page, () => button('Download letter.txt').click())
  t.equal(name, 'letter.txt')
  t.equal(String(content), 'Dear Ada')
  t.equal((await listData(person, environment)).length, 9, 'with what is told of it')
  const remove = documents.getByRole('button', { name: 'Delete', exact: true, description: 'letter.txt' })
  await remove.click()
  t.equal((await listData(person, environment)).length, 9, 'nothing happens unasked')
  await button('Yes, delete letter.txt').click()
  await text('letter.txt was deleted from every node.')
  await remove.waitFor({ state: 'detached' })
  await page.waitForFunction('document.activeElement !== document.body')
  t.equal(
    await page.evaluate('document.activeElement.textContent'),
    'Documents',
    'the focus is not lost with the button',
  )
  t.equal((await listData(person, environment)).length, 7)
})

/** A script that drops texts and files on the page, for a browser whose driver cannot. */
const dropOf = (
  items: readonly object[],
  files: readonly { readonly name: string; readonly content: string }[],
) => `{
  const dataTransfer = new DataTransfer()
  for (const { mimeType, data } of ${JSON.stringify(items)}) dataTransfer.setData(mimeType, data)
  for (const { name, content } of ${JSON.stringify(files)}) dataTransfer.items.add(new File([content], name))
  const dropped = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true })
  document.body.dispatchEvent(dropped)
}`

t.test('takes files that are dropped, one after the other, each with its outcome', async t => {
  const own = await context.newPage()
  const errors = complaintsOf(own)
  await own.route('**/.well-known/andiron.json', async route => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), largestFile: 1000 } })
  })
  await own.goto(page.url())
  await own.getByRole('button', { name: /used here before/ }).click()
  await heading('Documents', own).waitFor()
  await own.getByText('At most 1 kB a file, and 20 files at a time.').waitFor()
  t.equal(await own.getByText('Take a photo').isVisible(), false, 'only where a finger points')
  const folder = t.testdir({
    ...{ 'one.txt': 'One', 'two.txt': 'Two', 'large.txt': 'x'.repeat(1001), inner: { 'three.txt': 'Three' } },
  })
  const contentOf = async (name: string) => ({ name, content: await readFile(`${folder}/${name}`, 'utf8') })
  const devtools = IN_FIREFOX ? undefined : await context.newCDPSession(own)
  const drop = async (items: readonly object[], ...files: readonly string[]) => {
    if (devtools === undefined) return own.evaluate(dropOf(items, await Promise.all(files.map(contentOf))))
    const data = { items, files: files.map(file => `${folder}/${file}`), dragOperationsMask: 1 }
    for (const type of ['dragEnter', 'dragOver', 'drop'])
      await devtools.send('Input.dispatchDragEvent', { type, x: 5, y: 5, data } as never)
  }
  // A script cannot make a folder.
  if (!IN_FIREFOX) {
    await drop([], 'inner')
    await own.getByText('A folder cannot be uploaded. Open it, and choose the files in it.').waitFor()
  }
  await drop([{ mimeType: 'text/plain', data: 'My results' }])
  await own.getByText('This is not a file. Save it as a file first, and choose that.').waitFor()
  await own
    .getByLabel('Upload a file')
    .setInputFiles(
      Array.from({ length: 21 }, (_, at) => ({ name: `${at}`, mimeType: '', buffer: Buffer.alloc(1) })),
    )
  await own.getByText('These are too many files, and none was stored.').waitFor()
  await drop([], 'large.txt')
  await own.getByRole('alert').getByText('This file is larger than 1 kB. Nothing of it was stored.').waitFor()
  await drop([], 'one.txt', 'large.txt', 'two.txt')
  await own.getByText('Stored: 2 of 3 files.').waitFor()
  t.same(await own.getByRole('list', { name: 'Uploads' }).getByRole('listitem').allInnerTexts(), [
    'one.txt\nStored',
    'large.txt\nThis file is larger than 1 kB. Nothing of it was stored.',
    'two.txt\nStored',
  ])
  await isAccessible(t, own, 'dropped files', look('dropped', own))
  for (const name of ['one.txt', 'two.txt']) {
    const row = own.getByRole('listitem').filter({ has: own.getByRole('heading', { name }) })
    await row.getByRole('button', { name: 'Delete', exact: true }).click()
    await own.getByRole('button', { name: `Yes, delete ${name}` }).click()
    await own.getByText(`${name} was deleted from every node.`).waitFor()
  }
  t.equal((await listData(person, environment)).length, 7)
  t.same(errors, [])
  await own.close()
})

t.test('a document has a kind, a name and a date, which its person corrects', async t => {
  await view('Documents')
  const errors = complaintsOf(page)
  const documents = page.getByRole('main')
  const pdf = Buffer.from('%PDF-1.7\n\xff')
  // The name says another type than the bytes.
  await documents
    .getByLabel('Upload a file')
    .setInputFiles({ name: 'scan.png', mimeType: 'image/png', buffer: pdf })
  await text('scan.png is stored.')
  const card = documents.getByRole('listitem').filter({ has: page.getByRole('heading') })
  await card.getByText('PDF, 11 byte').waitFor()
  await card.getByText(/^Other document, /).waitFor()
  const correctOf = (name: string) => button(`Edit details of ${name}`)
  await correctOf('scan.png').click()
  const kind = documents.getByLabel('Kind of document')
  await documents.locator('form select:focus').waitFor()
  await isAccessible(t, page, 'correction', look('correction'))
  await kind.selectOption('Vaccinations')
  await documents.getByLabel('Name of the document').fill('  Tetanus ')
  const date = documents.getByRole('group', { name: 'Date on the document, if there is one' })
  const part = (name: string) => date.getByRole('textbox', { name })
  await part('Year').fill('2024')
  await page.keyboard.press('Enter')
  await date.getByText(/^Error: Give the month of 'Date on the document/).waitFor()
  await date.locator('input:focus').and(part('Month')).waitFor()
  await isAccessible(t, page, 'a refused date', look('refused-date'))
  await page.keyboard.type('2')
  await page.keyboard.press('Tab')
  await page.keyboard.type('29')
  await button('Save the details').click()
  await text('The details of Tetanus are saved.')
  await card.getByText('Vaccinations, Feb 29, 2024').waitFor()
  await documents.locator('button:focus').and(correctOf('Tetanus')).waitFor()
  const nodes = await connectNodes(person, environment)
  const described = async () =>
    Promise.all(
      (await nodes.listData())
        .filter(({ collection }) => collection === uids.DocumentReference)
        .map(address => nodes.readData(address)),
    )
  const [description, ...others] = await described()
  t.equal(others.length, 0, 'the description of before is deleted')
  t.match(description, {
    type: { coding: [{ system: 'http://loinc.org', code: '82593-5' }] },
    content: [
      { attachment: { title: 'Tetanus', contentType: 'application/pdf', creation: '2024-02-29T12:00:00Z' } },
    ],
  })
  // The earlier description stays on the nodes, which do not answer its deletion.
  const ofDescription = new RegExp(`/${uids.DocumentReference}/`)
  await page.route(ofDescription, route =>
    route.request().method() === 'DELETE' ? route.abort() : route.continue(),
  )
  await correctOf('Tetanus').click()
  await documents.getByLabel('Name of the document').fill('Tetanus 2')
  await page.keyboard.press('Enter')
  await documents.getByRole('alert').waitFor()
  await card.getByRole('heading', { name: 'Tetanus 2' }).waitFor()
  t.equal((await described()).length, 2)
  await page.unroute(ofDescription)
  for (const seen of [errors, complaints])
    t.same(
      seen.splice(0).filter(complaint => !/ERR_FAILED|CORS request did not succeed/.test(complaint)),
      [],
    )
  // Without a date again, and with the name of the file.
  await correctOf('Tetanus 2').click()
  await documents.getByLabel('Name of the document').fill(' ')
  t.same(await Promise.all(['Month', 'Day', 'Year'].map(name => part(name).inputValue())), [
    '2',
    '29',
    '2024',
  ])
  for (const name of ['Month', 'Day', 'Year']) await part(name).fill('')
  await page.keyboard.press('Enter')
  await text('The details of scan.png are saved.')
  t.notMatch(JSON.stringify(await described()), 'creation')
  t.equal((await described()).length, 1, 'the next correction deletes what was left')
  await page.getByRole('link', { name: 'Overview', exact: true }).click()
  await page
    .getByRole('listitem')
    .filter({ hasText: 'scan.png' })
    .getByText(/^Vaccinations, /)
    .waitFor()
  await isAccessible(t, page, 'overview with a document', look('overview-document'))
  await view('Documents')
  await documents.getByRole('button', { name: 'Delete', exact: true }).click()
  await button('Yes, delete scan.png').click()
  await text('scan.png was deleted from every node.')
  t.equal((await listData(person, environment)).length, 7)
  t.same(errors, [])
})

/** True if something dark is drawn. */
const IS_DRAWN = `(() => {
  const canvas = document.querySelector('canvas')
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
  return data.some((value, at) => at % 4 === 0 && value < 100)
})()`

t.test('shows a PDF, one page at a time, and runs nothing in it', async t => {
  const own = await context.newPage()
  const errors = complaintsOf(own)
  await own.goto(page.url())
  await own.getByRole('button', { name: /used here before/ }).click()
  await heading('Documents', own).waitFor()
  const asked: string[] = []
  own.on('request', request => asked.push(new URL(request.url()).pathname))
  const isOfPdf = (path: string) => /^\/assets\/pdf/.test(path)
  const paper = await context.newPage()
  await paper.setContent('<h1>Blood test</h1><a href="https://elsewhere.example">A link</a>')
  const printed = await paper.pdf()
  await paper.close()
  const script = pdfOf(['Page of one', 'Page of two'], '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>')
  const documents = own.getByRole('main')
  const files = { 'letter.pdf': script, 'print.pdf': printed, 'broken.pdf': Buffer.from('%PDF-1.7\n\xff') }
  await documents
    .getByLabel('Upload a file')
    .setInputFiles(Object.entries(files).map(([name, buffer]) => ({ name, mimeType: '', buffer })))
  await own.getByText('Stored: 3 of 3 files.').waitFor()
  t.notOk(asked.some(isOfPdf), 'PDF.js is not loaded before')
  await own.getByRole('button', { name: 'Look at letter.pdf' }).click()
  await documents.getByText('Page 1 of 2', { exact: true }).waitFor()
  t.equal(await own.evaluate(IS_DRAWN), true)
  const [worker, ...others] = own.workers()
  t.same(others, [])
  const ended = new Promise(resolve => worker?.once('close', resolve))
  await documents.getByText('Text of this page').click()
  await documents.getByText('Page of one').waitFor()
  await isAccessible(t, own, 'PDF', look('pdf', own))
  const next = own.getByRole('button', { name: 'Next page' })
  await next.focus()
  await own.keyboard.press('Enter')
  await own.getByRole('img', { name: 'letter.pdf, Page 2 of 2' }).waitFor()
  await documents.getByText('Page 2 of 2', { exact: true }).waitFor()
  await own.keyboard.press('Enter')
  await documents.getByText('Text of this page').click()
  await documents.getByText('Page of two').waitFor()
  await own.getByRole('button', { name: 'Close letter.pdf' }).click()
  await own.locator('canvas').waitFor({ state: 'detached' })
  await ended
  t.equal(own.workers().length, 0, 'its worker has ended')

  await own.getByRole('button', { name: 'Look at print.pdf' }).click()
  await documents.getByText('Page 1 of 1', { exact: true }).waitFor()
  t.equal(await own.evaluate(IS_DRAWN), true, 'with the fonts of the PDF')
  t.equal(await own.getByRole('link', { name: 'A link' }).count(), 0)
  await own.getByRole('button', { name: 'Look at broken.pdf' }).click()
  await documents.getByText('This PDF cannot be shown here').waitFor()
  t.equal(new Set(asked.filter(isOfPdf)).size, 2, 'its script and its worker')
  for (const name of Object.keys(files)) {
    const card = own.getByRole('listitem').filter({ has: own.getByRole('heading', { name }) })
    await card.getByRole('button', { name: 'Delete', exact: true }).click()
    await own.getByRole('button', { name: `Yes, delete ${name}` }).click()
    await own.getByText(`${name} was deleted from every node.`).waitFor()
  }
  t.equal((await listData(person, environment)).length, 7)
  t.same(errors, [])
  await own.close()
})

t.test('continues an upload that broke off, with what has not arrived', async t => {
  const own = await context.newPage()
  await own.goto(page.url())
  await own.getByRole('button', { name: /used here before/ }).click()
  await heading('Documents', own).waitFor()
  const parts: string[] = []
  let isBroken = true
  await own.route('**/objects/**', route => {
    if (route.request().method() !== 'PUT') return route.continue()
    const part = new URL(route.request().url()).searchParams.get('part') ?? ''
    if (isBroken && part === '2') return route.abort()
    parts.push(part)
    return route.continue()
  })
  const scan = { name: 'knee.dcm', mimeType: 'application/dicom', buffer: randomBytes(17 * 1024 * 1024) }
  const documents = own.getByRole('main')
  const choose = () => documents.getByLabel('Upload a file').setInputFiles(scan)
  await choose()
  await documents.getByRole('button', { name: 'Continue' }).waitFor()
  t.same(parts.splice(0), ['1'])
  t.equal(await documents.getByLabel('Upload a file').count(), 0, 'another file waits')
  await isAccessible(t, own, 'stopped upload', look('stopped', own))
  isBroken = false
  await documents.getByRole('button', { name: 'Continue' }).click()
  await own.getByText('knee.dcm is stored.').waitFor()
  t.same(parts.splice(0), ['2', '3'])
  const { content } = await savedBy(own, () =>
    documents.getByRole('button', { name: 'Download knee.dcm' }).click(),
  )
  t.ok(scan.buffer.equals(content))
  await documents.getByRole('button', { name: 'Delete', exact: true }).click()
  await documents.getByRole('button', { name: 'Yes, delete knee.dcm' }).click()
  await own.getByText('knee.dcm was deleted from every node.').waitFor()

  isBroken = true
  await choose()
  await documents.getByRole('button', { name: 'Cancel the upload' }).click()
  await documents.getByRole('button', { name: 'Upload a file' }).waitFor()
  t.equal((await listData(person, environment)).length, 7)
  await own.close()
})

/** A place where requests wait. */
function gate() {
  let open = () => {}
  const opened = new Promise<void>(resolve => {
    open = resolve
  })
  return { open, opened }
}

t.test('says what happened to an upload while another view was open', async () => {
  const own = await context.newPage()
  await own.goto(page.url())
  await own.getByRole('button', { name: /used here before/ }).click()
  await heading('Documents', own).waitFor()
  const { open, opened } = gate()
  await own.route('**/objects/**', async route => {
    await opened
    await route.abort()
  })
  const sent = own.waitForRequest('**/objects/**')
  await own.getByLabel('Upload a file').setInputFiles(letter('unsent.txt'))
  await sent
  await own.getByRole('link', { name: 'Measurements', exact: true }).click()
  await heading('Measurements', own).waitFor()
  open()
  await own.getByRole('link', { name: 'Documents', exact: true }).click()
  await own.getByText('unsent.txt has not arrived.').waitFor()
  await own.getByRole('button', { name: 'Try again' }).waitFor()
  await own.close()
})

t.test('an earlier reading of the records that ends later hides no file', async t => {
  const own = await context.newPage()
  await own.goto(page.url().replace('documents', 'settings'))
  await own.getByRole('button', { name: /used here before/ }).click()
  const name = own.getByRole('region', { name: 'Name of this profile' })
  const { open, opened } = gate()
  const [lists, reads] = [/\/v1\/users\/data\?/, /\/v1\/users\/data\/read/]
  let listed = 0
  await name.getByLabel('Name').fill('Ada')
  // The lists of the three nodes, once the name is stored.
  await own.route(
    lists,
    async route => {
      const response = await route.fetch()
      listed += 1
      await opened
      await route.fulfill({ response })
    },
    { times: 3 },
  )
  await name.getByRole('button', { name: 'Save the name' }).click()
  while (listed < 3) await own.evaluate(NEXT_FRAME)
  await own.getByRole('link', { name: 'Documents', exact: true }).click()
  await own.getByLabel('Upload a file').setInputFiles(letter('late.txt'))
  await own.getByText('late.txt is stored.').waitFor()
  const answered = own.waitForResponse(reads)
  open()
  await answered
  for (let frames = 0; frames < 60; frames++) await own.evaluate(NEXT_FRAME)
  const remove = own.getByRole('button', { name: 'Delete', exact: true, description: 'late.txt' })
  t.ok(await remove.isVisible())
  await remove.click()
  await own.getByRole('button', { name: 'Yes, delete late.txt' }).click()
  await own.getByText('late.txt was deleted from every node.').waitFor()
  t.equal((await listData(person, environment)).length, 7)
  await own.close()
})

t.test('takes back what the service may read, on every node, and gives it back', async t => {
  const nodes = await connectNodes(person, environment)
  const readers = async () => {
    const all = await Promise.all((await nodes.listData()).map(address => nodes.readData(address)))
    return all.flatMap(({ _acl }) => _acl.filter(({ grantee }) => keyIdOf(grantee) !== keyIdOf(person.did)))
      .length
  }
  await view('Documents')
  const documents = page.getByRole('main')
  const letter = { name: 'mine.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear Grace') }
  await documents.getByLabel('Upload a file').setInputFiles(letter)
  await text('mine.txt is stored.')
  await isAccessible(t, page, 'documents', look('documents'))
  await view('Sharing')
  await button('Stop sharing with this service').click()
  await text(/applications do not receive your answers/)
  t.equal(await readers(), 8)
  await button('Yes, stop sharing').click()
  await text('Nobody else can read anything.')
  t.equal(await readers(), 0)
  await t.test('files open and are deleted all the same', async t => {
    await page.reload()
    await button(/used here before/).click()
    await heading('Sharing').waitFor()
    await view('Documents')
    await button('Edit details of mine.txt').click()
    await button('Save the details').click()
    await text(/^Nothing was changed: this service cannot read the file/)
    // Firefox does not log the status.
    t.match(complaints.splice(0), IN_FIREFOX ? [] : ['status of 422'])
    await button('Cancel').click()
    await button('Look at mine.txt').click()
    await documents.getByText('Dear Grace').waitFor()
    const { content } = await savedBy(page, () => button('Download mine.txt').click())
    t.equal(String(content), 'Dear Grace')
    await documents.getByRole('button', { name: 'Delete', exact: true }).click()
    await button('Yes, delete mine.txt').click()
    await text('mine.txt was deleted from every node.')
    t.equal((await listData(person, environment)).length, 7)
  })
  await view('Sharing')
  await button('Let this service read again').click()
  await button('Yes, let it read').click()
  await button('Stop sharing with this service').waitFor()
  t.equal(await readers(), 6)
})

t.test('takes back what was agreed to, and signs nobody out where no assistant is connected', async t => {
  await view('Settings')
  await button('Have A study ask again').click()
  await text('Every application asks you every time.')
  await view('Sharing')
  await text('No AI assistant is connected.')
  t.equal(await button('Disconnect all assistants').count(), 0)
})

t.test('signs what an assistant proposes, after seeing it', async t => {
  const client = await assistant(
    t,
    '2026-07-28',
    `${url}/mcp`,
    createSelfSignedJwt({
      ...{ keyPair: person, scopes: ['read'], now: Math.floor(Date.now() / 1000), lifetime: 604_800 },
      extra: { client_id: 'https://claude.example/client', client_name: 'Claude' },
    }),
  )
  const proposed = (await client.callTool({
    name: 'propose_observation',
    arguments: { code: 'body weight', value: 70.5, unit: 'kg', date: '2026-04-01' },
  })) as never as { structuredContent: { url: string } }
  const before = (await listData(person, environment)).length
  const page = await context.newPage()
  await page.goto(proposed.structuredContent.url)
  await page.getByRole('button', { name: /used here before/ }).click()
  const section = page.getByRole('region', { name: 'An assistant proposes' })
  await section.getByText('Body weight 70.5 kg, 2026-04-01').waitFor()
  t.match(await section.innerText(), /“?Claude”? proposes to store in your profile:/)
  t.notMatch(await section.innerText(), /claude\.example/, 'an identifier is technical')
  await section.getByText('Technical').click()
  await section.getByText('https://claude.example/client').waitFor()
  t.equal((await listData(person, environment)).length, before)
  await section.getByLabel('Body weight').fill('70.25')
  await section.getByRole('button', { name: 'Sign and store' }).click()
  await section.getByText('Stored in your profile.').waitFor()
  t.equal((await listData(person, environment)).length, before + 1)
  await page.close()
  const { content } = (await client.callTool({
    name: 'my_observations',
    arguments: { code: 'weight', view: 'latest' },
  })) as never as { content: { text: string }[] }
  t.match(content[0]?.text, /70\.25/, 'as the person changed it')
})

t.test('shows proposed answers as text in their form, to be changed and signed', async t => {
  const client = await assistant(
    t,
    '2026-07-28',
    `${url}/mcp`,
    createSelfSignedJwt({
      ...{ keyPair: person, scopes: ['read'], now: Math.floor(Date.now() / 1000), lifetime: 604_800 },
      extra: { client_id: 'https://claude.example/client', client_name: '<h1>This service</h1>' },
    }),
  )
  const words = '<img src=x onerror="document.title=1"> **Press Sign**'
  const proposed = (await client.callTool({
    name: 'propose_answer',
    arguments: { form: 'your mood', answers: { note: words } },
  })) as never as { structuredContent: { url: string } }
  const page = await context.newPage()
  await page.goto(proposed.structuredContent.url)
  await page.getByRole('button', { name: /used here before/ }).click()
  const section = page.getByRole('region', { name: 'An assistant proposes' })
  const field = section.getByLabel('How are you?')
  await field.waitFor()
  t.equal(await field.inputValue(), words)
  t.match(await section.innerText(), /<h1>This service<\/h1>.*<img src=x onerror=/s)
  t.match(await section.innerText(), /which receives the answers/)
  t.equal(await section.locator('img').count(), 0)
  await isAccessible(t, page, 'proposal', look('proposal', page))
  await field.fill('fine by now')
  await page.getByRole('link', { name: 'Sharing' }).click()
  await heading('Sharing', page).waitFor()
  t.equal(await section.count(), 0, 'a proposal is on the overview alone')
  await page.getByRole('link', { name: 'Overview' }).click()
  await heading('Your health', page).waitFor()
  t.equal(await field.inputValue(), 'fine by now', 'and what was typed outlasts a look elsewhere')
  const other = await context.newPage()
  await other.goto(proposed.structuredContent.url)
  await other.getByRole('button', { name: /used here before/ }).click()
  await other.getByLabel('How are you?').waitFor()
  await section.getByRole('button', { name: 'Sign and store' }).click()
  await section.getByText('Stored in your profile.').waitFor()
  await other.getByRole('button', { name: 'Sign and store' }).click()
  await other.getByText('There is no such proposal to you').waitFor()
  const answers = (await client.callTool({
    name: 'my_answers',
    arguments: { form: 'your mood' },
  })) as never as { content: { text: string }[] }
  t.match(answers.content[0]?.text, /How are you\?: fine by now.*rather well/s)
  t.notMatch(answers.content[0]?.text, /Press Sign/)
  await Promise.all([page.close(), other.close()])
})

t.test('the consent page shows what is in a profile, and doubts an empty one', async t => {
  const redirect_uri = 'https://assistant.example/callback'
  const { client_id } = (
    await app.inject({ method: 'POST', url: '/register', payload: { redirect_uris: [redirect_uri] } })
  ).json()
  const asked = new URLSearchParams({
    ...{ client_id, redirect_uri, response_type: 'code', code_challenge_method: 'S256' },
    code_challenge: 'c'.repeat(43),
  })
  const consent = String((await app.inject(`/authorize?${asked}`)).headers.location)
  const page = await context.newPage()
  await page.goto(consent)
  const known = page.getByRole('button', {
    name: /used here before.*2 answered forms, 6 measurements/,
  })
  await known.waitFor()
  await page.close()
  const other = await openContext(t)
  await installWallet(other, createSoftwareWallet('7e'.repeat(32)))
  const empty = await other.newPage()
  await empty.goto(consent)
  await empty.getByRole('button', { name: /Test Wallet/ }).click()
  await empty.getByText('This profile is empty').waitFor()
  await empty.getByRole('button', { name: /Choose another profile/ }).click()
  await empty.getByText('My profile is elsewhere').click()
  await empty.getByLabel('Recovery file').setInputFiles({
    ...{ name: 'profile-recovery.json', mimeType: 'application/json' },
    buffer: Buffer.from('{"andiron":"recovery","key":"x"}'),
  })
  await empty.getByRole('alert').waitFor()
  const words = await empty.locator('main').innerText()
  t.match(words, new URL(url).host, 'names this service')
  t.same(await empty.locator('main dt').allInnerTexts(), ['Who asks', 'What it can read', 'For how long'])
  t.match(words, /For how long\s+Until .*To end it before: “Disconnect all assistants”/s)
  const left = empty.waitForRequest(/assistant\.example\/callback/)
  await empty.getByLabel('Recovery file').setInputFiles({
    ...{ name: 'profile-recovery.json', mimeType: 'application/json' },
    buffer: Buffer.from(JSON.stringify(recoveryFileOf(person))),
  })
  t.match((await left).url(), /[?&]code=/, 'with the key that was brought')
})

t.test('holds the place of what is awaited, says so once, and leaves the focus where it is', async t => {
  const own = await context.newPage()
  const errors = complaintsOf(own)
  const go = await hold(own, '**/v1/users/data/read')
  await own.goto(`${url}/profile`)
  await own.getByRole('button', { name: /used here before/ }).click()
  const main = own.getByRole('main')
  const bars = main.locator('.placeholder')
  const link = (name: string) => own.getByRole('navigation').getByRole('link', { name, exact: true })
  for (const [name, title] of [
    ['Measurements', 'Measurements'],
    ['Answers', 'Answers'],
    ['Documents', 'Documents'],
    ['Timeline', 'Timeline'],
    ['Sharing', 'Sharing'],
    ['Activity', 'Activity'],
    ['Settings', 'Settings'],
    ['Overview', 'Your health'],
  ] as const) {
    await link(name).click()
    await heading(title, own).waitFor()
    await bars.first().waitFor()
    t.equal(
      await main.ariaSnapshot(),
      ['- main:', `  - heading "${title}" [level=1]`, '  - status: One moment …'].join('\n'),
    )
  }
  await isAccessible(t, own, 'awaited', look('awaited', own))
  const motion = () =>
    own.evaluate(
      "document.querySelector('main .placeholder').getAnimations().some(({ effect }) => effect.getTiming().iterations !== 1)",
    )
  t.equal(await motion(), true)
  await own.emulateMedia({ reducedMotion: 'reduce' })
  t.equal(await motion(), false)

  const place = await heading('Your health', own).boundingBox()
  await link('Timeline').focus()
  go()
  await main.getByText('Body weight').first().waitFor()
  t.equal(await own.evaluate('document.activeElement?.textContent'), 'TimelineTimeline')
  t.same(await heading('Your health', own).boundingBox(), place)
  await main.getByText('and 4 others can read').waitFor()
  t.equal(await bars.count(), 0)
  t.same(errors, [])
  await own.close()
})

t.test('holds the place of applications and assistants until these are read', async t => {
  const own = await context.newPage()
  const go = await hold(own, /\/api\/(consent|profile\/audit)/)
  await own.goto(`${url}/profile#sharing`)
  await own.getByRole('button', { name: /used here before/ }).click()
  const titles = own.getByRole('main').getByRole('heading', { level: 2 })
  const assistants = own.getByRole('heading', { name: 'Connected assistants' })
  await assistants.waitFor()
  t.same(await titles.allInnerTexts(), ['What applications may do', 'Connected assistants', 'Who can read'])
  t.equal(await own.getByText('No AI assistant is connected.').count(), 0, 'nobody knows yet')
  const before = (await assistants.boundingBox())?.y ?? 0
  go()
  await own.getByRole('switch', { name: 'Let assistant.example read' }).waitFor()
  const moved = Math.abs(((await assistants.boundingBox())?.y ?? 0) - before)
  t.ok(moved < 24, `${moved} pixels: less than a line`)
  await own.close()
})

t.test('decides by a switch, for one form, and until a day, and applications follow', async t => {
  const asked = bearer(study.keyPair, [`read:questionnaire[${_id}]`])
  const read = async () =>
    (await sendRequest(app, 'GET', `/api/questionnaire/${_id}/responses`, asked)).body.includes('rather well')
  await page.reload()
  await button(/used here before/).click()
  const sharing = part('What applications may do')
  const toggle = sharing.getByRole('switch', { name: 'Share with A synthetic study' })
  t.equal(await toggle.isChecked(), true)
  t.equal(await read(), true)
  await toggle.click()
  await sharing.getByText('A synthetic study reads nothing from now on.').waitFor()
  await sharing.getByText('A synthetic study may no longer use your records').waitFor()
  t.equal(await read(), false)

  await sharing.getByText('Decide for one form').click()
  await sharing.getByLabel('Answers to').selectOption('Your mood')
  const until = sharing.getByRole('group', { name: 'Until the end of this day' })
  const year = until.getByRole('textbox', { name: 'Year' })
  await year.fill('2020-01-01')
  await button('Sign this decision').click()
  await until.getByText(/^Error: Give a value of at least \d{4}-\d\d-\d\d/).waitFor()
  t.equal(await read(), false, 'a day that is over changes nothing')
  await year.fill('2120-01-01')
  await isAccessible(t, page, 'sharing', look('sharing'))
  await button('Sign this decision').click()
  await sharing.getByText('Your decision is in effect.').waitFor()
  await sharing
    .getByText(/may read your records and count them in statistics of “Your mood” until .*2120/)
    .waitFor()
  t.equal(await toggle.isChecked(), true)
  t.equal(await read(), true)
  await sharing.getByLabel('Only count them in statistics').check()
  await button('Sign this decision').click()
  await sharing.getByText(/may count your records of “Your mood” in statistics/).waitFor()
  t.equal(await toggle.isChecked(), false)
  t.equal(await read(), false)
  await toggle.click()
  await sharing.getByText('A synthetic study may read your answers again.').waitFor()
  t.equal(await read(), true)

  const assistants = part('Connected assistants')
  const letRead = assistants.getByRole('switch', { name: 'Let assistant.example read' })
  const readers = async (sentence: string) => {
    await page.getByRole('link', { name: 'Overview' }).click()
    await part('Who can read').getByText(sentence).waitFor()
  }
  await readers('You and 4 others can read.')
  t.same(
    (await part('Who can read').getByRole('listitem').allInnerTexts()).map(row => row.split('\n')[0]),
    ['This service', 'A synthetic study', 'assistant.example', '<h1>This service</h1>'],
    'assistants are among the readers',
  )
  await view('Sharing')
  await letRead.click()
  await assistants.getByText('reads nothing from now on.').waitFor()
  t.equal(await letRead.isChecked(), false)
  await readers('You and 3 others can read.')
  await view('Sharing')
  await button('Disconnect all assistants').click()
  await button('Yes, disconnect all').click()
  await assistants.getByText('All assistants are disconnected').waitFor()
  await assistants.getByText('No AI assistant is connected.').waitFor()
  t.equal(await page.evaluate('document.activeElement?.tagName'), 'H1', 'in the place of its button')
  await readers('You and 2 others can read.')
  await view('Activity')
  await page.getByRole('main').getByText('You disconnected all assistants').first().waitFor()
  const consented = await consents(person, environment)
  t.equal(consented.length, 3)
})

t.test('shows a decision at once, keeps the last of two, and takes back one that is refused', async t => {
  const asked = bearer(study.keyPair, [`read:questionnaire[${_id}]`])
  const read = async () =>
    (await sendRequest(app, 'GET', `/api/questionnaire/${_id}/responses`, asked)).body.includes('rather well')
  await view('Sharing')
  const sharing = part('What applications may do')
  const toggle = sharing.getByRole('switch', { name: 'Share with A synthetic study' })
  const consent = `${url}/api/consent`
  let go = () => {}
  const held = new Promise<void>(resolve => {
    go = resolve
  })
  await page.route(consent, async route => {
    if (route.request().method() === 'POST') await held
    await route.continue()
  })
  t.equal(await toggle.isChecked(), true)
  const asking = page.waitForRequest(request => request.url() === consent && request.method() === 'POST')
  await toggle.click()
  await asking
  t.equal(await toggle.isChecked(), false, 'while the service has not answered')
  t.equal(await read(), true)
  await toggle.click()
  await toggle.click()
  await toggle.click()
  t.equal(await toggle.isChecked(), true)
  go()
  await sharing.getByText('A synthetic study may read your answers again.').waitFor()
  t.equal(await toggle.isChecked(), true)
  t.equal(await read(), true)

  for (const [name, answer, reason] of [
    [
      'refused',
      { status: 409, code: 'AND_CONSENT_SUPERSEDED' },
      'A later decision of yours is already stored.',
    ],
    ['out of reach', undefined, 'The service cannot be reached.'],
  ] as const) {
    await page.unroute(consent)
    await page.route(consent, async route => {
      if (route.request().method() !== 'POST') await route.continue()
      else if (!answer) await route.abort()
      else
        await route.fulfill({
          status: answer.status,
          contentType: 'application/problem+json',
          body: JSON.stringify({ ...answer, title: 'Refused', detail: 'Refused.' }),
        })
    })
    await toggle.click()
    await sharing.getByRole('alert').getByText(reason).waitFor()
    t.equal(await toggle.isChecked(), true, name)
    t.equal(await read(), true)
  }
  await page.unroute(consent)
  await isAccessible(t, page, 'sharing after a refusal', look('sharing-refused'))
  t.same(
    complaints.splice(0).filter(each => !each.startsWith('Failed to load resource')),
    [],
  )
  t.equal(await button('Disconnect all assistants').count(), 0, 'none is connected')
})

t.test('takes everything, then deletes everything, and keeps the receipt', async t => {
  await view('Settings')
  await isAccessible(t, page, 'settings', look('settings'))
  const archive = await savedBy(page, () => button('Download everything').click())
  const files = await unzipped(archive.content)
  t.match(String(files.get('bundle.json')), /rather well/)
  t.match(String(files.get('bundle.json')), /"resourceType":"Consent"/)

  const confirmation = page.getByRole('textbox', { name: 'Type “delete” to confirm' })
  await confirmation.fill('everything')
  await text('Type the word delete, without quotation marks.')
  t.equal(await button('Delete everything').isDisabled(), true)
  await confirmation.fill('delete')
  await button('Delete everything').click()
  await text('Everything is deleted.')
  await view('Answers')
  await text('You have not answered a form yet.')
  await view('Settings')
  await isAccessible(t, page, 'profile-deleted', look('profile-deleted'))
  const receipt = await savedBy(page, () => button('Save the receipt').click())
  t.match(readReceipt(String(receipt.content), environment), { sub: person.did, files: 0 })
  t.same(await listData(person, environment), [])
})

t.test('forgets a key of this browser', async t => {
  await button(/^Remove .* from this device$/).click()
  await button('Yes, remove it').click()
  await button('Test Wallet').waitFor()
  t.equal(await page.getByRole('button', { name: /used here before/ }).count(), 0)
  t.same(complaints, [], 'and all the while nothing was refused by the policy of the page')
})

t.test('a browser without a profile says so, and makes none unasked', async t => {
  const other = await openContext(t)
  await installWallet(other, createSoftwareWallet('7f'.repeat(32)))
  const page = await other.newPage()
  const complaints = complaintsOf(page)
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const profiles = () =>
    page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('andiron.key.')).length")
  await page.goto(`${url}/profile`)
  await page
    .getByText('This browser has no profile yet. Bring the one you have, or make a new one.')
    .waitFor()
  await button(/This browser makes a new, empty profile/).waitFor()
  await isAccessible(t, page, 'no-profile', look('no-profile', page))
  await page.getByRole('button', { name: 'Choose the recovery file' }).waitFor()

  await button(/This browser/).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Make a new profile?' }).waitFor()
  t.equal(await page.evaluate('document.activeElement?.textContent'), 'Make a new profile?')
  await isAccessible(t, page, 'new-profile', look('new-profile', page))
  t.equal(await profiles(), 0)
  await button('Go back').click()
  await button('Test Wallet').click()
  await page.getByText('Nothing is stored in the profile of this wallet yet.').waitFor()
  await button('Go back').click()
  await button('Test Wallet').waitFor()
  t.equal(await profiles(), 0, 'nor does it keep the empty profile of a wallet')

  await page.getByLabel('Recovery file').setInputFiles({
    ...{ name: 'profile-recovery.json', mimeType: 'application/json' },
    buffer: Buffer.from('{"andiron":"recovery","key":"x"}'),
  })
  await page
    .locator('dd', { has: page.getByLabel('Recovery file') })
    .getByRole('alert')
    .waitFor()
  t.equal(await page.getByRole('alert').count(), 1, 'beside its field alone')
  await isAccessible(t, page, 'recovery-file-refused', look('recovery-file-refused', page))
  await page.getByLabel('Recovery file').setInputFiles({
    ...{ name: 'profile-recovery.json', mimeType: 'application/json' },
    buffer: Buffer.from(JSON.stringify(recoveryFileOf(person))),
  })
  await heading('Your health', page).waitFor()
  await page.getByRole('link', { name: 'Settings' }).click()
  const recovery = await savedBy(page, () => button('Save the recovery file').click())
  t.match(JSON.parse(String(recovery.content)), { did: person.did })
  await button('Open another profile').click()
  await button(/This browser/).click()
  await button('Make a new, empty profile').click()
  await heading('Your health', page).waitFor()
  t.equal(new URL(page.url()).hash, '', 'the address is not that of the other profile')
  await page.getByText('Only you can read your data.').waitFor()
  t.equal(await page.locator('ul:empty').count(), 0, 'no list without items is announced')
  t.equal(await profiles(), 5, 'the wallet of this browser, its profile, and what is remembered of both')

  await t.test('and sets up the recovery of a new one at once', async t => {
    await page.getByRole('link', { name: 'Settings' }).click()
    const settings = page.getByRole('region', { name: 'Recovery', exact: true })
    await settings.getByText('Not saved yet.').waitFor()
    await settings.getByText('This browser knows no wallet that opens this profile.').waitFor()
    await page.getByRole('link', { name: 'Overview' }).click()
    const card = page.getByRole('region', { name: 'Save your recovery file' })
    await card.waitFor()
    await isAccessible(t, page, 'recovery', look('recovery', page))
    const { content } = await savedBy(page, () =>
      card.getByRole('button', { name: 'Save the recovery file' }).click(),
    )
    const file = JSON.parse(String(content))
    t.match(file, { andiron: 'recovery', version: 1, did: /^did:nil:/ })
    await card.getByText('Your recovery file is in your downloads.').waitFor()
    await page.getByRole('link', { name: 'Settings' }).click()
    await settings.getByText(/^Last saved or used on /).waitFor()
    await isAccessible(t, page, 'settings-recovery', look('settings-recovery', page))
    await page.getByRole('link', { name: 'Overview' }).click()
    await heading('Your health', page).waitFor()
    t.equal(await card.count(), 0)

    await t.test('and tells the profiles of a browser apart', async t => {
      await page.getByRole('link', { name: 'Settings' }).click()
      await page.getByRole('region', { name: 'Name of this profile' }).getByLabel('Name').fill('Grace H')
      await button('Save the name').click()
      await page.getByText('Your profile is called Grace H.').waitFor()
      const profiles = page.getByRole('region', { name: 'Profiles on this device' }).getByRole('listitem')
      await profiles.getByRole('heading', { name: 'Grace H' }).waitFor()
      t.match(await profiles.first().innerText(), /GH\s+Grace H\s+It is open now\./)
      t.match(await profiles.nth(1).innerText(), /Another profile, ending in .*Last used on /s)
      await button('Open another profile').click()
      const choices = page
        .getByRole('group', { name: 'Which profile do you want to open?' })
        .getByRole('button')
      await choices.getByText('Grace H').waitFor()
      t.match(await choices.first().innerText(), /GH\s+Grace H\s+Used here before, last on /)
      t.match(await choices.nth(1).innerText(), /The profile you used here before\s+Last on .*, ending in/)
      await isAccessible(t, page, 'profiles', look('profiles', page))
      t.notMatch(await page.content(), /Body weight|Your mood/, 'nothing of another profile is on the page')
      await choices.nth(1).click()
      await heading('Your health', page).waitFor()
      t.notMatch(await page.locator('body').innerText(), /Grace/)
      t.equal(await page.title(), 'Overview · Your health profile')
    })

    await t.test('which every device of the person knows', async t => {
      const device = await openContext(t)
      const page = await device.newPage()
      await page.goto(`${url}/profile#settings`)
      await page.getByLabel('Recovery file').setInputFiles({
        ...{ name: 'profile-recovery.json', mimeType: 'application/json' },
        buffer: Buffer.from(JSON.stringify(file)),
      })
      await page.getByText(/^Last saved or used on /).waitFor()
    })
  })
  t.same(complaints, [])
})
