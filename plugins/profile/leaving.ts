/** Nothing comes into a profile that is being deleted: it would go with the rest, and its person would take it for stored. */
import type { Context } from '../../core/index.ts'
import { ProfileLeaving } from './errors.ts'

/** Guards every write of a person; one look serves all that follows from a submission. */
export function createLeavingGuard(): (context: Context) => Promise<void> {
  const looks = new WeakMap<Context, Promise<void>>()

  async function look({ app, caller }: Context): Promise<void> {
    const noted = await app.gateway.deletions.read(caller.key)
    if (noted?.done === false) throw new ProfileLeaving()
  }

  return context => {
    const known = looks.get(context)
    if (known) return known
    const looking = look(context)
    looks.set(context, looking)
    return looking
  }
}
