/**
 * The same journeys on every shape of a deployment: nodes inside the gateway on the embedded database, on a PostgreSQL
 * that is there already, and nodes and gateways in processes of their own. Needs Debian's package `postgresql-15`.
 */
import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import t, { type Test } from 'tap'
import { balancer } from '../../../cli/test/fixtures/balancers.ts'
import { type Program, run, runDemo, runHere, serving } from '../../../cli/test/fixtures/program.ts'
import { toHex } from '../../../core/crypto/bytes.ts'
import { createKeyPair } from '../../../core/crypto/keys.ts'
import { configOf } from '../../../core/stores/sql/postgres.ts'
import { debianPostgres } from '../../../core/stores/sql/test/fixtures/debian.ts'
import { temporaryDirectory } from '../../../core/stores/sql/test/fixtures/server.ts'
import { missing } from '../../../core/test/fixtures/programs.ts'
import type { ExportManifest } from '../../../schemas/export.ts'
import type { Health } from '../../../schemas/health.ts'
import {
  connectNodes,
  createJWTForStorageKeys,
  createSoftwareWallet,
  deleteProfile,
  deriveApplicationKeypair,
  deriveStorageKeypair,
  loadEnvironment,
  readProfileDeletion,
  readReceipt,
  readResponses,
  registerApplication,
  registerQuestionnaire,
  type Signer,
  submitData,
  uids,
} from '../../../ui/sdk/index.ts'
import { keyPairIn } from '../../../ui/sdk/key-pair.ts'
import { serve } from '../../index.ts'
import { form, submissionOf } from '../fixtures/actors.ts'
import { copyDeployment } from '../fixtures/deployment.ts'
import { phq9Response } from '../fixtures/phq-9.ts'

/** Runs the main journey over the network, then the operations of the owner of a record. */
async function journeys(t: Test, url: string): Promise<void> {
  const demo = await runDemo(url)
  t.match(demo, { code: 0 })
  t.equal(demo.said.match(/^\d+\. /gm)?.length, 9, 'every step')
  const environment = await loadEnvironment(url)
  for (const node of environment.nodes) t.match(demo.said, `${node.url}  has it`)

  const study = await aStudy(url)
  const { insertedUid } = await submitData(study.person, study.submission, url)
  t.same(await idsRead(study, url), [insertedUid])
  const own = await connectNodes(study.person, url)
  const document = { collection: uids.QuestionnaireResponse, document: insertedUid }
  await own.revokeAccess({ ...document, grantee: environment.builderDid })
  t.same(await idsRead(study, url), [], 'the service can no longer read what a person took back')
  const acl = { grantee: environment.builderDid, read: true, write: false, execute: true }
  await own.grantAccess({ ...document, acl })
  t.same(await idsRead(study, url), [insertedUid], 'and can again what they gave back')
  await own.deleteData(document)
  const left = await own.listData()
  t.notOk(left.some(each => each.document === insertedUid))
}

interface Study {
  readonly applicationKey: Signer
  readonly questionnaireId: string
  readonly person: Signer
  readonly submission: ReturnType<typeof submissionOf>
}

/** An application with a published form, and a person who has filled it in. */
async function aStudy(environment: string): Promise<Study> {
  const [owner, wallet] = [createSoftwareWallet(), createSoftwareWallet()]
  const applicationId = `study-${crypto.randomUUID().slice(0, 8)}`
  const { sessionKeyPair: applicationKey } = await deriveApplicationKeypair(
    owner.signFn,
    owner.address,
    applicationId,
    { environment },
  )
  const callbackUrls = ['https://study.example/done']
  await registerApplication(
    applicationKey,
    { applicationId, name: 'A synthetic study', callbackUrls },
    owner,
    environment,
  )
  const { _id } = await registerQuestionnaire(applicationKey, form('phq-9') as never, environment)
  const { sessionKeyPair: person } = await deriveStorageKeypair(wallet.signFn, wallet.address, {
    environment,
  })
  const submission = submissionOf(applicationId, phq9Response(_id))
  return { applicationKey, questionnaireId: _id, person, submission }
}

const headersOf = ({ applicationKey, questionnaireId }: Study) => ({
  authorization: `Bearer ${createJWTForStorageKeys(applicationKey, { scopes: [`read:questionnaire[${questionnaireId}]`] })}`,
})

/** Starts an export of the responses to the study's form; returns its path. */
async function kickOff(study: Study, url: string): Promise<string> {
  const path = `/fhir/Questionnaire/${study.questionnaireId}/$export?_type=QuestionnaireResponse`
  const answer = await fetch(url + path, { headers: { ...headersOf(study), prefer: 'respond-async' } })
  if (answer.status !== 202) throw new Error(await answer.text())
  return new URL(String(answer.headers.get('content-location'))).pathname
}

/** Waits for an export, and reads it: the ids in each of its files. */
async function exported(study: Study, url: string): Promise<string[][]> {
  const headers = headersOf(study)
  for (;;) {
    const answer = await fetch(url, { headers })
    if (answer.status === 202) {
      await delay(50)
      continue
    }
    const { output } = (await answer.json()) as ExportManifest
    const reading = output.map(async file => {
      const { origin } = new URL(url)
      const lines = await (await fetch(origin + new URL(file.url).pathname, { headers })).text()
      return lines
        .trimEnd()
        .split('\n')
        .map(line => (JSON.parse(line) as { id: string }).id)
    })
    return Promise.all(reading)
  }
}

/** The responses to the study's form that its application can read. */
async function idsRead({ applicationKey, questionnaireId }: Study, url: string): Promise<unknown[]> {
  const ids: unknown[] = []
  for await (const { id } of readResponses(applicationKey, questionnaireId, url)) ids.push(id)
  return ids
}

t.test('nodes inside the gateway, on the embedded database', async t => {
  const data = await temporaryDirectory(t)
  await copyDeployment(data)
  const running = await serve({ port: 0, data, log: { level: 'error' } })
  t.teardown(() => running.close())
  await journeys(t, running.url)
})

t.test(
  'nodes inside the gateway, on a PostgreSQL of the operator',
  { skip: missing('postgres') },
  async t => {
    const database = { driver: 'postgres', url: await debianPostgres(t) } as const
    const data = await temporaryDirectory(t)
    const config = { port: 0, data, log: { level: 'error' }, stores: { database } } as const
    const running = await serve(config)
    await journeys(t, running.url)
    const before = await loadEnvironment(running.url)
    const elsewhere = { ...config, data: await temporaryDirectory(t) }
    for (const keys of ['builder.key', 'nodes'])
      await cp(join(data, keys), join(elsewhere.data, keys), { recursive: true })
    await t.rejects(
      serve(elsewhere),
      { code: 'AND_OBJECTS_ELSEWHERE', message: /set 'stores.objects' to one bucket/ },
      'a gateway with files in another directory',
    )
    const beside = await serve(config)
    await beside.close()
    await t.rejects(serve(elsewhere), { code: 'AND_OBJECTS_ELSEWHERE' }, 'after one of two has gone')
    await running.close()

    const again = await serve(config)
    t.teardown(() => again.close())
    const after = await loadEnvironment(again.url)
    t.same(after.nodes.map(({ did }) => did).sort(), before.nodes.map(({ did }) => did).sort())
  },
)

t.test('nodes and gateways in processes of their own', { skip: missing('postgres') }, async t => {
  const postgres = await debianPostgres(t)
  const directory = await temporaryDirectory(t)
  const startNode = (name: string, port = '0') =>
    serving(t, ['node', '--port', port, '--data', join(directory, name)], {
      ANDIRON_DATABASE: `${postgres}/${name}`,
    })
  const nodes = await Promise.all(['node_a', 'node_b', 'node_c'].map(name => startNode(name)))
  const [, second] = nodes
  if (second === undefined) throw new Error('There are three nodes')
  const config = join(directory, 'andiron.json')
  await writeFile(
    config,
    JSON.stringify({
      port: 0,
      data: 'gateway',
      builderKey: '${BUILDER_KEY}',
      log: { level: 'info' },
      stores: {
        database: { driver: 'postgres', url: '${DATABASE_URL}' },
        records: { nodes: nodes.map(({ url }) => url) },
      },
      plugins: { 'fhir-bulk': { recordsPerFile: 1, settleSeconds: 0, holdSeconds: 3 } },
    }),
  )
  const environment = { BUILDER_KEY: toHex(createKeyPair().privateKey), DATABASE_URL: postgres }
  const startGateway = () => serving(t, ['start', '--config', config], environment)
  const doctor = (gateway: Program) =>
    runHere(['doctor', '--config', config, '--port', new URL(gateway.url).port], environment)
  const one = await startGateway()
  const other = await startGateway()

  let left = one

  await t.test('the journeys', t => journeys(t, one.url))

  await t.test('two gateways are one service', async t => {
    const study = await aStudy(one.url)
    const idempotencyKey = crypto.randomUUID()
    const { insertedUid } = await submitData(study.person, study.submission, one.url, { idempotencyKey })
    t.same(await submitData(study.person, study.submission, other.url, { idempotencyKey }), { insertedUid })
    t.same(await idsRead(study, other.url), [insertedUid])
    t.same((await loadEnvironment(one.url)).nodes, (await loadEnvironment(other.url)).nodes)
    t.match(await doctor(one), { code: 0, said: /No problems found/ })
  })

  await t.test('an export outlives the gateway that works it out', async t => {
    const study = await aStudy(one.url)
    const stored: string[] = []
    for (let count = 0; count < 5; count++)
      stored.push((await submitData(study.person, study.submission, one.url)).insertedUid)

    const database = new pg.Client(configOf(postgres, 'andiron_gateway'))
    await database.connect()
    t.teardown(() => database.end())
    // The write of the third file waits for the test: the gateway is killed at this point of the export.
    await database.query(`
      SELECT pg_advisory_lock(1);
      CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NEW; END';
      CREATE TRIGGER wait BEFORE INSERT ON fhir_bulk_files
        FOR EACH ROW WHEN (NEW.position = 2) EXECUTE FUNCTION wait()`)
    const place = await kickOff(study, one.url)
    const id = place.slice(place.lastIndexOf('/') + 1)
    const taken = new RegExp(`"export":"${id}"`)
    const [killed, survivor] = await Promise.any([
      one.says(taken).then(() => [one, other] as const),
      other.says(taken).then(() => [other, one] as const),
    ])
    const waiting = "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
    while ((await database.query(waiting)).rows.length === 0) await delay(20)
    await killed.end('SIGKILL')
    const files = await database.query('SELECT 1 FROM fhir_bulk_files WHERE export = $1', [id])
    t.equal(files.rows.length, 2, 'it was in the midst of it')
    await database.query('SELECT pg_advisory_unlock(1); DROP TRIGGER wait ON fhir_bulk_files')

    const read = await exported(study, survivor.url + place)
    t.match(survivor.said(), taken)
    t.equal(read.length, stored.length, 'each in a file of its own')
    t.same(read.flat().sort(), stored.toSorted(), 'nothing twice, and nothing missing')
    left = survivor
  })

  const departing = await aStudy(left.url)
  await submitData(departing.person, departing.submission, left.url)
  const confirm = keyPairIn(departing.person).did
  const undecided = await aStudy(left.url)
  let fresh = left

  await t.test('a node that is down is named, and reading goes on', async t => {
    const study = await aStudy(left.url)
    const { insertedUid } = await submitData(study.person, study.submission, left.url)
    await second.end('SIGKILL')
    fresh = await startGateway()
    await fresh.says(/does not answer; writes fail until it reconnects/)
    t.equal(
      (await loadEnvironment(fresh.url)).nodes.length,
      3,
      'a gateway that starts now knows who the node is',
    )
    const down = `The storage node '${second.url}' does not answer`
    for (const { url } of [left, fresh]) {
      while ((await healthAt(url)).capabilities.write) await delay(100)
      const { capabilities, dependencies } = await healthAt(url)
      t.match(capabilities, { read: true, write: false, files: false, signIn: true })
      t.equal((await fetch(`${url}/health/ready`)).status, 200, 'the gateway itself can serve')
      t.same(
        dependencies.filter(each => !each.ready),
        [{ name: `node ${second.url}`, ready: false, problem: down }],
      )
      t.same(await idsRead(study, url), [insertedUid])
    }
    t.match(await submitOnce(study, left.url), { status: 503, code: 'AND_NODE_UNAVAILABLE', detail: down })
    t.match(await doctor(left), { code: 1, said: new RegExp(`WRONG {2}node ${second.url}: ${down}`) })
  })

  const ports = [left.url, fresh.url].map(url => Number(new URL(url).port))
  for (const name of ['HAProxy', 'nginx', 'Caddy'] as const)
    await t.test(
      `${name} keeps both gateways while a node is down and another one hangs`,
      { skip: missing('proxies') },
      async t => {
        const url = await balancer(t, name, ports)
        const refused = { status: 503, retryAfter: /^\d+$/, code: 'AND_NODE_UNAVAILABLE' }
        t.match(await submitOnce(undecided, url), refused)
        t.same(await idsRead(undecided, url), [])
        const [, , third] = nodes
        third?.signal('SIGSTOP')
        try {
          // Longer than any of them takes to notice a failed check.
          for (const end = Date.now() + 6_000; Date.now() < end; await delay(50)) {
            const { status } = await fetch(`${url}/health/ready`)
            if (status !== 200) return t.fail(`${status} while a node hangs`)
          }
          t.equal((await fetch(`${url}/.well-known/andiron.json`)).status, 200)
        } finally {
          third?.signal('SIGCONT')
        }
        t.match(await submitOnce(undecided, url), refused)
      },
    )

  await t.test('a deletion waits for the node, and outlives its gateway', async t => {
    let deletion: { state: string } = await deleteProfile(departing.person, left.url, { confirm })
    // Another gateway may have taken the work before this one did.
    while (deletion.state === 'running') {
      await delay(100)
      deletion = await readProfileDeletion(departing.person, left.url)
    }
    t.match(deletion, {
      state: 'waiting',
      problems: [`The storage node '${second.url}' does not answer`],
    })
    await left.end('SIGKILL')
    const { state, receipt } = await readProfileDeletion(departing.person, fresh.url)
    t.not(state, 'done')
    t.equal(receipt, undefined, 'nothing is signed that has not happened')
  })

  await t.test('a gateway that has started without a node takes it in when it is back', async t => {
    await startNode('node_b', new URL(second.url).port)
    while (!(await healthAt(fresh.url)).capabilities.write) await delay(100)
    const study = await aStudy(fresh.url)
    const { insertedUid } = await submitData(study.person, study.submission, fresh.url)
    t.same(await idsRead(study, fresh.url), [insertedUid])

    // By itself within ten minutes; after another request, immediately.
    while ((await deleteProfile(departing.person, fresh.url, { confirm })).state !== 'done') await delay(100)
    const { receipt = '' } = await readProfileDeletion(departing.person, fresh.url)
    const { nodes } = readReceipt(receipt, await loadEnvironment(fresh.url))
    t.same(
      nodes.map(({ records }) => records['QuestionnaireResponse']),
      [1, 1, 1],
      'each node is emptied, and counted once',
    )
  })

  await t.test('a stranger in the place of a node is not taken for it', async t => {
    const [first] = nodes
    if (first === undefined) return
    await first.end()
    const stranger = await serving(
      t,
      ['node', '--port', new URL(first.url).port, '--data', join(directory, 'stranger')],
      { ANDIRON_DATABASE: `${postgres}/stranger` },
    )
    while ((await healthAt(fresh.url)).capabilities.write) await delay(100)
    const { dependencies } = await healthAt(fresh.url)
    t.match(dependencies.find(({ ready }) => !ready)?.problem, /is now did:key:\w+ and was did:key:/)
    const refused = await run(['start', '--config', config], environment)
    t.match(refused, { code: 1, said: /is now did:key:\w+ and was did:key:/ })
    await stranger.end()
  })

  t.equal(await fresh.end(), 0)
  const said = [one, other, fresh, ...nodes].map(program => program.said()).join('')
  const [, password = ''] = /:([^:@]+)@/.exec(postgres) ?? []
  t.notMatch(said, password, 'no log has the password of the database')
  t.notMatch(said, environment.BUILDER_KEY)
})

async function healthAt(url: string): Promise<Health> {
  return (await (await fetch(`${url}/health`)).json()) as Health
}

/** Sends a submission once: the SDK would try again. */
async function submitOnce({ person, submission }: Study, url: string): Promise<object> {
  const answer = await fetch(`${url}/api/submission`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${createJWTForStorageKeys(person, { scopes: ['write'] })}`,
    },
    body: JSON.stringify(submission),
  })
  return { ...((await answer.json()) as object), retryAfter: answer.headers.get('retry-after') }
}
