/**
 * A person has one profile, whatever their wallet is: one that signs differently each time, a contract, or none. Real
 * browsers, each a device of its own, sign in on the page of consent; the key that they sign with is what is looked at.
 */
import type { BrowserContext, Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { decodeUtf8, fromBase64url, toHex } from '../../../core/crypto/bytes.ts'
import { createKeyPair, keyPairOf } from '../../../core/crypto/keys.ts'
import { openContext, savedBy } from '../../../core/test/fixtures/chromium.ts'
import { demand } from '../../../core/test/fixtures/programs.ts'
import { builtPages } from '../../pages/test/fixtures/built.ts'
import { chain } from '../../wallets/test/fixtures/chain.ts'
import { violationsIn } from '../fixtures/accessibility.ts'
import { gateway, sendRequest } from '../fixtures/actors.ts'
import { complaintsOf, installWallet, type TestWallet } from '../fixtures/browser.ts'
import { contractWallet, hedgingWallet } from '../fixtures/wallets.ts'

demand(t, 'chromium')

const CALLBACK = 'https://assistant.example/callback'
const PASSPHRASE = 'correct horse battery staple'

const evm = await chain(t, 31_337)
const directory = await builtPages()
const app = await gateway(t, {
  plugins: { pages: { directory }, wallets: { chain: { id: 31_337, url: evm.url } } },
})
const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
// WebAuthn needs a name: an address can have no passkey.
const url = `http://localhost:${port}`
app.gateway.baseUrl = url

const { client_id } = (
  await sendRequest(app, 'POST', '/register', {}, { client_name: 'An assistant', redirect_uris: [CALLBACK] })
).json()

const AUTHORIZE = `${url}/authorize?${new URLSearchParams({
  ...{ client_id, redirect_uri: CALLBACK, response_type: 'code', scope: 'read' },
  ...{ code_challenge: 'c'.repeat(43), code_challenge_method: 'S256' },
})}`

/** Everything that pages sent, anywhere. */
const sent: string[] = []

/** A separate browser with a wallet. */
async function device(t: Test, wallet?: TestWallet): Promise<BrowserContext> {
  const context = await openContext(t, { viewport: { width: 320, height: 640 } })
  if (wallet) await installWallet(context, wallet)
  await context.route(`${CALLBACK}**`, route => route.fulfill({ body: 'back' }))
  context.on('request', request => sent.push(request.url(), request.postData() ?? ''))
  return context
}

/** A sign-in that the person begins with a wallet. */
async function begin(page: Page, wallet: RegExp): Promise<void> {
  await page.goto(AUTHORIZE)
  await page.getByRole('button', { name: wallet }).click()
}

/** The key with which a page signs after every decision of the person. */
async function signerOn(page: Page): Promise<string> {
  const request = await page.waitForRequest(/\/approve$/)
  const { token } = request.postDataJSON() as { token: string }
  await page.waitForURL(`${CALLBACK}**`)
  return JSON.parse(decodeUtf8(fromBase64url(token.split('.')[1] ?? ''))).iss as string
}

async function openWith(page: Page, passphrase: string): Promise<void> {
  await page.getByLabel('Your passphrase').fill(passphrase)
  await page.getByRole('button', { name: 'Open', exact: true }).click()
}

async function sealWith(page: Page, passphrase: string, again = passphrase): Promise<void> {
  await page.getByLabel('A passphrase', { exact: true }).fill(passphrase)
  await page.getByLabel('The same passphrase again').fill(again)
  await page.getByRole('button', { name: /Use this passphrase/ }).click()
}

/** Removes the storage key from this browser, and keeps the data that restores it. */
async function forgetStorageKeysOf(page: Page): Promise<void> {
  await page.goto(url)
  await page.evaluate(`for (const name of Object.keys(localStorage))
    if (name.startsWith('andiron.key.storage-key:')) localStorage.removeItem(name)`)
}

/** The violations that axe finds, and whether the page is wider than the window. */
async function flawsOf(page: Page): Promise<string[]> {
  const isTooWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
  return [...(await violationsIn(page)), ...(isTooWide ? ['too wide'] : [])]
}

t.test('a wallet that signs differently each time has one profile on every device', async t => {
  const wallet = hedgingWallet(createKeyPair())
  const first = await (await device(t, wallet)).newPage()
  const complaints = complaintsOf(first)
  const signer = signerOn(first)
  await begin(first, /Test Wallet/)
  await first.getByText('signs the same message differently each time').waitFor()
  t.same(await flawsOf(first), [])
  await sealWith(first, 'short')
  await first.getByText('at least 12 characters').waitFor()
  await sealWith(first, PASSPHRASE, 'another passphrase')
  await first.getByText('not the same').waitFor()
  await sealWith(first, PASSPHRASE)
  const link = first.getByRole('link', { name: 'Save the recovery file' })
  await link.waitFor()
  t.same(await flawsOf(first), [])
  const saved = await savedBy(first, () => link.click())
  const recovery = JSON.parse(String(saved.content)) as { did: string; key: string }
  await first.getByRole('button', { name: 'Continue' }).click()
  const did = await signer
  t.equal(did, recovery.did)
  t.equal(keyPairOf(fromBase64url(recovery.key)).did, did)
  t.same(complaints, [])

  await t.test('by the passphrase', async t => {
    const page = await (await device(t, wallet)).newPage()
    const signer = signerOn(page)
    await begin(page, /Test Wallet/)
    await openWith(page, 'a passphrase that is not it')
    await page.getByText('not the passphrase').waitFor()
    t.same(await flawsOf(page), [])
    await openWith(page, PASSPHRASE)
    t.equal(await signer, did)
  })

  await t.test('by the recovery file, and a new passphrase from then on', async t => {
    const page = await (await device(t, wallet)).newPage()
    const signer = signerOn(page)
    await begin(page, /Test Wallet/)
    const chooser = page.getByLabel(/^Or the recovery file/)
    await chooser.setInputFiles({
      ...{ name: 'other.json', mimeType: 'application/json' },
      buffer: Buffer.from(JSON.stringify({ ...recovery, key: 'A'.repeat(42).concat('E') })),
    })
    await page.getByText('of another profile').waitFor()
    await chooser.setInputFiles({ name: saved.name, mimeType: 'application/json', buffer: saved.content })
    await page.getByText('The key is restored').waitFor()
    await sealWith(page, `${PASSPHRASE} 2`)
    t.equal(await signer, did)
    await forgetStorageKeysOf(page)
    const again = signerOn(page)
    await begin(page, /Test Wallet/)
    await openWith(page, `${PASSPHRASE} 2`)
    t.equal(await again, did)
  })

  await t.test('until the person gives it up in so many words', async t => {
    const page = await (await device(t, wallet)).newPage()
    const signer = signerOn(page)
    await begin(page, /Test Wallet/)
    await page.getByRole('button', { name: /lost all of them/ }).click()
    const anew = page.getByRole('button', { name: 'Start a new profile' })
    await anew.waitFor()
    t.same(await flawsOf(page), [])
    t.ok(await anew.isDisabled())
    await page.getByRole('checkbox').check()
    await anew.click()
    await sealWith(page, PASSPHRASE)
    await page.getByRole('button', { name: 'Continue' }).click()
    t.not(await signer, did)
  })

  await t.test('and neither key nor passphrase was ever sent', async t => {
    const key = fromBase64url(recovery.key)
    for (const secret of [recovery.key, toHex(key), Buffer.from(key).toString('base64'), PASSPHRASE])
      t.notOk(sent.some(text => text.includes(secret)))
  })
})

t.test('a wallet that begins to sign differently ends in no second profile', async t => {
  const wallet = hedgingWallet(createKeyPair())
  wallet.hedges = false
  const page = await (await device(t, wallet)).newPage()
  const signer = signerOn(page)
  await begin(page, /Test Wallet/)
  const did = await signer

  wallet.hedges = true
  const elsewhere = await (await device(t, wallet)).newPage()
  await begin(elsewhere, /Test Wallet/)
  await elsewhere.getByText('no longer derives the key of your profile').waitFor()
  t.match(await elsewhere.locator('main').innerText(), did)
  await elsewhere.getByRole('button', { name: 'Back' }).click()
  await elsewhere.getByRole('button', { name: /Test Wallet/ }).waitFor()

  wallet.hedges = false
  const again = signerOn(elsewhere)
  await elsewhere.getByRole('button', { name: /Test Wallet/ }).click()
  t.equal(await again, did)
})

t.test('a contract account has a profile behind a passkey', async t => {
  const account = await evm.deployed(createKeyPair())
  const page = await (await device(t, contractWallet(account))).newPage()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', ctap2Version: 'ctap2_1', transport: 'internal' },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true, hasPrf: true },
    },
  })
  const signer = signerOn(page)
  await begin(page, /Test Wallet/)
  await page.getByText('This wallet is a contract').waitFor()
  await page.getByRole('button', { name: /A passkey/ }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  const did = await signer

  await forgetStorageKeysOf(page)
  const again = signerOn(page)
  await begin(page, /Test Wallet/)
  await page.getByRole('button', { name: 'Use your passkey' }).click()
  t.equal(await again, did)
})

t.test('the wallet of this browser opens for whoever knows its passphrase', async t => {
  const page = await (await device(t)).newPage()
  const signer = signerOn(page)
  await begin(page, /A new wallet in this browser, locked/)
  await page.getByRole('button', { name: 'Make a new, empty profile here' }).click()
  await sealWith(page, PASSPHRASE)
  const did = await signer

  await forgetStorageKeysOf(page)
  const again = signerOn(page)
  await begin(page, /This browser.*locked by your passphrase/)
  await openWith(page, `${PASSPHRASE}!`)
  await page.getByText('not the passphrase').waitFor()
  t.notOk(await page.getByLabel(/^Or the recovery file/).count(), 'the service has nothing of it')
  await openWith(page, PASSPHRASE)
  t.equal(await again, did)
})
