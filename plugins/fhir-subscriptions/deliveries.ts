/** The deliveries of all applications, as an operator sees them: addresses and counts; no header, no content. */
import type { Transaction } from '../../core/index.ts'
import type { Status, Subscription } from './subscription.ts'
import { statusOf } from './subscription.ts'

/** The deliveries of one subscription. */
export interface Deliveries {
  /** The id of the subscription. */
  readonly id: string
  readonly application: string
  readonly topic: string
  /** The address of the receiver without its query, which may hold a secret; otherwise the channel. */
  readonly receiver: string
  readonly status: Status
  readonly error?: string
  /** Events so far, and those that wait. */
  readonly events: number
  readonly waiting: number
  /** Events that were given up, and the number of the first one. */
  readonly dead: number
  readonly firstDead?: number
}

interface Row {
  readonly body: string
  readonly status: Status
  readonly error: string | null
  readonly failures: number
  readonly numbered: string
  readonly waiting: string
  readonly dead: string
  readonly first_dead: string | null
}

/** The deliveries of each subscription, or of one; by application. */
export async function deliveriesOf(database: Transaction, id?: string): Promise<readonly Deliveries[]> {
  const rows = await database.query<Row>(
    `SELECT s.body, p.status, p.error, p.failures, n.numbered, n.numbered - p.delivered AS waiting,
       COALESCE(d.dead, 0) AS dead, d.first_dead
     FROM fhir_subscriptions s
     JOIN fhir_subscriptions_progress p ON p.id = s.id JOIN fhir_subscriptions_numbers n ON n.id = s.id
     LEFT JOIN (
       SELECT subscription, count(*) AS dead, min(number) AS first_dead FROM fhir_subscriptions_events
       WHERE dead GROUP BY subscription
     ) d ON d.subscription = s.id
     WHERE $1::uuid IS NULL OR s.id = $1::uuid ORDER BY s.owner, s.id`,
    [id ?? null],
  )
  return rows.map(({ body, status, error, failures, numbered, waiting, dead, first_dead }) => {
    const { id, applicationId, topic, endpoint, channel = 'rest-hook' } = JSON.parse(body) as Subscription
    return {
      ...{ id, application: applicationId, topic, receiver: endpoint.replace(/[?#].*$/s, '') || channel },
      status: statusOf({ status, failures }),
      ...(error !== null && { error }),
      ...{ events: Number(numbered), waiting: Number(waiting), dead: Number(dead) },
      ...(first_dead !== null && { firstDead: Number(first_dead) }),
    }
  })
}
