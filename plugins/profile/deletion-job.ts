/**
 * The job that deletes a profile: hooks first, then batch by batch on every node, and a receipt at the end.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { type Caller, type Job, type JobContext, JobOver, spellingsOf } from '../../core/index.ts'
import { type Deletion, totalOf } from './deletion.ts'
import { PermissionExpired } from './errors.ts'
import { receiptOf } from './receipt.ts'
import { removeRecords } from './removal.ts'

export interface DeletionOptions {
  /** Seconds in which a write ends that began before a deletion. */
  readonly settleSeconds: number
}

/** Milliseconds between two renewals of a deletion that waits for writes in progress. */
const SIGN_OF_LIFE = 500

/**
 * Deletes the profile of the person whose key is the job's id. Each step saves the next batch and its count
 * first.
 */
export async function deleteProfile(
  job: Job,
  { app, options, log }: JobContext<DeletionOptions>,
): Promise<'again' | undefined> {
  const { gateway, profileDeletions, files, uploads } = app
  const { kept } = profileDeletions
  const person = job.id
  // By this process's own clock: the gateway that accepted the request may have another time.
  const settled = performance.now() + options.settleSeconds * 1000
  const found = await kept.read(person)
  if (found === undefined || found.state === 'done') return
  let deletion: Deletion = { ...found, state: 'running' }

  async function save(changes: Partial<Deletion>): Promise<Deletion> {
    deletion = { ...deletion, ...changes }
    await job.step(transaction => kept.write(person, deletion, transaction))
    return deletion
  }

  /** Defers the rest, with the reasons in sentences. */
  async function wait(failures: readonly unknown[]): Promise<'again'> {
    await save({ state: 'waiting', problems: failures.map(sentenceOf) })
    return 'again'
  }

  async function emptyEverything(did: string, askedAt: string): Promise<readonly unknown[]> {
    const { permission } = deletion
    if (permission === undefined || permission.until * 1000 < Date.now()) return [new PermissionExpired()]
    const caller: Caller = { did, key: person, scopes: ['write'] }
    const context = { app, caller, log, now: new Date() }
    await gateway.hooks.run('deleteProfile', { key: person, did, askedAt: new Date(askedAt) }, context)
    // Before records go: afterwards nobody knows who could read them.
    const announce = () => gateway.outbox.announce({ name: 'profileDeletion', person }, undefined)
    await announce()
    const nodes = gateway.records.ownedBy(permission)
    const empty = () => removeRecords(app, person, nodes, deletion, save)
    let failures = await empty()
    if (options.settleSeconds > 0 && failures.length === 0) {
      // A write that was accepted before the deletion began may have arrived after that look.
      for (let left = settled - performance.now(); left > 0; left = settled - performance.now()) {
        await delay(Math.min(SIGN_OF_LIFE, left))
        await job.renew()
      }
      await announce()
      failures = await empty()
    }
    let removed = deletion.uploads
    for (const spelling of spellingsOf(person, gateway.config.did.prefix))
      removed += await uploads.empty(files.folderOf(spelling))
    await save({ uploads: removed })
    return failures
  }

  async function finish(): Promise<void> {
    const at = new Date()
    const { permission: _, ...rest } = deletion
    const total = totalOf(deletion)
    // Repeated with nothing left: the first receipt is complete.
    const isSame = deletion.receipt?.total === total
    const done: Deletion = {
      ...{ ...rest, state: 'done', problems: [] },
      ...(!isSame && {
        completedAt: at.toISOString(),
        receipt: { jws: receiptOf(gateway, deletion, at), total },
      }),
    }
    await job.end(transaction => kept.write(person, done, transaction))
  }

  try {
    await save({})
    const failures = await emptyEverything(deletion.did, deletion.askedAt)
    if (failures.length > 0) return await wait(failures)
    await finish()
  } catch (error) {
    if (error instanceof JobOver) throw error
    log.warn({ err: error }, 'a deletion is waiting')
    return wait([error])
  }
}

/** Rows of an error table are written for callers; any other error stays in the log. */
const sentenceOf = (failure: unknown): string =>
  failure instanceof Error && 'code' in failure && String(failure.code).startsWith('AND_')
    ? failure.message
    : 'Something failed in the service; it is tried again'
