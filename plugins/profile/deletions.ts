/** Deletions at work: begun when a person asks, resumed by whichever gateway finds them unfinished. */
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { type Caller, type NotedDeletion, type OwnerPermission, spellingsOf } from '../../core/index.ts'
import { type Deletion, newDeletion, totalOf } from './deletion.ts'
import { PermissionExpired } from './errors.ts'
import { receiptOf } from './receipt.ts'
import { removeRecords } from './removal.ts'

export interface ProfileDeletions {
  /** Begins a deletion, or goes on with it; resolves when it is done, waits for something, or takes long. */
  ask(caller: Caller, permission: OwnerPermission): Promise<Deletion>
  /** The deletion of a person, who is known by their key. */
  find(key: string): Promise<Deletion | undefined>
  close(): Promise<void>
}

const DAY = 24 * 60 * 60_000
/** Milliseconds that whoever asks waits for the end. */
const PATIENCE = 15_000
/** Milliseconds between two attempts at most. */
const LONGEST_PAUSE = 10 * 60_000
/** Milliseconds between two signs of life of a deletion that waits for what may still come. */
const SIGN_OF_LIFE = 500
/** Deletions that one look takes up. */
const AT_ONCE = 10

/** Somebody else has taken over. */
class Superseded extends Error {}

/** In milliseconds. */
export interface DeletionTimes {
  /** Between two looks for deletions that were left unfinished. */
  readonly interval: number
  /** In which a write ends that has begun before a deletion. */
  readonly settling: number
}

export function createProfileDeletions(
  app: FastifyInstance,
  { interval, settling }: DeletionTimes,
): ProfileDeletions {
  const { gateway, log } = app
  const { deletions: notes } = gateway
  const lease = () => Date.now() + 2 * interval
  const atWork = new Map<string, Promise<void>>()
  let isClosing = false
  let looking: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    looking = looking.then(look).catch(error => log.error({ err: error }, 'deletions were not looked for'))
  }, interval).unref()

  async function look(): Promise<void> {
    for (const person of await notes.due(Date.now(), AT_ONCE)) {
      const noted = await notes.read(person)
      if (noted === undefined || noted.done || isClosing) continue
      const deletion: Deletion = { ...stateOf(noted), state: 'running' }
      await take(person, noted, deletion)
      await atWork.get(person)
    }
  }

  /** Puts a deletion in the place of what is noted and begins the work; `false` when somebody else was faster. */
  async function take(person: string, noted: NotedDeletion, deletion: Deletion): Promise<boolean> {
    const leasedUntil = lease()
    const mine = { deletion: JSON.stringify(deletion), done: false, leasedUntil }
    if (!(await notes.swap(person, noted.leasedUntil, mine))) return false
    start(person, deletion, leasedUntil)
    return true
  }

  function start(person: string, deletion: Deletion, held: number): void {
    const work = run(person, deletion, held)
      .catch(error => {
        if (!(error instanceof Superseded)) log.error({ err: error }, 'a deletion was left unfinished')
      })
      .finally(() => atWork.delete(person))
    atWork.set(person, work)
  }

  async function run(person: string, begun: Deletion, held: number): Promise<void> {
    let [deletion, mark] = [begun, held]

    async function save(changes: Partial<Deletion>, leasedUntil = lease()): Promise<Deletion> {
      deletion = { ...deletion, ...changes }
      // The mark must change with the state, within a millisecond, too.
      const next = leasedUntil === mark ? mark + 1 : leasedUntil
      const state = JSON.stringify(deletion)
      const noted = { deletion: state, done: deletion.state === 'done', leasedUntil: next }
      if (!(await notes.swap(person, mark, noted))) throw new Superseded()
      mark = next
      if (isClosing && deletion.state === 'running') throw new Closing()
      return deletion
    }

    /** Leaves the rest for later: soon, and then less and less often. */
    async function pause(failures: readonly unknown[]): Promise<void> {
      const attempts = deletion.attempts + 1
      const problems = failures.map(sentenceOf)
      const wait = isClosing ? 0 : Math.min(LONGEST_PAUSE, interval * 2 ** Math.min(attempts, 20))
      await save({ state: 'waiting', problems, attempts }, Date.now() + wait)
    }

    try {
      const { permission, did, askedAt } = deletion
      if (permission === undefined || permission.until * 1000 < Date.now())
        return await pause([new PermissionExpired()])
      const caller: Caller = { did, key: person, scopes: ['write'] }
      const context = { app, caller, log, now: new Date() }
      await gateway.hooks.run('deleteProfile', { key: person, did, askedAt: new Date(askedAt) }, context)
      const nodes = gateway.records.ownedBy(permission)
      const empty = () => removeRecords(app, person, nodes, deletion, changes => save(changes))
      const settled = Date.parse(deletion.closedAt) + settling
      const isEarly = Date.now() < settled
      let failures = await empty()
      if (isEarly && failures.length === 0) {
        // What was accepted before anything was refused may have come behind that look.
        while (Date.now() < settled) {
          await delay(Math.min(SIGN_OF_LIFE, settled - Date.now()))
          await save({})
        }
        failures = await empty()
      }
      let { uploads } = deletion
      for (const spelling of spellingsOf(person, gateway.config.did.prefix))
        uploads += await gateway.uploads.empty(app.files.folderOf(spelling))
      await save({ uploads })
      if (failures.length > 0) return await pause(failures)
      await finish()
    } catch (error) {
      if (error instanceof Superseded) throw error
      if (!(error instanceof Closing)) log.warn({ err: error }, 'a deletion waits')
      await pause(error instanceof Closing ? [] : [error])
    }

    async function finish(): Promise<void> {
      const at = new Date()
      const { permission: _, ...rest } = deletion
      deletion = rest
      const total = totalOf(deletion)
      // Asked for again, with nothing left: the first receipt says it all.
      if (deletion.receipt?.total === total)
        return void (await save({ state: 'done', problems: [], attempts: 0 }))
      const receipt = { jws: receiptOf(gateway, deletion, at), total }
      await save({ state: 'done', problems: [], attempts: 0, completedAt: at.toISOString(), receipt })
    }
  }

  async function find(key: string): Promise<Deletion | undefined> {
    const noted = await notes.read(key)
    return noted && stateOf(noted)
  }

  async function begin({ key, did }: Caller, permission: OwnerPermission): Promise<void> {
    const fresh = newDeletion(did, permission, new Date())
    const entry = { person: key, at: Date.now(), action: 'deleteProfile', records: [] }
    for (;;) {
      const noted = await notes.read(key)
      if (noted === undefined) {
        await gateway.audit.add(entry)
        const leasedUntil = lease()
        const mine = { deletion: JSON.stringify(fresh), done: false, leasedUntil }
        if (await notes.begin(key, mine)) return start(key, fresh, leasedUntil)
        continue
      }
      const known = stateOf(noted)
      if (known.state === 'running' && noted.leasedUntil > Date.now()) return
      const isOver = noted.done && Date.parse(known.askedAt) < Date.now() - DAY
      if (isOver) await gateway.audit.add(entry)
      const closedAt = noted.done ? fresh.closedAt : known.closedAt
      const next: Deletion = isOver
        ? fresh
        : { ...known, closedAt, state: 'running', permission, problems: [], attempts: 0 }
      if (await take(key, noted, next)) return
    }
  }

  return {
    async ask(caller, permission) {
      await begin(caller, permission)
      const enough = new AbortController()
      const patience = delay(PATIENCE, undefined, { signal: enough.signal, ref: false }).catch(() => {})
      await Promise.race([atWork.get(caller.key), patience])
      enough.abort()
      return (await find(caller.key)) ?? newDeletion(caller.did, permission, new Date())
    },

    find,

    async close() {
      isClosing = true
      clearInterval(timer)
      await looking
      await Promise.all(atWork.values())
    },
  }
}

/** The gateway is closing: the next one goes on. */
class Closing extends Error {}

const stateOf = ({ deletion }: NotedDeletion): Deletion => JSON.parse(deletion) as Deletion

/** Rows of an error table are written for callers; what is none stays in the log. */
const sentenceOf = (failure: unknown): string =>
  failure instanceof Error && 'code' in failure && String(failure.code).startsWith('AND_')
    ? failure.message
    : 'Something failed in the service; it is tried again'
