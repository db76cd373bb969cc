/** Applications that use only the public interface: compiled, built with the packed packages, and run in a browser. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { build } from 'vite'
import { toHex } from '../../../core/crypto/bytes.ts'
import { demand } from '../../../core/test/fixtures/programs.ts'
import {
  consents,
  createSoftwareWallet,
  deriveStorageKeypair,
  downloadResponseFile,
  fetchQuestionnaire,
  QuestionnaireResponseSchema,
  readResponses,
  updateQuestionnaire,
} from '../../../ui/sdk/index.ts'
import { isAccessible } from '../fixtures/accessibility.ts'
import { apps, compiled, copied, deployment, registeredFor, sourcesOf } from '../fixtures/applications.ts'
import { agree, heardBy, personAt, popupOf, press } from '../fixtures/person.ts'
import { serveFiles } from '../fixtures/study.ts'

demand(t, 'chromium')

const [url, bundle] = await Promise.all([deployment(t), copied(t, 'vite')])
const diaryAt = `http://diary.localhost:${await serveFiles(t, join(bundle, 'dist'))}`
const messagesAt = `http://messages.localhost:${await serveFiles(t, join(apps, 'messages'))}`
const { applicationId, keyPair, questionnaireId } = await registeredFor(url, diaryAt, messagesAt)

const photo = {
  name: 'photo.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
}

/** A person with a wallet of their own, and the key that follows from it. */
async function person(seed: string) {
  const wallet = createSoftwareWallet(seed.repeat(32))
  const { sessionKeyPair: key } = await deriveStorageKeypair(wallet.signFn, wallet.address, {
    environment: url,
  })
  return { wallet, key }
}

/** Reads the answers of a person, and their photo, as the application does. */
async function isRead(t: Test, did: string) {
  for await (const response of readResponses(keyPair, questionnaireId, url)) {
    if ((response.subject as { reference?: string }).reference !== did) continue
    const text = JSON.stringify(response)
    t.match(response, { status: 'completed', author: { reference: keyPair.did } })
    t.match(text, '"code":"some"')
    const [attachment] = QuestionnaireResponseSchema.findValueAttachments(response.item)
    t.match(attachment, { contentType: 'image/png', size: photo.buffer.length, title: 'photo.png' })
    const place = { response: response.id ?? '', attachment: attachment?.id ?? '' }
    const file = await downloadResponseFile(keyPair, questionnaireId, place, url)
    t.same(Buffer.from(await file.arrayBuffer()), photo.buffer)
    const nothing = { ...place, attachment: randomUUID() }
    await t.rejects(downloadResponseFile(keyPair, questionnaireId, nothing, url), {
      ...{ code: 'AND_UNKNOWN_RESPONSE_FILE', status: 404 },
    })
    return text
  }
  t.fail('the application reads no response of this person')
  return ''
}

t.test('the name in the import lines is all that the applications know of this project', async t => {
  for (const name of ['vite', 'next', 'messages']) {
    const sources = await sourcesOf(name)
    t.ok(sources.size > 0)
    for (const [file, source] of sources) {
      const others = source.replaceAll(
        /(?:from|import|declare module) '@andiron\/(?:sdk|react|questionnaire)[^']*'/g,
        '',
      )
      t.notMatch(others, /andiron/i, `${name}/${file}`)
    }
  }
})

t.test('React 19 with Vite', async t => {
  t.same(await compiled(bundle), [])
  Object.assign(process.env, {
    VITE_APP_ID: applicationId,
    VITE_API_BASE_URL: url,
    VITE_QUESTIONNAIRE_ID: questionnaireId,
  })
  await build({ root: bundle, configFile: join(bundle, 'vite.config.ts'), logLevel: 'error' })

  await t.test('stores through the wallet', async t => {
    const { wallet, key } = await person('a1')
    const { context, page, complaints } = await personAt(t, diaryAt, wallet)
    const connecting = await popupOf(context, () => press(page, 'Connect your profile'))
    await press(connecting, 'Test Wallet')
    await page.getByText(`Session: ${key.did}`).waitFor()

    await page.getByText('0 answered here, 1 required are open.').waitFor()
    await press(page, 'Next')
    await page.locator('.open').first().waitFor()
    await page.getByRole('radio', { name: 'Some pain' }).check()
    await page.getByRole('checkbox', { name: 'Cough' }).check()
    await page.getByRole('checkbox', { name: 'None of these' }).check()
    await page.getByText('2 answered here, 0 required are open.').waitFor()
    t.equal(await page.getByRole('checkbox', { name: 'Cough' }).isChecked(), false)
    await press(page, 'Next')
    await page.getByRole('heading', { name: 'Details' }).waitFor()
    t.equal(await page.locator('progress').first().getAttribute('value'), '100')
    await page.getByLabel('Your temperature in °C').fill('37.5')
    await page.getByLabel('Anything else?').fill('A synthetic day')

    await page.getByLabel('A photo').setInputFiles(photo)
    const uploading = await popupOf(context, () => press(page, 'Add the photo'))
    await agree(uploading, 'Share the file')
    await page.getByText('Your photo: photo.png').waitFor()
    await page.getByText(/ at andiron:\/\//).waitFor()
    const storing = await popupOf(context, () => press(page, 'Store'))
    await agree(storing, /^Share \d+ answers$/)
    await page.getByText('Stored at').waitFor()

    const read = await isRead(t, key.did)
    for (const part of ['37.5', 'A synthetic day', '"code":"nothing"']) t.match(read, part)
    t.notOk((await heardBy(page)).includes(toHex(key.privateKey)))
    t.same(complaints, [])
  })

  await t.test('stores with a key that the page derives', async t => {
    const { wallet, key } = await person('b2')
    const { page, complaints } = await personAt(t, `${diaryAt}/?keys=own`, wallet)
    await press(page, 'Connect')
    await page.getByText(key.did).waitFor()
    await page.getByLabel('A photo').setInputFiles(photo)
    await page.getByText(`Read ${photo.buffer.length} and ${photo.buffer.length} bytes`).waitFor()
    await isRead(t, key.did)
    t.same(complaints, [])
  })
})

t.test('window messages alone', async t => {
  const { wallet, key } = await person('c3')
  const settings = new URLSearchParams({
    ...{ service: url, application: applicationId, questionnaire: questionnaireId },
  })
  const { context, page, complaints } = await personAt(t, `${messagesAt}/?${settings}`, wallet)
  const popup = await popupOf(context, () => press(page, 'Connect'))
  await press(popup, 'Test Wallet')
  await page.getByText(`Connected: ${key.did}`).waitFor()
  await page.getByLabel('Some').check()
  await page.getByLabel('A photo').setInputFiles(photo)
  await press(page, 'Store')
  await popup.getByText('photo.png').first().waitFor()
  await agree(popup, 'Share the file')
  await popup.getByText('Symptom diary').first().waitFor()
  await isAccessible(t, popup, 'the decision')
  await agree(popup, /^Share \d+ answers?$/)
  await page.getByText('Stored: ').waitFor()
  await popup.getByRole('heading', { name: 'Shared' }).waitFor()
  await isAccessible(t, popup, 'the end')
  const history = popup.getByRole('link', { name: /^See who has read them/ })
  t.equal(await history.getAttribute('href'), '/profile#activity')
  await isRead(t, key.did)
  t.same(complaints, [])
})

t.test('a form that requires a consent gets it with the answers', async t => {
  const form = await fetchQuestionnaire(questionnaireId, url, { language: '*' })
  const requirement = {
    url: `${url}/StructureDefinition/questionnaire-consent-required`,
    valueCode: 'records',
  }
  const extension = [...(form.extension ?? []), requirement]
  await updateQuestionnaire(keyPair, questionnaireId, { ...form, extension }, url)
  t.teardown(() => updateQuestionnaire(keyPair, questionnaireId, form, url))
  const { wallet, key } = await person('e5')
  const settings = new URLSearchParams({
    ...{ service: url, application: applicationId, questionnaire: questionnaireId },
  })
  const { context, page, complaints } = await personAt(t, `${messagesAt}/?${settings}`, wallet)
  const popup = await popupOf(context, () => press(page, 'Connect'))
  await press(popup, 'Test Wallet')
  await page.getByText(`Connected: ${key.did}`).waitFor()
  await page.getByLabel('Some').check()
  await page.getByLabel('A photo').setInputFiles(photo)
  await press(page, 'Store')
  await popup.getByText('photo.png').first().waitFor()
  await agree(popup, 'Share the file')
  await popup.getByText('may read your answers to this form, until you withdraw it').waitFor()
  t.equal(await popup.getByLabel(/Do not ask again/).count(), 0)
  await agree(popup, /^Share \d+ answers?$/)
  await page.getByText('Stored: ').waitFor()
  t.match(await consents(key, url), [{ status: 'active', provision: { purpose: [{ code: 'records' }] } }])
  await isRead(t, key.did)
  t.same(complaints, [])
})

t.test('a page that the application does not name gets no window with its name', async t => {
  const elsewhere = messagesAt.replace('messages.', 'elsewhere.')
  const { context, page } = await personAt(t, elsewhere, (await person('d4')).wallet)
  const claim = new URLSearchParams({ applicationId, origin: new URL(messagesAt).origin })
  const address = `${url}/wallet-external?${claim}`
  const popup = await popupOf(context, () => page.evaluate(`void window.open('${address}')`))
  t.match(await popup.getByRole('alert').textContent(), `opened by ${elsewhere}, which is no page of`)
  t.match(await popup.locator('main').innerText(), 'Nothing was stored')
  t.equal(await popup.getByRole('button').count(), 0)
  await isAccessible(t, popup, 'the wallet that cannot be opened')
})

t.test('a page that withholds its address is unknown until it sends a message', async t => {
  const claim = new URLSearchParams({ applicationId, origin: new URL(messagesAt).origin })
  const address = `${url}/wallet-external?${claim}`
  const { wallet } = await person('e5')
  const openedAt = async (origin: string) => {
    const { context, page } = await personAt(t, origin, wallet)
    const silent = `{
      const referrer = document.createElement('meta')
      Object.assign(referrer, { name: 'referrer', content: 'no-referrer' })
      document.head.append(referrer)
      globalThis.opened = window.open('${address}')
    }`
    const popup = await popupOf(context, () => page.evaluate(silent))
    await popup.getByText('An unknown page').waitFor()
    t.notMatch(await popup.locator('main').innerText(), new URL(messagesAt).host)
    await page.evaluate(`opened.postMessage({ type: 'OPEN_WALLET' }, '${url}')`)
    return popup
  }
  await openedAt(messagesAt).then(popup => popup.getByText('Verified site of').waitFor())
  const stranger = await openedAt(messagesAt.replace('messages.', 'elsewhere.'))
  await press(stranger, 'Decline')
  t.equal(await stranger.getByText('An unknown page').count(), 1)
})
