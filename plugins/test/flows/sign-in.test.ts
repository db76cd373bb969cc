/**
 * A person signs an assistant in: the official clients of both eras find the way by themselves, a real browser shows
 * the page, and the key that signs never leaves it.
 */
import t, { type Test } from 'tap'
import { decodeUtf8, fromBase64url } from '../../../core/crypto/bytes.ts'
import { keyIdOf } from '../../../core/crypto/did.ts'
import type { KeyPair } from '../../../core/crypto/keys.ts'
import { openContext } from '../../../core/test/fixtures/chromium.ts'
import { demand } from '../../../core/test/fixtures/programs.ts'
import { uids } from '../../../schemas/uids.ts'
import { createSoftwareWallet, deriveStorageKeypair } from '../../../ui/sdk/index.ts'
import { builtPages } from '../../pages/test/fixtures/built.ts'
import { isAccessible } from '../fixtures/accessibility.ts'
import { bearer, registered, sendRequest, submissionOf } from '../fixtures/actors.ts'
import { ERAS, listening } from '../fixtures/assistants.ts'
import { complaintsOf, installWallet } from '../fixtures/browser.ts'
import { keep } from '../fixtures/files.ts'
import { type Decide, signIn } from '../fixtures/signing-in.ts'
import { smartApp } from '../fixtures/smart-app.ts'

demand(t, 'chromium')

/** One red point, PNG. */
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='

const directory = await builtPages()
const { app, url } = await listening(t, { plugins: { pages: { directory } } })
const study = await registered(app)
const wallet = createSoftwareWallet('3a'.repeat(32))
const { sessionKeyPair: person } = await deriveStorageKeypair(wallet.signFn, wallet.address, {
  environment: url,
})

/** Stores the weight of a person. */
async function weighed(keyPair: KeyPair, value: number): Promise<void> {
  const observation = {
    ...{ resourceType: 'Observation', status: 'final', effectiveDateTime: '2026-03-01' },
    code: { coding: [{ system: 'http://loinc.org', code: '29463-7' }] },
    valueQuantity: { value, unit: 'kg', system: 'http://unitsofmeasure.org', code: 'kg' },
  }
  const submission = submissionOf(study.applicationId, observation, uids.Observation)
  const stored = await sendRequest(app, 'POST', '/api/submission', bearer(keyPair, ['write']), submission)
  if (stored.statusCode !== 201) throw new Error(stored.body)
}
await weighed(person, 70)

const PDF = Buffer.from('%PDF-1.7 synthetic')
const POINT = Buffer.from(PICTURE, 'base64')
const photo = await keep(app, person, POINT, { file_name: 'point.png', file_type: 'image/png' })
const report = await keep(app, person, PDF, { file_name: 'report.pdf', file_type: 'application/pdf' })

const claimsOf = (token: string) => JSON.parse(decodeUtf8(fromBase64url(token.split('.')[1] ?? '')))

for (const era of ERAS)
  t.test(`with the client of ${era} and a wallet of the browser`, async t => {
    const context = await openContext(t)
    await installWallet(context, wallet)
    const complaints: string[] = []
    /** Presses the button with this name by keyboard only. */
    const choose =
      (name: RegExp, t: Test, look?: (text: string) => void): Decide =>
      async to => {
        const page = await context.newPage()
        complaints.push(...complaintsOf(page))
        await page.goto(to)
        const button = page.getByRole('button', { name })
        await button.waitFor()
        look?.(await page.locator('main').innerText())
        const heading = await page.evaluate('document.activeElement.tagName')
        t.equal(heading, 'H1', 'a screen reader begins at the question')
        for (let tabs = 0; tabs < 12; tabs++) {
          await page.keyboard.press('Tab')
          if (await page.locator('button:focus').filter({ hasText: name }).count()) break
        }
        await page.keyboard.press('Enter')
        const alert = page.getByRole('alert').innerText()
        const failed = alert.then(text => Promise.reject(new Error(text)))
        // The page goes away with the answer, and what still waits for an alert with it.
        failed.catch(() => {})
        await Promise.race([page.waitForURL(/\/callback/), failed])
        await page.close()
      }

    const shown = (text: string) => {
      t.match(text, `Assistant of ${era}`)
      t.match(text, /127\.0\.0\.1:\d+/)
      t.match(text, /It cannot change anything: what it proposes is stored only if you sign it/)
      t.match(text, /Until .*20\d\d/)
      t.match(text, /Disconnect all assistants/)
      t.match(text, /program on this device/, 'whoever listens there gets the answer')
    }
    const { client, token } = await signIn(t, era, `${url}/mcp`, choose(/Test Wallet/, t, shown))
    t.match(claimsOf(token), {
      iss: person.did,
      aud: `${url}/mcp`,
      scopes: ['read'],
      client_name: `Assistant of ${era}`,
    })
    const { exp, iat } = claimsOf(token)
    t.equal(exp - iat, 604_800)
    const answer = (await client.callTool({ name: 'my_observations', arguments: {} })) as never
    t.match(answer, { structuredContent: { total: 1 }, content: [{ text: /"value":70/ }] })
    const content = async (binaryId: string) =>
      (await client.callTool({ name: 'my_document_content', arguments: { binaryId } })) as never as {
        readonly content: readonly { readonly type: string; readonly mimeType?: string }[]
        readonly structuredContent: { readonly url?: string }
      }
    t.match((await content(photo.binaryId)).content[0], { type: 'image', mimeType: 'image/png' })
    const { url: once = '' } = (await content(report.binaryId)).structuredContent
    t.ok(Buffer.from(await (await fetch(once)).arrayBuffer()).equals(PDF))
    t.equal((await fetch(once)).status, 404)

    const trail = (await sendRequest(app, 'GET', '/api/profile/audit', bearer(person, ['read']))).json()
    const name = `Assistant of ${era}`
    const its = trail.entries.filter((entry: { client?: { name: string } }) => entry.client?.name === name)
    t.same(
      its.map(({ action }: { action: string }) => action),
      ['downloadAttachment', 'my_document_content', 'my_document_content', 'my_observations', 'sign-in'],
    )

    await t.test('the next time with one step, and without the wallet', async t => {
      const { token } = await signIn(t, era, `${url}/mcp`, choose(/used here before/, t))
      t.equal(claimsOf(token).iss, person.did)
    })
    await t.test('or not', async t => {
      await t.rejects(signIn(t, era, `${url}/mcp`, choose(/Decline/, t)), { message: 'access_denied' })
    })
    t.same(complaints, [])
  })

t.test('without a wallet', async t => {
  const context = await openContext(t)
  const signers: string[] = []
  for (let time = 0; time < 2; time++) {
    const { token } = await signIn(t, '2025-11-25', `${url}/api/mcp-user`, async to => {
      const page = await context.newPage()
      await page.goto(to)
      const main = page.locator('main')
      await page.getByRole('button', { name: 'Decline' }).waitFor()
      t.match(await main.innerText(), new RegExp(new URL(url).host), 'the service is named')
      await isAccessible(t, page, 'the consent page')
      if (time === 0) {
        await page.getByRole('button', { name: /This browser/ }).click()
        t.match(await main.innerText(), /no profile yet. Going on makes a new, empty one/)
        await page.getByRole('button', { name: /Choose another/ }).click()
        await page.getByRole('button', { name: /This browser/ }).click()
        await page.getByRole('button', { name: /Make a new, empty profile/ }).click()
      } else {
        await page.getByRole('button', { name: /used here before/ }).click()
      }
      await page.waitForURL(/\/callback/)
    })
    signers.push(keyIdOf(claimsOf(token).iss))
  }
  t.equal(signers[0], signers[1], 'the browser keeps the key')

  await t.test('the kept key cannot be read', async t => {
    const page = await context.newPage()
    await page.goto(url)
    const kept = await page.evaluate(`new Promise(done => {
      const opening = indexedDB.open('andiron-keys')
      opening.onsuccess = () => {
        const all = opening.result.transaction('wrapping').objectStore('wrapping').getAll()
        all.onsuccess = () =>
          crypto.subtle.exportKey('raw', all.result[0].key).then(() => done('exported'), error => done(error.name))
      }
    })`)
    t.equal(kept, 'InvalidAccessError')
  })
})

t.test('an app that speaks SMART on FHIR, with the library of SMART', async t => {
  const context = await openContext(t)
  const wallet = createSoftwareWallet('4b'.repeat(32))
  await installWallet(context, wallet)
  const { sessionKeyPair: person } = await deriveStorageKeypair(wallet.signFn, wallet.address, {
    environment: url,
  })
  for (const value of [70, 71, 72]) await weighed(person, value)

  const { launch, redirectUri } = await smartApp(t, `${url}/fhir`, 'openid fhirUser user/*.rs')
  const page = await context.newPage()
  const complaints = complaintsOf(page)
  await page.goto(launch)
  const allow = page.getByRole('button', { name: /Test Wallet/ })
  await allow.waitFor()
  t.match(await page.locator('main').innerText(), /Your answers to forms, your measurements/)
  await allow.click()
  await page.waitForURL(to => to.href.startsWith(redirectUri))
  await page.evaluate('FHIR.oauth2.ready().then(client => { globalThis.client = client })')

  t.match(await page.evaluate('client.state.tokenResponse'), {
    ...{ token_type: 'Bearer', scope: 'user/*.rs' },
    patient: undefined,
  })
  t.match(claimsOf(await page.evaluate('client.state.tokenResponse.access_token')), {
    ...{ iss: person.did, aud: `${url}/fhir`, scopes: ['read'], client_name: 'An app of SMART' },
  })
  const found: { id: string; valueQuantity: { value: number } }[] = await page.evaluate(
    "client.request('Observation?code=http://loinc.org|29463-7&_count=1', { pageLimit: 0, flat: true })",
  )
  t.same(new Set(found.map(({ valueQuantity }) => valueQuantity.value)), new Set([70, 71, 72]), 'three pages')
  t.same(await page.evaluate(`client.request('Observation/${found[0]?.id}')`), found[0])
  t.same(complaints, [])
  t.match(
    await page.evaluate(
      "client.create({ resourceType: 'QuestionnaireResponse', status: 'completed' }).catch(({ status }) => ({ status }))",
    ),
    { status: 401 },
    'what it was granted is reading',
  )
  const trail = (await sendRequest(app, 'GET', '/api/profile/audit', bearer(person, ['read']))).json()
  t.match(trail.entries[0], { action: 'fhirReadObservation', client: { name: 'An app of SMART' } })
})

t.test('a sign-in that is over says so, and the page cannot be framed', async t => {
  const context = await openContext(t)
  const page = await context.newPage()
  const answer = await page.goto(`${url}/consent#transaction=${'x'.repeat(43)}`)
  t.match(answer?.headers()['content-security-policy'], "frame-ancestors 'none'")
  await page.getByRole('alert').waitFor()
  t.match(await page.locator('main').innerText(), /cannot continue[\s\S]*start again/)
  t.equal(await page.getByRole('button').count(), 0)
  await isAccessible(t, page, 'the page of a sign-in that is over')

  await page.route('**/authorize/*', route => route.abort())
  await page.reload()
  await page.getByRole('button', { name: 'Load this page again' }).waitFor()
  t.match(await page.locator('main').innerText(), /cannot be reached now[\s\S]*Nothing was allowed/)
})
