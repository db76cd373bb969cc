/** Deletions of profiles: requested by a person, done by a job, which any gateway resumes. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Caller, Gateway, JobQueue, OwnerPermission } from '../../core/index.ts'
import { type Deletion, newDeletion } from './deletion.ts'
import type { KeptDeletions } from './kept-deletions.ts'

export interface ProfileDeletions {
  readonly kept: KeptDeletions
  /** Begins or resumes a deletion; resolves when it is done, is delayed by a problem, or takes long. */
  begin(caller: Caller, permission: OwnerPermission): Promise<Deletion>
  /** True while a deletion of this person is in progress. */
  isUnderWay(key: string): Promise<boolean>
}

const DAY = 24 * 60 * 60_000
/** Milliseconds for which the request waits for the end. */
const PATIENCE = 15_000

/** @param jobs - the queue of deletions; the id of each is the key of its person */
export function createProfileDeletions(
  { audit }: Pick<Gateway, 'audit'>,
  kept: KeptDeletions,
  jobs: JobQueue,
): ProfileDeletions {
  const isOver = (known: Deletion | undefined) =>
    known === undefined || (known.state === 'done' && Date.parse(known.askedAt) < Date.now() - DAY)

  /** The deletion to start with: a new one, or the existing one with a new permission. */
  function next(known: Deletion | undefined, fresh: Deletion): Deletion {
    if (known === undefined || isOver(known)) return fresh
    const { permission } = fresh
    return { ...known, state: 'running', problems: [], ...(permission && { permission }) }
  }

  async function add({ key, did }: Caller, permission: OwnerPermission): Promise<void> {
    const fresh = newDeletion(did, permission, new Date())
    if (isOver(await kept.read(key)))
      await audit.add({ person: key, at: Date.now(), action: 'deleteProfile', records: [] })
    // A running attempt continues with its own permission.
    await jobs.add(key, {
      again: true,
      async work(transaction) {
        await kept.write(key, next(await kept.read(key, transaction), fresh), transaction)
      },
    })
  }

  return {
    kept,
    async begin(caller, permission) {
      await add(caller, permission)
      const enough = new AbortController()
      const patience = delay(PATIENCE, undefined, { signal: enough.signal, ref: false }).catch(() => {})
      await Promise.race([jobs.runHere(caller.key), patience])
      enough.abort()
      return (await kept.read(caller.key)) ?? newDeletion(caller.did, permission, new Date())
    },
    async isUnderWay(key) {
      const known = await kept.read(key)
      return known !== undefined && known.state !== 'done'
    },
  }
}
