/**
 * Kills, pauses, stepped clocks and broken links while people submit, delete and withdraw and operators work: what
 * clients were told is compared with what every node has. `npm run test:nemesis`; `ANDIRON_NEMESIS` is the number of
 * epochs, `ANDIRON_SEED` the seed, and `ANDIRON_EPOCH` the first epoch.
 */
import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { demand } from '../../../core/test/fixtures/programs.ts'
import { uids } from '../../../schemas/uids.ts'
import { eventsOf, type Receiver, startReceiver } from '../../fhir-subscriptions/test/receiver.ts'
import { Clients } from './clients.ts'
import { Deployment, GATEWAYS, NODES, PARTS, SERVERS } from './deployment.ts'
import { actsOf, EPOCH_MS, type Epoch, epochOf, type Fault, type Operation, sentenceOf } from './generator.ts'
import { type History, newHistory, type Stored } from './history.ts'
import { type Violation, violations } from './rules.ts'

demand(t, 'nemesis')

const EPOCHS = Number(process.env['ANDIRON_NEMESIS'] ?? 5)
const SEED = process.env['ANDIRON_SEED'] ?? String(randomInt(1_000_000))
const FIRST = Number(process.env['ANDIRON_EPOCH'] ?? 0)
const CLIENTS = 8
/** Seconds that exceed every lease and every pause before another attempt. */
const BEYOND = 360
/** The same for a lease by a clock that was ahead. */
const AT_REST = BEYOND + 600
/** Looks at what the subscriber was told, half a second apart: jobs look for work once a minute. */
const PATIENCE = 150
t.setTimeout(120_000 + EPOCHS * 120_000)

const deployment = await Deployment.start(t)
const history = newHistory()
const clients = new Clients(deployment, history)
const receiver = await startReceiver(t)
const counts = new Map<string, number>()
const count = (what: string) => void counts.set(what, (counts.get(what) ?? 0) + 1)

/** Lets a fault begin; resolves with what ends it. */
async function begin(fault: Fault): Promise<() => Promise<void>> {
  switch (fault.kind) {
    case 'kill':
      await deployment.kill(fault.part)
      return () => deployment.revive(fault.part)
    case 'pause':
      await deployment.pause(fault.part)
      return () => deployment.resume(fault.part)
    case 'suspend':
      await deployment.pause(fault.part)
      await deployment.advance(BEYOND)
      return () => deployment.resume(fault.part)
    case 'step':
      await deployment.setClock(fault.part, fault.seconds)
      return () => deployment.setClock(fault.part, 0)
    case 'failover':
      await deployment.failOver(fault.seconds)
      return () => deployment.setClock('database', 0)
    case 'full disk':
      return deployment.hasDisk ? deployment.fillDisk() : async () => {}
    case 'no connections':
      return deployment.takeConnections()
    case 'deaf subscriber':
      receiver.status = 0
      return async () => {
        receiver.status = 204
      }
    default: {
      const condition =
        fault.kind === 'slow'
          ? { is: 'slow' as const, milliseconds: fault.delay }
          : { is: ({ cut: 'cut', hang: 'hung', lie: 'lies' } as const)[fault.kind] }
      const link = deployment.link(fault.part)
      link.set(fault.from, condition)
      return async () => link.set(fault.from, undefined)
    }
  }
}

async function suffer(fault: Fault): Promise<void> {
  await delay(fault.at)
  count(fault.kind)
  const end = await begin(fault)
  await delay(fault.milliseconds)
  await end()
}

/** The newest backup holds everything that was acknowledged before this time. */
let point: number | undefined

async function operate({ at, kind }: Operation): Promise<void> {
  await delay(at)
  const began = Date.now()
  const { code } = await commandOf(kind)
  if (kind === 'backup' && code === 0) point = began
  count(`${kind} ${code === 0 ? 'done' : 'refused'}`)
}

/** Partitions of the documents of the first node, in turn. */
let partitions = 1

function commandOf(kind: Operation['kind']): Promise<{ readonly code: number | null }> {
  const config = ['--config', deployment.configOf('gateway-1')]
  switch (kind) {
    case 'backup':
      return deployment.backUp()
    case 'reload':
      return deployment.command(['reload', ...config])
    case 'repair':
      return deployment.command(['doctor', '--repair', ...config])
    case 'migrate':
      return deployment.command(['migrate', ...config])
    case 'partition':
      partitions = partitions === 1 ? 4 : 1
      return deployment.nodeCommand('node-1', [
        ...['nodes', 'partition', '--node', '--partitions', String(partitions)],
      ])
    case 'rotate':
      return deployment.nodeCommand('node-2', [
        ...['keys', 'rotate', 'node', '--start', '0s', '--overlap', '1h'],
      ])
    case 'subscribe':
      return clients.subscribe(receiver.url.replace('notify', 'another'))
  }
}

async function live({ number, form, faults, operations }: Epoch, to: string): Promise<void> {
  const until = Date.now() + EPOCH_MS
  const client = async (which: number) => {
    for (const act of actsOf(SEED, number, which)) {
      if (Date.now() > until) return
      await clients.act(act, number, to, form)
      await delay(50)
    }
  }
  await Promise.all([
    ...faults.map(suffer),
    ...operations.map(operate),
    ...Array.from({ length: CLIENTS }, (_, which) => client(which)),
  ])
}

/** Ends every fault, and waits until nothing is under way any more. */
async function heal(): Promise<void> {
  for (const name of [...NODES, ...SERVERS])
    for (const from of ['*', ...GATEWAYS, ...NODES]) deployment.link(name).set(from, undefined)
  for (const name of PARTS) await deployment.resume(name)
  for (const name of [...SERVERS, ...NODES, ...GATEWAYS]) await deployment.revive(name)
  await deployment.advance(0)
  let last = ''
  for (let same = 0; same < 8; ) {
    const rows = await deployment.gatewayDatabase
      .query('SELECT id FROM writes WHERE NOT parked ORDER BY id')
      .catch(() => [Math.random()])
    const now = JSON.stringify(rows)
    same = now === last ? same + 1 : 0
    last = now
    await delay(250)
  }
  await deployment.advance(AT_REST)
  // Faketime reads a clock once a second.
  await delay(1_200)
  for (let tries = 0; !(await deployment.recover().catch(() => false)); tries++) {
    if (tries === 40) throw new Error('the journal did not become empty')
    await delay(500)
  }
}

const stored = async (): Promise<ReadonlyMap<string, Stored>> => {
  const found = new Map<string, { counts: string[]; digests: string[]; ids: Set<string> }>()
  for (const [at, database] of deployment.nodeDatabases.entries()) {
    const rows = await database.query<{
      owner: string
      responses: number
      observations: number
      digest: string
      ids: string[]
    }>(
      `SELECT owner, count(*) FILTER (WHERE collection = $1)::integer AS responses,
         count(*) FILTER (WHERE collection = $2)::integer AS observations,
         md5(string_agg(id || body::text, ' ' ORDER BY id)) AS digest,
         array_agg(id) FILTER (WHERE collection = $1) AS ids
       FROM documents WHERE owner IS NOT NULL AND collection IN ($1, $2) GROUP BY owner`,
      [uids.QuestionnaireResponse, uids.Observation],
    )
    for (const { owner, responses, observations, digest, ids } of rows) {
      const each = found.get(owner) ?? {
        counts: deployment.nodeDatabases.map(() => '0+0'),
        digests: deployment.nodeDatabases.map(() => ''),
        ids: new Set<string>(),
      }
      each.counts[at] = `${responses}+${observations}`
      each.digests[at] = digest
      for (const id of ids ?? []) each.ids.add(id)
      found.set(owner, each)
    }
  }
  return new Map([...found].map(([owner, { ids, ...each }]) => [owner, { ...each, ids: [...ids] }]))
}

let taken = 0
/** Adds what the subscriber was told since the last time. */
function hear({ received }: Receiver, { told }: History): void {
  for (const { bundle, at } of received.slice(taken).filter(({ path }) => path === '/notify'))
    for (const { eventNumber, focus } of eventsOf(bundle))
      told.push({ id: String(focus?.reference.split('/').at(-1)), number: Number(eventNumber), at })
  taken = received.length
}

/** The violations of rules, after the subscriber has had time to be told. */
async function judge(): Promise<Violation[]> {
  for (let tries = 0; ; tries++) {
    hear(receiver, history)
    const found = violations(history, await stored())
    if (tries === PATIENCE || found.every(({ rule }) => rule !== 'acknowledged is told')) return found
    // Pauses before another attempt of a delivery end.
    if (tries % 20 === 19) await deployment.advance(BEYOND)
    await delay(500)
  }
}

function story({ rule, what, submission }: Violation, epoch: Epoch, began: number): string {
  const since = (time: number | undefined) => (time === undefined ? 'never' : `${time - began} ms`)
  return [
    `${rule}: ${what}`,
    `seed ${SEED}, epoch ${epoch.number}: ANDIRON_SEED=${SEED} ANDIRON_EPOCH=${epoch.number} ANDIRON_NEMESIS=1 npm run test:nemesis`,
    ...epoch.faults.map(fault => `  ${sentenceOf(fault)}`),
    ...epoch.operations.map(({ at, kind }) => `  ${at} ms: ${kind}`),
    ...(epoch.isRestored ? ['  at the end: restore'] : []),
    ...(submission === undefined
      ? []
      : [
          `  ${submission.person} of epoch ${submission.epoch}`,
          ...[...submission.attempts, ...submission.deletions].map(
            ({ gateway, sent, answered, status, code = '' }) =>
              `  ${since(sent)}: to ${gateway}, answered ${since(answered)}: ${status ?? 'nothing'} ${code}`,
          ),
        ]),
  ].join('\n')
}

t.test('nothing acknowledged is lost, and nothing refused is kept', async t => {
  t.comment(`seed ${SEED}`)
  await clients.enrol(receiver.url)
  const known = new Set<string>()
  const nameOf = ({ rule, what, submission }: Violation) => `${rule} ${submission?.person ?? what}`
  for (let number = FIRST; number < FIRST + EPOCHS; number++) {
    const epoch = epochOf(SEED, number)
    const form = await clients.publish(epoch.form)
    const began = Date.now()
    await live(epoch, form)
    await heal()
    if (epoch.isRestored && point !== undefined) {
      const { code, stderr } = await deployment.restore()
      if (code !== 0) throw new Error(stderr)
      history.restores.push({ point, at: Date.now() })
      count('restore')
      await heal()
    }
    await clients.settleDeletions()
    for (const gateway of GATEWAYS) await clients.read(gateway, form)
    const found = (await judge()).filter(each => !known.has(nameOf(each)))
    for (const each of found) known.add(nameOf(each))
    for (const rule of new Set(found.map(({ rule }) => rule))) {
      const these = found.filter(each => each.rule === rule)
      t.comment(`${these.length} times: ${story(these[0] as Violation, epoch, began)}`)
    }
    const told = history.submissions.flatMap(({ attempts }) => attempts)
    t.comment(
      JSON.stringify({
        ...{ epoch: number, seconds: Math.round((Date.now() - began) / 1000), attempts: told.length },
        acknowledged: told.filter(({ status }) => status === 201).length,
        unanswered: told.filter(({ status }) => status === undefined).length,
        deleted: history.submissions.filter(({ deleted }) => deleted !== undefined).length,
        withdrawn: history.submissions.filter(({ withdrawn }) => withdrawn !== undefined).length,
        told: history.told.length,
        ...Object.fromEntries(counts),
      }),
    )
    // tap prints what comes before an assertion with it.
    t.equal(found.length, 0, `epoch ${number} keeps every rule`, { diagnostic: false })
  }
  t.ok(
    history.submissions.some(({ attempts }) => attempts.some(({ status }) => status === 201)),
    'and something was acknowledged',
  )
})
