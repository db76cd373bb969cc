/** The study with synthetic people: its setup, its server under kills, and its page in a browser. */
import { appendFile, readFile, stat } from 'node:fs/promises'
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
import { answerAll, personAt, popupOf, press } from '../../../plugins/test/fixtures/person.ts'
import { setUp } from '../setup.ts'

t.setTimeout(300_000)

const data = await temporaryDirectory(t)
await copyDeployment(data)
const gateway = await serve({
  port: 0,
  data,
  log: { level: 'error' },
  // Exact numbers, so that the test can compare them.
  plugins: { pages: { directory: await builtPages() }, 'fhir-aggregate': { certainty: 1 } },
})
t.teardown(() => gateway.close())
const page = await prepared('study-page', ['core', 'schemas', 'fhir', 'ui', 'examples'], async outDir => {
  const { build } = await import('vite')
  const configFile = join(root, 'examples/study/page/vite.config.ts')
  await build({ root: join(root, 'examples/study/page'), configFile, logLevel: 'error', build: { outDir } })
})
const directory = await directoryWith(t)
const program = fileURLToPath(new URL('../serve.ts', import.meta.url))

/** Starts the server; its origin once it listens. */
async function start(port = '0'): Promise<Process & { readonly origin: string }> {
  const env = { STUDY_DATA: directory, STUDY_PAGE: page, PORT: port, INTERVAL: '200' }
  const server = launch(program, [], directory, env)
  t.teardown(() => server.child.kill('SIGKILL'))
  const [, origin = ''] = /study is at (\S+),/.exec(await server.until(/study is at/)) ?? []
  return { ...server, origin }
}
const ledger = async () =>
  (await readFile(join(directory, 'ledger.ndjson'), 'utf8')).split('\n').filter(Boolean)
const text = async (url: string) => (await fetch(url)).text()

// A port that the callback URL of the registration can name before the server listens on it.
await setUp(gateway.url, directory, 'http://127.0.0.1:9')
const probe = await start()
const { origin } = probe
probe.child.kill('SIGTERM')
t.match(await probe.ended, { code: 0, stderr: '' })

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
  for (const file of ['owner.key', 'server.key', 'ledger.ndjson'])
    t.equal((await stat(join(directory, file))).mode & 0o777, 0o600, file)
})

const people = 24

t.test('a server that is killed again and again loses no response and handles none twice', async t => {
  const { applicationId, formId } = JSON.parse(await readFile(join(directory, 'server.json'), 'utf8'))
  let server = await start()
  t.match(await text(`${server.origin}/results`), 'too few answers')
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
  t.match(await text(`${server.origin}/results`), 'About 24 people slept 7 hours on average')
  server.child.kill('SIGTERM')
  t.match(await server.ended, { code: 0 })
  t.notMatch(await readFile(join(directory, 'ledger.ndjson'), 'utf8'), /well|hours/, 'no answer is kept')
})

t.test('a participant answers on the page', { skip: missing('chromium') }, async t => {
  const other = await directoryWith(t)
  // A registration of its own: this origin is its callback URL.
  const port = new URL(origin).port
  await setUp(gateway.url, other, origin)
  const env = { STUDY_DATA: other, STUDY_PAGE: page, PORT: port, INTERVAL: '200' }
  const server = launch(program, [], other, env)
  t.teardown(() => server.child.kill('SIGKILL'))
  await server.until(/study is at/)
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
  await press(storing, 'Store')
  await shown.getByText('Thank you.').waitFor()
  const lines = async () =>
    (await readFile(join(other, 'ledger.ndjson'), 'utf8')).split('\n').filter(Boolean).length
  for (let tries = 0; tries < 50 && (await lines()) < 1; tries++) await delay(200)
  t.equal(await lines(), 1)
  t.same(complaints, [])
})
