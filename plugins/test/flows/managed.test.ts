/** Managed mode, in a browser and on two sites: an application stores in a person's profile and never has a key. */
import t from 'tap'
import { toBase64url, toHex } from '../../../core/crypto/bytes.ts'
import { demand } from '../../../core/test/fixtures/programs.ts'
import { uids } from '../../../schemas/uids.ts'
import {
  createSoftwareWallet,
  deriveStorageKeypair,
  downloadAndDecryptFile,
  listData,
  readData,
  readResponses,
} from '../../../ui/sdk/index.ts'
import { violationsIn } from '../fixtures/accessibility.ts'
import { agree, answerAll, heardBy, personAt, popupOf, press } from '../fixtures/person.ts'
import { study } from '../fixtures/study.ts'

demand(t, 'chromium')

const { url, origin, neighbour, stranger, applicationId, keyPair, questionnaireId } = await study(t)

/** A person with a wallet of their own, and the key that follows from it. */
async function person(seed: string) {
  const wallet = createSoftwareWallet(seed.repeat(32))
  const session = await deriveStorageKeypair(wallet.signFn, wallet.address, { environment: url })
  return { wallet, key: session.sessionKeyPair, signature: session.signature }
}

const letter = { name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('A synthetic letter.') }
const CONNECT = 'Connect your profile'
const SHARE = /^Share /
const KEPT = 'Your answers are in your profile'

t.test('in a window: answers are stored under the person, and read by the application', async t => {
  const { wallet, key, signature } = await person('4b')
  const { context, page, complaints } = await personAt(t, origin, wallet)
  const connecting = await popupOf(context, () => press(page, CONNECT))
  await connecting.getByRole('button', { name: 'Test Wallet' }).waitFor()
  t.same(await violationsIn(connecting), [])
  await press(connecting, 'Test Wallet')
  await page.getByText(key.did).waitFor()

  await answerAll(page)
  const storing = await popupOf(context, () => press(page, /Submit/))
  await storing.getByLabel('Your e-mail address').fill('ada@person.example')
  await agree(storing, /^Share \d+ answers$/)
  await page.getByRole('heading', { name: KEPT }).waitFor()
  const document = await page.locator('code').last().innerText()

  const stored = await readData(key, url, { collection: uids.QuestionnaireResponse, document })
  t.match(stored, {
    questionnaire: questionnaireId,
    subject: { reference: key.did },
    author: { reference: keyPair.did },
  })
  const read = []
  for await (const response of readResponses(keyPair, questionnaireId, url)) read.push(response)
  t.match(JSON.stringify(read), 'ada@person.example')

  const heard = await heardBy(page)
  t.match(heard, 'DATA_UPLOADED')
  const secrets = [
    toHex(key.privateKey),
    toBase64url(key.privateKey),
    signature.slice(2),
    'ada@person.example',
  ]
  for (const secret of secrets) t.notOk(heard.includes(secret), 'no secret came to the page')
  t.same(complaints, [])
})

t.test('in a frame with storage of its own: the key comes from a window, and files go with it', async t => {
  const { wallet, key } = await person('5c')
  const { context, page, complaints } = await personAt(t, `${origin}/?mode=iframe`, wallet)
  const frame = page.frameLocator('iframe')
  await press(page, CONNECT)
  const keys = await popupOf(context, () => press(frame, 'Open your wallet'))
  await press(keys, 'Test Wallet')
  await page.getByText(key.did).waitFor()

  await answerAll(page)
  await page.locator('input[type=file]').setInputFiles(letter)
  await t.test('the dialog is as high as its content, up to 90 % of the window', async t => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await frame.getByRole('heading', { name: /^Share this file with / }).waitFor()
    const height = () => page.evaluate<number>(`document.querySelector('dialog').offsetHeight`)
    const content = () =>
      page.frames()[1]?.evaluate<number>('Math.ceil(document.documentElement.getBoundingClientRect().height)')
    const fits = async () => {
      for (let left = 100; (await height()) !== (await content()) && left > 0; left--)
        await page.waitForTimeout(20)
      return [await height(), await content()]
    }
    const [before = 0, inside] = await fits()
    t.equal(before, inside)
    t.ok(before < 0.9 * 900)
    // Another window sends the same message.
    await page.evaluate(`postMessage({ type: 'RESIZE', payload: { height: 300 } })`)
    await page.setViewportSize({ width: 600, height: 300 })
    t.equal(await height(), 270)
    await page.setViewportSize({ width: 1280, height: 900 })
    t.same(await fits(), [before, before])
    await page.setViewportSize({ width: 1280, height: 720 })
  })
  await t.test('nobody agrees to what they cannot see', async t => {
    await frame.locator('button.primary[aria-disabled=false]').waitFor()
    // Clickjacking: a nearly invisible page that passes clicks through to the frame below.
    await page.evaluate(`{
      const over = document.createElement('div')
      over.id = 'over'
      over.style.cssText = 'position:fixed;inset:0;background:#fff;opacity:.02;pointer-events:none'
      document.querySelector('dialog').append(over)
    }`)
    await frame.locator('button.primary[aria-disabled=true]').waitFor()
    const store = frame.getByRole('button', { name: SHARE })
    await store.click({ force: true })
    await store.focus()
    await page.keyboard.press('Enter')
    t.match(await frame.getByRole('heading').innerText(), /^Share this file with .+\?$/)
    await page.evaluate(`document.querySelector('#over').remove()`)
  })
  const [, inner] = page.frames()
  if (inner) t.same(await violationsIn(inner), [])
  await agree(frame, SHARE)
  await page.getByRole('button', { name: /^Remove.*letter\.txt/ }).waitFor()

  await press(page, /Submit/)
  await frame.locator('button.primary[aria-disabled=false]').waitFor()
  await frame.getByText('See these answers').click()
  await frame.getByText('letter.txt').waitFor()
  if (inner) t.same(await violationsIn(inner), [])
  await agree(frame, SHARE)
  await page.getByRole('heading', { name: KEPT }).waitFor()

  const data = await listData(key, url)
  const of = (collection: string) => data.filter(each => each.collection === collection)
  const [[file], [document, ...more]] = [of(uids.Binary), of(uids.DocumentReference)]
  t.same(more, [], 'one DocumentReference says what the file is')
  if (!file || !document) throw new Error('nothing was stored')
  t.equal(await (await downloadAndDecryptFile(key, url, file.document)).text(), 'A synthetic letter.')
  const about = await readData(key, url, document)
  t.match(about, { author: [{ reference: keyPair.did }], subject: { reference: key.did } })
  t.same(complaints, [])

  await t.test('a script of the page gets no key', async t => {
    const tries = [
      `document.querySelector('iframe').contentWindow.andironHandOver`,
      `document.querySelector('iframe').contentWindow.indexedDB.databases()`,
      `document.querySelector('iframe').contentWindow.localStorage.getItem('andiron-consents')`,
      `document.querySelector('iframe').contentDocument.body.innerHTML`,
      `fetch('${url}/wallet-external?applicationId=${applicationId}', { credentials: 'include' }).then(a => a.json())`,
    ]
    for (const each of tries)
      t.match(
        await page.evaluate(`(async () => ${each})().then(got => 'got ' + got, ({ name }) => name)`),
        /Error$|^got null$/,
        each,
      )
    t.notOk((await heardBy(page)).includes(toHex(key.privateKey)))
    const [first] = await page.evaluate<string[]>(
      `indexedDB.databases().then(all => all.map(({ name }) => name))`,
    )
    t.equal(first, undefined, 'nothing of it is in the storage of the page')
  })
})

t.test('in a frame without storage, and in one of the same site', async t => {
  const { wallet, key } = await person('6d')
  const denied = await personAt(t, `${origin}/?mode=iframe`, wallet, { frames: 'denied' })
  const frame = denied.page.frameLocator('iframe')
  await press(denied.page, CONNECT)
  await frame.getByRole('combobox', { name: 'Language' }).selectOption('de')
  const keys = await popupOf(denied.context, () => press(frame, 'Wallet öffnen'))
  await keys.getByRole('button', { name: 'Ablehnen' }).waitFor()
  t.equal(await keys.getAttribute('html', 'lang'), 'de', 'the window speaks as the frame does')
  await press(keys, 'Test Wallet')
  await denied.page.getByText(key.did).waitFor()

  const near = await denied.context.newPage()
  await near.goto(`${neighbour}/?mode=iframe`)
  await press(near, CONNECT)
  await near.getByText(key.did).waitFor()
  t.equal(denied.context.pages().includes(keys), false, 'it finds the profile, and opens no window')
})

t.test(
  'a browser that cannot tell whether a frame is covered: the window asks, and the frame says what',
  async t => {
    const { wallet, key } = await person('8f')
    const { context, page, complaints } = await personAt(t, `${origin}/?mode=iframe`, wallet)
    // As Firefox and Safari.
    await context.addInitScript('delete IntersectionObserverEntry.prototype.isVisible')
    await page.reload()
    const frame = page.frameLocator('iframe')
    await press(page, CONNECT)
    await frame.getByRole('heading', { name: /^Connect your health profile to .+\?$/ }).waitFor()
    const connecting = await popupOf(context, () => press(frame, 'Open your wallet'))
    await press(connecting, 'Test Wallet')
    await page.getByText(key.did).waitFor()

    await answerAll(page)
    await press(page, /Submit/)
    const question = /^Share these answers with .+\?$/
    await frame.getByRole('heading', { name: question }).waitFor()
    t.equal(await frame.locator(':focus').innerText(), await frame.getByRole('heading').innerText())
    t.equal(await frame.getByRole('button', { name: /^Share/ }).count(), 0)
    const [, inner] = page.frames()
    if (inner) t.same(await violationsIn(inner), [])
    const deciding = await popupOf(context, () => press(frame, 'Open your wallet'))
    await deciding.getByRole('heading', { name: question }).waitFor()
    await agree(deciding, /^Share \d+ answers$/)
    await page.getByRole('heading', { name: KEPT }).waitFor()
    t.same(complaints, [])
  },
)

t.test('whatever goes wrong is told, and can be tried again', async t => {
  const { wallet, key } = await person('7e')
  const { context, page } = await personAt(t, origin, wallet)
  const sees = (code: string) => page.getByText(code).waitFor()

  await t.test('a window that the browser does not open', async () => {
    const hasty = await context.newPage()
    // This click has no user activation.
    await hasty.addInitScript(`new MutationObserver((_, observer) => {
      const button = document.querySelector('main button')
      if (!button) return
      observer.disconnect()
      button.click()
    }).observe(document, { childList: true, subtree: true })`)
    await hasty.goto(origin)
    await hasty.getByText('AND_POPUP_BLOCKED').waitFor()
    await hasty.close()
  })
  await t.test('one that the person closes, or declines in', async () => {
    const closed = await popupOf(context, () => press(page, CONNECT))
    await closed.getByRole('button', { name: 'Decline' }).waitFor()
    await closed.close()
    await sees('AND_DIALOG_CLOSED')
    const declined = await popupOf(context, () => press(page, CONNECT))
    await press(declined, 'Decline').catch(() => {})
    await sees('AND_DECLINED')
  })
  await t.test('no network', async () => {
    await context.setOffline(true)
    await press(page, CONNECT)
    await sees('AND_OFFLINE')
    await context.setOffline(false)
  })
  await t.test('a page that is none of the application’s', async t => {
    const other = await context.newPage()
    await other.goto(stranger)
    const refused = await popupOf(context, () => press(other, CONNECT))
    await refused.getByText(`does not say that ${stranger} is one of its pages`).waitFor()
    t.notMatch(await heardBy(other), 'DIALOG_READY')
    await refused.close()
    const said: string[] = []
    other.on('console', message => said.push(message.text()))
    await other.goto(`${stranger}/?mode=iframe`)
    const framed = other.waitForEvent('console', message => message.text().includes('frame-ancestors'))
    await press(other, CONNECT)
    await framed
    t.ok(said.length > 0, 'and a frame in it stays empty')
    await other.close()
  })
  const connected = await popupOf(context, () => press(page, CONNECT))
  await press(connected, 'Test Wallet').catch(() => {})
  await page.getByText(key.did).waitFor()
})

t.test('an application without the library is served the same way', async t => {
  const { wallet, key } = await person('8f')
  const { context, page } = await personAt(t, origin, wallet)
  const address = `${url}/wallet-external?applicationId=${applicationId}`
  const popup = await popupOf(context, () =>
    page.evaluate(`{ globalThis.wallet = open('${address}', '_blank', 'popup') }`),
  )
  await press(popup, 'Test Wallet')
  const says = (type: string) => page.waitForFunction(`heard.some(({ type }) => type === '${type}')`)
  await says('SESSION_READY')
  await page.evaluate(
    `{
      const submission = { resourceType: 'QuestionnaireResponse', status: 'completed', questionnaire: '${questionnaireId}' }
      const payload = { applicationId: '${applicationId}', timestamp: new Date(), schemaId: '${uids.QuestionnaireResponse}', submission }
      for (const id of ['1', '1', '2']) wallet.postMessage({ type: 'SUBMIT_DATA', id, payload }, '${url}')
    }`,
  )
  await popup.getByText('1 more to decide.').waitFor()
  await press(popup, 'Share 0 answers')
  await says('ERROR')
  await popup.getByText('Nothing was stored.').waitFor()
  await press(popup, 'Don’t share')
  await popup.getByRole('heading', { name: 'Your profile is connected' }).waitFor()
  const heard = JSON.parse(await heardBy(page)) as {
    readonly type: string
    readonly id?: string
    readonly payload: object
  }[]
  t.match(heard, [
    { type: 'DIALOG_READY' },
    { type: 'SESSION_READY', payload: { sessionPublicKey: key.did } },
    {
      type: 'ERROR',
      id: '1',
      payload: { code: 'AND_INVALID_RECORD', issues: [{ expression: /^QuestionnaireResponse/ }] },
    },
    { type: 'ERROR', id: '2', payload: { code: 'AND_DECLINED' } },
  ])

  // 8 wait for the person, the rest is turned away, and after 2,000 in all nobody listens.
  await page.evaluate(
    `for (let at = 0; at < 5000; at++) wallet.postMessage({ type: 'OPEN_WALLET', id: 'flood ' + at, payload: { manage: true } }, '${url}')`,
  )
  await page.waitForFunction(`heard.some(({ id }) => id === 'flood 1997')`)
  const turnedAway = `heard.filter(({ id, payload }) => id?.startsWith('flood') && payload.code === 'AND_WALLET_BUSY').length`
  t.equal(await page.evaluate(turnedAway), 1990)
  await press(popup, 'Test Wallet')
  await popup.getByRole('heading', { name: 'Your profile is connected' }).waitFor()
})
