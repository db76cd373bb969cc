/** `andiron subscriptions`: the notifications of all applications, for an operator. */

import { GATEWAY_PART } from '../core/backup/deployment.ts'
import type { Database } from '../core/stores/sql/database.ts'
import { type Deliveries, deliveriesOf } from '../plugins/fhir-subscriptions/deliveries.ts'
import { UnknownSubscription } from '../plugins/fhir-subscriptions/errors.ts'
import { sqlSubscriptions } from '../plugins/fhir-subscriptions/sql-subscriptions.ts'
import { isUuid } from '../schemas/identity.ts'
import { deploymentFor } from './backup.ts'
import { visitDatabases } from './databases.ts'
import { linesOf, unusable } from './report.ts'
import type { Located } from './settings.ts'

/** Lists the subscriptions with their deliveries. */
export async function list({ json = false, ...located }: Located & { json?: boolean }): Promise<void> {
  await inDatabase(located, async database => {
    const all = await deliveriesOf(database)
    if (json) return print([JSON.stringify({ subscriptions: all })])
    if (all.length === 0) return print(['There is no subscription.'])
    const rows = all.map(each => [
      ...[
        each.id,
        each.application,
        each.topic,
        each.status,
        countsOf(each),
        each.receiver,
        each.error ?? '',
      ],
    ])
    print(linesOf(rows))
  })
}

/** Delivers events again: of one subscription, or of all that have dead letters. */
export async function replay(
  id: string | undefined,
  { from, ...located }: Located & { readonly from?: number },
): Promise<void> {
  if (id !== undefined && !isUuid(id)) unusable(`'${id}' is no id of a subscription.`)
  if (id === undefined && from !== undefined) unusable('--from needs the id of a subscription.')
  await inDatabase(located, async database => {
    const all = await deliveriesOf(database, id)
    if (id !== undefined && all.length === 0) throw new UnknownSubscription(id)
    const kept = sqlSubscriptions(database)
    for (const { id, firstDead, application } of all) {
      const first = from ?? firstDead
      if (first === undefined) continue
      await kept.rewind(id, first, Date.now())
      print([`${application}: the events of ${id} are delivered again, from number ${first} on.`])
    }
    if (from === undefined && all.every(({ dead }) => dead === 0)) print(['There are no dead letters.'])
  })
}

const countsOf = ({ events, waiting, dead }: Deliveries): string =>
  `${events} events, ${waiting} waiting, ${dead} dead`

const print = (lines: readonly string[]) => process.stdout.write(`${lines.join('\n')}\n`)

/** Runs work on the gateway's database, if the plugin has its tables there. */
async function inDatabase(located: Located, work: (database: Database) => Promise<unknown>): Promise<void> {
  await deploymentFor(located, async ({ deployment }) => {
    const isThere = await visitDatabases(deployment, async databases => {
      const database = await databases.find(({ part }) => part === GATEWAY_PART)?.open?.()
      const [found] =
        (await database?.query(
          `SELECT 1 AS found FROM information_schema.tables WHERE table_name = 'fhir_subscriptions_events'`,
        )) ?? []
      if (database && found) await work(database)
      return found !== undefined
    })
    if (!isThere) print(['There is no subscription: the plugin fhir-subscriptions was never on here.'])
  })
}
