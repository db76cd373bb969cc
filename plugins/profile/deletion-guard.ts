/**
 * Refuses writes to a profile that is being deleted: they would be deleted as well, and the person would take
 * them for stored.
 */
import type { Context } from '../../core/index.ts'
import { ProfileDeletionUnderWay } from './errors.ts'

const looks = new WeakMap<Context, Promise<void>>()

/**
 * Refuses a write; one check covers everything derived from a submission.
 * @throws ProfileDeletionUnderWay
 */
export function refuseDuringDeletion(context: Context): Promise<void> {
  const looking = looks.get(context) ?? look(context)
  looks.set(context, looking)
  return looking
}

async function look({ app, caller }: Context): Promise<void> {
  if (await app.profileDeletions.isUnderWay(caller.key)) throw new ProfileDeletionUnderWay()
}
