/**
 * The application of Next.js in `examples/apps/next`, built and stored with in a browser. `.ci/try-package <directory>`
 * installs it; run this with `ANDIRON_NEXT_APP=<directory>/next`.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { freePort } from '../../../core/stores/test/fixtures/free-port.ts'
import { demand } from '../../../core/test/fixtures/programs.ts'
import { skipFile } from '../../../tooling/together.js'
import {
  createSoftwareWallet,
  deriveStorageKeypair,
  listData,
  readData,
  readResponses,
} from '../../../ui/sdk/index.ts'
import { deployment, registeredFor } from '../fixtures/applications.ts'
import { agree, personAt, popupOf, press } from '../fixtures/person.ts'
import { REFLEXES } from '../fixtures/reflex-plugin.ts'

const application = process.env['ANDIRON_NEXT_APP']
if (application === undefined)
  skipFile(
    t,
    'The application of Next.js is not installed: .ci/try-package <directory>, then ANDIRON_NEXT_APP=<directory>/next',
  )
demand(t, 'chromium')

const [url, port] = await Promise.all([deployment(t), freePort()])
const origin = `http://reflex.localhost:${port}`
const { applicationId, keyPair, questionnaireId } = await registeredFor(url, origin)
const next = join(application, 'node_modules/next/dist/bin/next')
const options = {
  cwd: application,
  env: {
    PATH: process.env['PATH'],
    NEXT_TELEMETRY_DISABLED: '1',
    NEXT_PUBLIC_APP_ID: applicationId,
    NEXT_PUBLIC_API_BASE_URL: url,
    NEXT_PUBLIC_QUESTIONNAIRE_ID: questionnaireId,
  },
}

t.test('Next.js 16 checks the types, builds, and stores through the wallet', async t => {
  await promisify(execFile)(process.execPath, [next, 'build'], options)
  const server = spawn(process.execPath, [next, 'start', '--port', String(port)], options)
  const ended = once(server, 'exit')
  t.teardown(async () => {
    server.kill()
    await ended
  })
  const ready = new Promise<void>(resolve => {
    // Read to the end: an application whose output nobody takes would stop.
    server.stdout.setEncoding('utf8').on('data', (said: string) => {
      if (/Ready in/.test(said)) resolve()
    })
  })
  await Promise.race([ready, ended])

  const wallet = createSoftwareWallet('d4'.repeat(32))
  const { sessionKeyPair: key } = await deriveStorageKeypair(wallet.signFn, wallet.address, {
    environment: url,
  })
  const { context, page, complaints } = await personAt(t, origin, wallet)
  t.match(await (await fetch(`http://127.0.0.1:${port}/`)).text(), /Are you in pain\?/, 'drawn by the server')
  await page.getByText('2 parts').waitFor()
  const connecting = await popupOf(context, () => press(page, 'Connect your profile'))
  await press(connecting, 'Test Wallet')
  await page.getByText(key.did).waitFor()

  await press(page, 'Store my answers')
  await page.locator('.wq-has-error').first().waitFor()
  await page.getByRole('radio', { name: 'Some pain' }).check()
  await page.getByLabel('Anything else?').fill('A synthetic day')
  const storing = await popupOf(context, () => press(page, 'Store my answers'))
  await agree(storing, /^Share 2 answers$/)
  await page.getByText('Stored in b14b538f-7de3-4767-ad77-464d755d78bd').waitFor()
  const read = []
  for await (const response of readResponses(keyPair, questionnaireId, url)) read.push(response)
  t.match(read, [
    { subject: { reference: key.did }, author: { reference: keyPair.did }, status: 'completed' },
  ])
  t.match(JSON.stringify(read), 'A synthetic day')

  await press(page, 'Start')
  await press(page, 'Now')
  const keeping = await popupOf(context, () => press(page, 'Store my reflex'))
  // Another hook of the page has a wallet of its own: the person chooses the profile there, too.
  await Promise.race([
    keeping.getByRole('button', { name: 'Save the record' }).waitFor(),
    press(keeping, /used here before/),
  ])
  await agree(keeping, 'Save the record')
  await page.getByText(/Stored: \d+ ms/).waitFor()
  const [reflex] = (await listData(key, url)).filter(({ collection }) => collection === REFLEXES)
  if (!reflex) throw new Error('no reflex was stored')
  const stored = await readData(key, url, reflex)
  t.match(stored, { milliseconds: Number, measuredAt: /Z$/ })
  t.same(complaints, [])
})
