/** Access of callers to subscriptions: their own, and only those whose forms their token covers. */

import type { FastifyInstance } from 'fastify'
import { keyIdOf } from '../../core/crypto/index.ts'
import { type Caller, coversScope, InsufficientScope, type Issue, Unauthorized } from '../../core/index.ts'
import { isUuid } from '../../schemas/identity.ts'
import { NotAStream, UnknownSubscription } from './errors.ts'
import type { StreamReader } from './stream-tokens.ts'
import type { Channel, Kept, Subscription } from './subscription.ts'

/** The forms and the collections that a subscription is about. */
export type Subjects = Pick<Subscription, 'forms' | 'collectionUids'>

/** The scopes that a subscription requires: those that read the responses and the records it is about. */
const scopesFor = ({ forms, collectionUids }: Subjects): string[] => [
  ...(forms.length > 0 || collectionUids.length > 0 ? forms : ['*']).map(
    form => `read:questionnaire[${form}]`,
  ),
  ...collectionUids.map(uid => `read:collection[${uid}]`),
]

/** The first scope that the caller lacks. */
const missingScope = ({ scopes }: Pick<Caller, 'scopes'>, subjects: Subjects): string | undefined =>
  scopesFor(subjects).find(scope => !coversScope(scopes, scope))

/** @throws InsufficientScope */
export function demandScopes(caller: Caller, subjects: Subjects): void {
  const missing = missingScope(caller, subjects)
  if (missing !== undefined) throw new InsufficientScope(missing)
}

/** @throws UnknownSubscription, for foreign ones too; InsufficientScope */
export async function ownSubscription(app: FastifyInstance, caller: Caller, id: string): Promise<Kept> {
  const kept = isUuid(id) ? await app.subscriptions.get(id) : undefined
  if (kept?.subscription.owner !== caller.key) throw new UnknownSubscription(id.slice(0, 64))
  demandScopes(caller, kept.subscription)
  return kept
}

/** The subscriptions of a caller that its token covers, oldest first. */
export const ownSubscriptions = async (app: FastifyInstance, caller: Caller): Promise<readonly Kept[]> =>
  (await app.subscriptions.of(caller.key)).filter(
    ({ subscription }) => missingScope(caller, subscription) === undefined,
  )

/** @throws NotAStream for a subscription of another channel */
export function demandChannel({ id, channel }: Subscription, wanted: Channel): void {
  if (channel !== wanted) throw new NotAStream(id, wanted)
}

/** Checks again what was checked when a ticket was issued. @throws Unauthorized, InsufficientScope, NotAStream */
export async function demandReadable(
  app: FastifyInstance,
  reader: StreamReader,
  id: string,
  channel: Channel,
): Promise<void> {
  const kept = await app.subscriptions.get(id)
  if (kept?.subscription.owner !== reader.key) throw new Unauthorized()
  const missing = missingScope(reader, kept.subscription)
  if (missing !== undefined) throw new InsufficientScope(missing)
  demandChannel(kept.subscription, channel)
}

/** The ids of the named forms of the caller, or an issue for each that is not one of its own. */
export async function formsNamed(
  app: FastifyInstance,
  caller: Caller,
  names: readonly string[],
): Promise<readonly string[] | Issue[]> {
  const ids: string[] = []
  const issues: Issue[] = []
  for (const name of names) {
    const { resource } = (await app.questionnaires.resolve(name)) ?? {}
    if (resource && keyIdOf(resource.publisher, [app.gateway.config.did.prefix]) === caller.key)
      ids.push(resource._id)
    else
      issues.push({
        ...{ severity: 'error', code: 'value', rule: 'subscription', expression: 'Subscription.filterBy' },
        text: `No form of this application is registered under '${name.slice(0, 200)}'.`,
      })
  }
  return issues.length > 0 ? issues : [...new Set(ids)]
}

/** The uids of the named collections that applications read, or an issue for each other name. */
export function collectionsNamed(
  { gateway }: FastifyInstance,
  names: readonly string[],
): readonly string[] | Issue[] {
  const readable = [...gateway.collections].filter(({ applicationField }) => applicationField !== undefined)
  const uids: string[] = []
  const issues: Issue[] = []
  for (const name of names) {
    const found = readable.find(each => each.uid === name || each.name === name)
    if (found) uids.push(found.uid)
    else
      issues.push({
        ...{ severity: 'error', code: 'value', rule: 'subscription', expression: 'Subscription.filterBy' },
        text: `Applications read no collection '${name.slice(0, 200)}'.`,
      })
  }
  return issues.length > 0 ? issues : [...new Set(uids)]
}
