/** Nothing comes into a profile that is being deleted: it would go with the rest, and its person would take it for stored. */
import type { Context } from '../../core/index.ts'
import { ProfileLeaving } from './errors.ts'

const looks = new WeakMap<Context, Promise<void>>()

/**
 * Refuses what would be stored; one look serves all that follows from a submission.
 * @throws ProfileLeaving
 */
export function refuseLeaving(context: Context): Promise<void> {
  const looking = looks.get(context) ?? look(context)
  looks.set(context, looking)
  return looking
}

async function look({ app, caller }: Context): Promise<void> {
  if (await app.profileDeletions.isUnderWay(caller.key)) throw new ProfileLeaving()
}
