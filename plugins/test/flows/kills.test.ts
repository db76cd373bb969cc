/**
 * The gateway and the storage nodes are killed at each step of submissions: what clients were told and what
 * every node has agree. Kills at any moment are those of `plugins/test/nemesis`.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { toHex } from '../../../core/crypto/bytes.ts'
import { didKeyOf } from '../../../core/crypto/did.ts'
import { createKeyPair, type KeyPair } from '../../../core/crypto/keys.ts'
import { choosePrimitives } from '../../../core/keys/native.ts'
import { openJournal } from '../../../core/stores/network/journal.ts'
import { Network } from '../../../core/stores/network/network.ts'
import { connectNode } from '../../../core/stores/network/node-remote.ts'
import type { Doom } from '../../../core/stores/network/test/fixtures/doomed-node.ts'
import { NodeProcess } from '../../../core/stores/network/test/fixtures/node-process.ts'
import { networkServer, temporaryDirectory } from '../../../core/stores/sql/test/fixtures/server.ts'
import { isWhole } from '../../../core/test/fixtures/rounds.ts'
import { uids } from '../../../schemas/uids.ts'
import { programOf } from '../../../tooling/built.cjs'
import { anApplication, bearer, form, registrationOf, submissionOf } from '../fixtures/actors.ts'
import type { Step } from '../fixtures/doomed-gateway.ts'
import { phq9Response } from '../fixtures/phq-9.ts'

/** Observations of a response to the PHQ-9. */
const OBSERVATIONS = 9

const INSERT = 'INSERT INTO documents'
const WITHDRAW = 'DELETE FROM documents'

interface Fault {
  readonly name: string
  readonly gateway?: Step
  readonly node?: Doom
  /** A second node is killed while it takes back what the first made fail. */
  readonly other?: Doom
  readonly down?: true
}

const faults: readonly Fault[] = [
  { name: 'the gateway, answered by one node', gateway: 'answered 1' },
  { name: 'a node after it has stored', node: { statement: INSERT, when: 'after' } },
  { name: 'the gateway, before its answer', gateway: 'ended' },
  { name: 'a node that refuses', node: { statement: INSERT, when: 'instead' } },
  { name: 'a node that is down', down: true },
  {
    name: 'two nodes, one of them while it takes back',
    node: { statement: INSERT, when: 'instead' },
    other: { statement: WITHDRAW, when: 'before' },
  },
  { name: 'the gateway, with the intent in the journal', gateway: 'begun' },
  { name: 'a node before it stores', node: { statement: INSERT, when: 'before' } },
  { name: 'the gateway, with its requests on the way', gateway: 'sent' },
  {
    name: 'two nodes, one of them when it has taken back',
    node: { statement: INSERT, when: 'before' },
    other: { statement: WITHDRAW, when: 'after' },
  },
  { name: 'the gateway, answered by two nodes', gateway: 'answered 2' },
  { name: 'the gateway while a node is down', down: true, gateway: 'answered 1' },
  { name: 'the gateway, answered by all nodes', gateway: 'answered 3' },
]

/** The answers to one submission, over all its attempts. */
interface Client {
  readonly person: KeyPair
  readonly key: string | undefined
  /** 2xx. */
  acknowledged: boolean
  /** An attempt had no answer: it may be stored or not. */
  unknown: boolean
  refusals: number
}

t.test('submissions while everything is killed', async t => {
  const server = await networkServer(t)
  const gatewayDatabase = await server.open('andiron_gateway')
  const access = { host: server.host, user: 'andiron', password: server.password } as const
  const names = ['node_1', 'node_2', 'node_3']
  const databases = await Promise.all(names.map(name => server.open(name)))
  const nodes = names.map(
    database =>
      new NodeProcess({
        ...{ access, database, port: 0 },
        key: toHex(createKeyPair().privateKey),
      }),
  )
  t.teardown(() => Promise.all(nodes.map(node => node.kill())))
  await Promise.all(nodes.map(node => node.start()))
  const urls = nodes.map(node => node.url)

  const builder = createKeyPair()
  const url = `postgresql://andiron:${server.password}@localhost/postgres?host=${encodeURIComponent(server.host)}`
  const config = {
    port: 0,
    data: await temporaryDirectory(t),
    builderKey: toHex(builder.privateKey),
    stores: {
      database: { driver: 'postgres', url },
      records: { nodes: urls },
      objects: { driver: 'memory' },
    },
    plugins: {
      operations: { requestsPerMinute: 1_000_000, requestsPerMinuteOfAddress: 1_000_000 },
    },
  }
  let child: ChildProcess | undefined
  let origin = ''
  const startGateway = async () => {
    child = fork(programOf('plugins/test/fixtures/doomed-gateway.ts'), [JSON.stringify(config)])
    const [message] = (await once(child, 'message')) as [{ url: string }]
    origin = message.url
  }
  const isRunning = () => child?.exitCode === null && child.signalCode === null
  t.teardown(async () => {
    if (child === undefined || !isRunning()) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  })
  await startGateway()

  // Ends what the killed processes left, as a gateway does every minute and at its start.
  const records = new Network({
    nodes: await Promise.all(urls.map(each => connectNode(each, { timeout: 30_000 }))),
    builder,
    primitives: await choosePrimitives(),
    journal: openJournal(gatewayDatabase),
  })

  const send = (path: string, headers: object, body: object) =>
    fetch(origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const application = anApplication()
  const { keyPair, applicationId } = application
  const made = await send(
    '/api/application',
    bearer(keyPair, ['write:application']),
    registrationOf(application),
  )
  t.equal(made.status, 201)
  const published = await send('/api/questionnaire', bearer(keyPair, ['write:questionnaire']), form('phq-9'))
  const { _id } = (await published.json()) as { _id: string }

  const sent = { attempts: 0, acknowledged: 0, refused: 0, unanswered: 0 }
  const codes = new Map<string, number>()
  /** @returns seconds after which a 503 says to retry */
  const submit = async (client: Client): Promise<number | undefined> => {
    sent.attempts += 1
    const headers = {
      ...bearer(client.person, ['write']),
      ...(client.key !== undefined && { 'idempotency-key': client.key }),
    }
    try {
      const answer = await send('/api/submission', headers, submissionOf(applicationId, phq9Response(_id)))
      const { code } = (await answer.json()) as { code?: string }
      if (answer.status === 201) {
        client.acknowledged = true
        sent.acknowledged += 1
        return undefined
      }
      client.refusals += 1
      sent.refused += 1
      codes.set(`${answer.status} ${code}`, (codes.get(`${answer.status} ${code}`) ?? 0) + 1)
      if (answer.status === 503) {
        const seconds = Number(answer.headers.get('retry-after'))
        t.ok(seconds > 0, 'a 503 says when to retry')
        return seconds
      }
      t.match(code, 'AND_NODE_REFUSED', 'nothing else is refused')
    } catch {
      client.unknown = true
      sent.unanswered += 1
    }
    return undefined
  }

  /** Records of a person on each node: responses, and Observations. */
  const storedOf = async ({ person }: Client) =>
    Promise.all(
      databases.map(async database => {
        const rows = await database.query<{ collection: string; count: number }>(
          'SELECT collection, count(*)::integer AS count FROM documents WHERE owner = $1 GROUP BY collection',
          [didKeyOf(person.publicKey)],
        )
        const of = (uid: string) => rows.find(({ collection }) => collection === uid)?.count ?? 0
        return `${of(uids.QuestionnaireResponse)}+${of(uids.Observation)}`
      }),
    )

  const wrong = { acknowledgedNotStored: 0, refusedButStored: 0, half: 0 }
  const compare = async (client: Client, fault: string) => {
    const [first = '', ...others] = await storedOf(client)
    const isWhole = first === `1+${OBSERVATIONS}`
    const isSame = others.every(each => each === first)
    const problem =
      !isSame || (!isWhole && first !== '0+0')
        ? 'half'
        : client.acknowledged && !isWhole
          ? 'acknowledgedNotStored'
          : !client.acknowledged && !client.unknown && isWhole
            ? 'refusedButStored'
            : undefined
    if (problem === undefined) return
    wrong[problem] += 1
    t.fail(`${fault}: ${problem}, ${[first, ...others].join(' ')}`)
  }

  /** Nothing is in progress any more, as after a lease; then every lease ends. */
  const recover = async () => {
    await Promise.all(nodes.map(node => node.idle()))
    await gatewayDatabase.query("UPDATE writes SET expires = now() - interval '1 second'")
    t.equal((await records.recover()).waiting, 0)
    t.same(await gatewayDatabase.query('SELECT * FROM writes'), [], 'the journal is empty')
  }

  const clients: [Client, string][] = []
  for (const [cycle, fault] of faults.slice(0, isWhole ? faults.length : 3).entries()) {
    const [victim, second] = [nodes[cycle % 3], nodes[(cycle + 1) % 3]] as [NodeProcess, NodeProcess]
    if (fault.down) await victim.kill()
    if (fault.node) await victim.arm(fault.node)
    if (fault.other) await second.arm(fault.other)
    if (fault.gateway) {
      child?.send({ step: fault.gateway })
      if (child !== undefined) await once(child, 'message')
    }
    const now = Array.from({ length: 6 }, (_, at): Client => {
      const key = at % 2 === 0 ? `visit ${cycle}.${at}` : undefined
      return { person: createKeyPair(), key, acknowledged: false, unknown: false, refusals: 0 }
    })
    await Promise.all(now.map(submit))

    if (fault.gateway && child !== undefined && isRunning()) await once(child, 'exit')
    if (!isRunning()) await startGateway()
    const open = (client: Client | undefined) => client?.key !== undefined && !client.acknowledged
    // Before the interrupted write has ended, twice at once.
    const [early] = now.filter(open)
    if (early !== undefined) await Promise.all([submit(early), submit(early)])
    await Promise.all(nodes.map(node => node.revive()))
    await recover()
    // And after.
    for (const client of now.filter(open)) {
      // The gateway may not have found again yet that a node is back.
      for (let wait = await submit(client), tries = 1; wait !== undefined && tries < 5; tries++) {
        await delay(wait * 1000)
        wait = await submit(client)
      }
      t.ok(client.acknowledged, `${fault.name}: a retry is stored`)
    }
    for (const client of now) {
      await compare(client, fault.name)
      clients.push([client, fault.name])
    }
    const figures = { cycles: cycle + 1, ...sent, ...Object.fromEntries(codes), ...wrong }
    t.comment(JSON.stringify(figures))
  }
  for (const [client, fault] of clients) await compare(client, `${fault}, at the end`)
  t.same(wrong, { acknowledgedNotStored: 0, refusedButStored: 0, half: 0 })
  t.ok(sent.unanswered > 0 && sent.refused > 0 && sent.acknowledged > 0)
  await records.close()
})
