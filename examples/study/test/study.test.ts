/** The study with synthetic people: its setup, its server under kills, and its page in a browser. */
import { appendFile, readFile, stat } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import {
  createSoftwareWallet,
  deriveApplicationKeypair,
  deriveStorageKeypair,
  listBackends,
  QuestionnaireResponseSchema,
  submitData,
} from '@andiron/sdk'
import t from 'tap'
import { temporaryDirectory } from '../../../core/stores/sql/test/fixtures/server.ts'
import { directoryWith, launch, type Process } from '../../../core/test/fixtures/cli.ts'
import { prepared, root } from '../../../core/test/fixtures/prepared.ts'
import { missing } from '../../../core/test/fixtures/programs.ts'
import { serve } from '../../../plugins/index.ts'
import { builtPages } from '../../../plugins/pages/test/fixtures/built.ts'
import { copyDeployment } from '../../../plugins/test/fixtures/deployment.ts'
import { agree, answerAll, personAt, popupOf, press } from '../../../plugins/test/fixtures/person.ts'
import { setUp } from '../setup.ts'

const data = await temporaryDirectory(t)
await copyDeployment(data)
const gateway = await serve({
  port: 0,
  data,
  log: { level: 'error' },
  // Exact numbers, so that the test can compare them.
  plugins: {
    pages: { directory: await builtPages() },
    'fhir-aggregate': { certainty: 1 },
    'fhir-subscriptions': { publicOnly: false },
  },
})
t.teardown(() => gateway.close())
const page = await prepared('study-page', ['core', 'schemas', 'fhir', 'ui', 'examples'], async outDir => {
  const { build } = await import('vite')
  const configFile = join(root, 'examples/study/page/vite.config.ts')
  await build({ root: join(root, 'examples/study/page'), configFile, logLevel: 'error', build: { outDir } })
})
const directory = await directoryWith(t)
const program = fileURLToPath(new URL('../serve.ts', import.meta.url))

const origin = await new Promise<string>(resolve => {
  const probe = createServer().listen(0, '127.0.0.1', () => {
    const { port } = probe.address() as AddressInfo
    probe.close(() => resolve(`http://127.0.0.1:${port}`))
  })
})

/** Starts the server. No test waits for its interval: notifications make it read. */
async function start(): Promise<Process> {
  const { port: PORT } = new URL(origin)
  const env = { STUDY_DATA: directory, STUDY_PAGE: page, PORT, INTERVAL: '3600000' }
  const server = launch(program, [], directory, env)
  t.teardown(() => server.child.kill('SIGKILL'))
  await server.until(/study is at/)
  return server
}
const ledger = async () =>
  (await readFile(join(directory, 'ledger.ndjson'), 'utf8')).split('\n').filter(Boolean)
const text = async (url: string) => (await fetch(url)).text()

await setUp(gateway.url, directory, origin)

t.test('the setup is repeated without a second application, form or key', async t => {
  const read = () => readFile(join(directory, 'server.json'), 'utf8')
  const before = await read()
  await setUp(gateway.url, directory, origin)
  t.equal(await read(), before)
  const wallet = createSoftwareWallet(await readFile(join(directory, 'owner.key'), 'utf8'))
  const { applicationId } = JSON.parse(before)
  const { sessionKeyPair } = await deriveApplicationKeypair(wallet.signFn, wallet.address, applicationId, {
    environment: gateway.url,
  })
  t.equal((await listBackends(sessionKeyPair, applicationId, gateway.url)).length, 1)
  for (const file of ['owner.key', 'server.key'])
    t.equal((await stat(join(directory, file))).mode & 0o777, 0o600, file)
})

const people = 24

t.test('a server that is killed again and again loses no response and handles none twice', async t => {
  const { applicationId, formId } = JSON.parse(await readFile(join(directory, 'server.json'), 'utf8'))
  let server = await start()
  t.match(await text(`${origin}/results`), 'too few answers')
  const stored: string[] = []
  const submitAll = async () => {
    for (let person = 0; person < people; person++) {
      const { signFn, address } = createSoftwareWallet()
      const { sessionKeyPair } = await deriveStorageKeypair(signFn, address, { environment: gateway.url })
      const submission = {
        ...{ resourceType: 'QuestionnaireResponse', status: 'completed', questionnaire: formId },
        item: [
          { linkId: 'quality', answer: [{ valueCoding: { system: 'urn:sleep-study', code: 'well' } }] },
          { linkId: 'hours', answer: [{ valueInteger: 6 + (person % 3) }] },
        ],
      }
      const { schemaUid: schemaId } = QuestionnaireResponseSchema
      const sent = { applicationId, timestamp: new Date(), schemaId, submission }
      stored.push((await submitData(sessionKeyPair, sent, gateway.url)).insertedUid)
    }
  }
  const submitting = submitAll()
  for (let kill = 0; kill < 5; kill++) {
    await delay(300)
    server.child.kill('SIGKILL')
    await server.ended
    // As if the kill had cut off a line.
    await appendFile(join(directory, 'ledger.ndjson'), '{"id":"cut-')
    server = await start()
  }
  await submitting
  for (let tries = 0; tries < 100 && (await ledger()).length < people; tries++) await delay(200)
  await delay(500)
  const handled = (await ledger()).map(line => JSON.parse(line).id)
  t.same(handled.sort(), stored.sort())
  t.match(await text(`${origin}/results`), 'About 24 people slept 7 hours on average')
  server.child.kill('SIGTERM')
  t.match(await server.ended, { code: 0 })
  t.notMatch(await readFile(join(directory, 'ledger.ndjson'), 'utf8'), /well|hours/, 'no answer is kept')
})

t.test('a participant answers on the page', { skip: missing('chromium') }, async t => {
  const server = await start()
  const before = (await ledger()).length
  const {
    context,
    page: shown,
    complaints,
  } = await personAt(t, `${origin}/`, createSoftwareWallet('4b'.repeat(32)))
  const connecting = await popupOf(context, () => press(shown, 'Connect your profile'))
  await press(connecting, 'Test Wallet')
  await shown.getByRole('button', { name: 'Profile connected' }).waitFor()
  if (!connecting.isClosed()) await connecting.waitForEvent('close')
  await answerAll(shown)
  await shown.getByRole('spinbutton').or(shown.getByRole('textbox')).first().fill('7')
  const storing = await popupOf(context, () => press(shown, /Submit/))
  await agree(storing, /^Share \d+ answers$/)
  await shown.getByText('Thank you.').waitFor()
  for (let tries = 0; tries < 100 && (await ledger()).length === before; tries++) await delay(200)
  t.equal((await ledger()).length, before + 1)
  const forged = await fetch(`${origin}/notify`, {
    method: 'POST',
    headers: { 'content-type': 'application/fhir+json', 'webhook-signature': 'v1,x' },
    body: '{}',
  })
  t.equal(forged.status, 401)
  server.child.kill('SIGTERM')
  t.match(await server.ended, { code: 0, stderr: '' })
  t.same(complaints, [])
})
