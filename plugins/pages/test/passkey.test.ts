/** A passkey opens a profile in a browser that knows nothing of it. */
import t from 'tap'
import { temporaryDirectory } from '../../../core/stores/sql/test/fixtures/server.ts'
import { openContext } from '../../../core/test/fixtures/chromium.ts'
import { demand } from '../../../core/test/fixtures/programs.ts'
import { serve } from '../../index.ts'
import { isAccessible } from '../../test/fixtures/accessibility.ts'
import { complaintsOf } from '../../test/fixtures/browser.ts'
import { copyDeployment } from '../../test/fixtures/deployment.ts'
import { builtPages } from './fixtures/built.ts'

demand(t, 'chromium')

/** The DIDs that the browser knows. */
const KNOWN = `Object.keys(localStorage).flatMap(name => name.split('andiron.key.storage-key:')[1] ?? [])`
/** Another device of the same account: the passkeys are there, and nothing else. */
const FORGET = `localStorage.clear(); indexedDB.deleteDatabase('andiron-keys')`
/** A passkey of this origin that no profile knows. */
const STRANGE = `navigator.credentials.create({ publicKey: {
  rp: { name: 'x', id: location.hostname }, challenge: new Uint8Array(32),
  user: { id: new Uint8Array(16), name: 'x', displayName: 'x' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  extensions: { prf: {} },
} }).then(() => true)`

t.test('a passkey opens the profile on another device, and none but its own', async t => {
  const data = await temporaryDirectory(t)
  const [directory] = await Promise.all([builtPages(), copyDeployment(data)])
  const running = await serve(
    { port: 0, data, log: { level: 'error' }, plugins: { pages: { directory } } },
    { fastify: { logger: false } },
  )
  t.teardown(() => running.close())
  // WebAuthn needs a name: an address can have no passkey.
  const url = `http://localhost:${new URL(running.url).port}`
  running.app.gateway.baseUrl = url
  const context = await openContext(t)
  const sent: string[] = []
  context.on('request', request => sent.push(request.url(), request.postData() ?? ''))
  const page = await context.newPage()
  const complaints = complaintsOf(page)
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', ctap2Version: 'ctap2_1', transport: 'internal' },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true, hasPrf: true },
      automaticPresenceSimulation: true,
    },
  })
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const isOpen = () => page.getByRole('heading', { level: 1, name: 'Your health', exact: true }).waitFor()
  const passkey = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Passkey' }) })

  await page.goto(`${url}/profile`)
  await button(/This browser makes/).click()
  await button('Make a new, empty profile').click()
  await isOpen()
  await page.getByRole('link', { name: 'Settings' }).click()
  await passkey.getByText('Not saved yet.').waitFor()
  await isAccessible(t, page, 'settings with passkeys')
  const names = async () => {
    const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId })
    return credentials.map(({ userName, userDisplayName }) => [userName, userDisplayName])
  }
  await button('Make a passkey').click()
  await passkey.getByText('Passkey is stored.').waitFor()
  const [unnamed]: string[] = await page.evaluate(KNOWN)
  const first = `Health profile …${unnamed?.slice(-6)}`
  t.same(await names(), [[first, first]])
  await page.getByRole('textbox', { name: 'Name' }).fill('Ada')
  await button('Save the name').click()
  await page.getByText('Your profile is called Ada.').waitFor()
  const named = page.waitForResponse(response => response.request().method() === 'POST')
  await button('Make a passkey').click()
  await named
  t.same((await names()).sort()[0], ['Ada', 'Ada'], 'the device lists it by the name of the profile')
  await passkey.getByText('Passkey is stored.').waitFor()
  await passkey.getByText(/^Last saved or used on /).waitFor()
  const [did]: string[] = await page.evaluate(KNOWN)
  const key = await page.evaluate(`new Promise(give => {
    const create = URL.createObjectURL
    URL.createObjectURL = blob => (blob.text().then(text => give(JSON.parse(text).key)), create.call(URL, blob))
    document.querySelectorAll('button').forEach(each => each.innerText === 'Save the recovery file' && each.click())
  })`)

  await page.evaluate(FORGET)
  await page.goto(`${url}/profile`)
  await page.reload()
  await isAccessible(t, page, 'a device with passkeys')
  t.same(await page.evaluate(KNOWN), [])
  await button('Open with a passkey').click()
  await isOpen()
  t.same(await page.evaluate(KNOWN), [did])
  t.ok(String(key).length > 40)
  t.notOk(
    sent.some(each => each.includes(String(key))),
    'the key was never sent',
  )

  await t.test('a passkey of nobody opens nothing, and leaves nothing', async t => {
    const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId })
    for (const { credentialId } of credentials)
      await devtools.send('WebAuthn.removeCredential', { authenticatorId, credentialId })
    await page.evaluate(FORGET)
    await page.goto(`${url}/profile`)
    await page.reload()
    await page.evaluate(STRANGE)
    await button('Open with a passkey').click()
    await page.getByText('This passkey opens no profile here.').waitFor()
    t.same(await page.evaluate(KNOWN), [])
  })

  await t.test('nor does the passkey of a deleted profile', async t => {
    await button(/This browser makes/).click()
    await button('Make a new, empty profile').click()
    await isOpen()
    await page.getByRole('link', { name: 'Settings' }).click()
    const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId })
    for (const { credentialId } of credentials)
      await devtools.send('WebAuthn.removeCredential', { authenticatorId, credentialId })
    await button('Make a passkey').click()
    await passkey.getByText('Passkey is stored.').waitFor()
    await page.getByRole('textbox', { name: 'Type “delete” to confirm' }).fill('delete')
    await button('Delete everything').click()
    await page.getByText('Everything is deleted.').waitFor()
    await page.evaluate(FORGET)
    await page.goto(`${url}/profile`)
    await page.reload()
    await button('Open with a passkey').click()
    await page.getByText('This passkey opens no profile here.').waitFor()
    t.same(await page.evaluate(KNOWN), [])
  })
  t.same(complaints, [])
})
