/** Subscriptions in tables of the gateway's database. */
import type { PluginDatabase, Transaction } from '../../core/index.ts'
import type { Due, KeptSubscriptions } from './kept-subscriptions.ts'
import { beginning } from './kept-subscriptions.ts'
import type { Kept, Progress, Status, Subscription } from './subscription.ts'

interface Row {
  readonly body: string
  readonly status: Status
  readonly error: string | null
  readonly delivered: string
  readonly attempted: string | null
  readonly failures: number
  readonly failing_since: string | null
  readonly next_at: string
  readonly sent_at: string
  readonly numbered: string
}

interface EventRow {
  readonly number: string
  readonly event: string
  readonly at: string
  readonly body: string
  readonly dead: boolean
}

const KEPT = `SELECT s.body, p.status, p.error, p.delivered, p.attempted, p.failures, p.failing_since, p.next_at,
    p.sent_at, n.numbered
  FROM fhir_subscriptions s
  JOIN fhir_subscriptions_progress p ON p.id = s.id JOIN fhir_subscriptions_numbers n ON n.id = s.id`

const IDS = '(SELECT jsonb_array_elements_text($1::jsonb))'

/** The parameters of an operation. */
type Of<Name extends keyof KeptSubscriptions> = Parameters<KeptSubscriptions[Name]>

class SqlSubscriptions implements KeptSubscriptions {
  readonly #database: PluginDatabase

  constructor(database: PluginDatabase) {
    this.#database = database
  }

  add(subscription: Subscription, most: number): Promise<boolean> {
    return this.#database.transaction(async transaction => {
      const { id, owner, version, isOff, createdAt } = subscription
      const added = await transaction.query(
        `INSERT INTO fhir_subscriptions (id, owner, body, version) SELECT $1::uuid, $2, $3, $4::integer
         WHERE (SELECT count(*) FROM fhir_subscriptions WHERE owner = $2) < $5::integer RETURNING id`,
        [id, owner, JSON.stringify(subscription), version, most],
      )
      if (added.length === 0) return false
      const { status, nextAt, sentAt } = beginning(isOff, createdAt)
      await transaction.query(
        `INSERT INTO fhir_subscriptions_progress (id, status, delivered, failures, next_at, sent_at)
         VALUES ($1::uuid, $2, 0, 0, $3::bigint, $4::bigint)`,
        [id, status, nextAt, sentAt],
      )
      await transaction.query('INSERT INTO fhir_subscriptions_numbers (id, numbered) VALUES ($1::uuid, 0)', [
        id,
      ])
      return true
    })
  }

  async get(id: Of<'get'>[0]): ReturnType<KeptSubscriptions['get']> {
    const [row] = await this.#database.query<Row>(`${KEPT} WHERE s.id = $1::uuid`, [id])
    return row && keptOf(row)
  }

  async numbers(ids: Of<'numbers'>[0]): ReturnType<KeptSubscriptions['numbers']> {
    const rows = await this.#database.query<{ id: string; numbered: string }>(
      `SELECT n.id, n.numbered FROM fhir_subscriptions_numbers n JOIN fhir_subscriptions_progress p ON p.id = n.id
       JOIN fhir_subscriptions s ON s.id = n.id
       WHERE p.status <> 'off' AND n.id IN (SELECT jsonb_array_elements_text($1::jsonb)::uuid)`,
      [JSON.stringify(ids)],
      { prepared: true },
    )
    return new Map(rows.map(({ id, numbered }) => [id, Number(numbered)]))
  }

  async of(owner: Of<'of'>[0]): ReturnType<KeptSubscriptions['of']> {
    return (await this.#database.query<Row>(`${KEPT} WHERE s.owner = $1 ORDER BY s.id`, [owner]))
      .map(keptOf)
      .sort((a, b) => a.subscription.createdAt - b.subscription.createdAt)
  }

  async dead(owner: Of<'dead'>[0]): ReturnType<KeptSubscriptions['dead']> {
    const rows = await this.#database.query<{ subscription: string; dead: string; first: string }>(
      `SELECT e.subscription, count(*) AS dead, min(e.number) AS first FROM fhir_subscriptions_events e
       JOIN fhir_subscriptions s ON s.id = e.subscription WHERE s.owner = $1 AND e.dead GROUP BY e.subscription`,
      [owner],
    )
    return new Map(
      rows.map(({ subscription, dead, first }) => [
        subscription,
        { count: Number(dead), first: Number(first) },
      ]),
    )
  }

  replace(subscription: Subscription): Promise<boolean> {
    return this.#database.transaction(async transaction => {
      const { id, version, isOff, updatedAt } = subscription
      const replaced = await transaction.query(
        'UPDATE fhir_subscriptions SET body = $2, version = $3 WHERE id = $1::uuid AND version = $3 - 1 RETURNING id',
        [id, JSON.stringify(subscription), version],
      )
      if (replaced.length === 0) return false
      const { status, nextAt, sentAt } = beginning(isOff, updatedAt)
      await transaction.query(
        `UPDATE fhir_subscriptions_progress
         SET status = $2, error = NULL, attempted = NULL, failures = 0, failing_since = NULL, next_at = $3::bigint, sent_at = $4::bigint
         WHERE id = $1::uuid`,
        [id, status, nextAt, sentAt],
      )
      return true
    })
  }

  async remove(id: Of<'remove'>[0]): ReturnType<KeptSubscriptions['remove']> {
    // The subscription first: without it, no event is added.
    await this.#database.query('DELETE FROM fhir_subscriptions WHERE id = $1::uuid', [id])
    await this.#database.query('DELETE FROM fhir_subscriptions_progress WHERE id = $1::uuid', [id])
    await this.#database.query('DELETE FROM fhir_subscriptions_numbers WHERE id = $1::uuid', [id])
    await this.#database.query('DELETE FROM fhir_subscriptions_events WHERE subscription = $1::uuid', [id])
  }

  async isInUse(): ReturnType<KeptSubscriptions['isInUse']> {
    return (await this.#database.query('SELECT 1 FROM fhir_subscriptions LIMIT 1')).length > 0
  }

  async isAwaited(owners: Of<'isAwaited'>[0]): ReturnType<KeptSubscriptions['isAwaited']> {
    const found = await this.#database.query(`${awaitingOf('1')} LIMIT 1`, [JSON.stringify(owners)], {
      prepared: true,
    })
    return found.length > 0
  }

  async awaiting(
    owners: Of<'awaiting'>[0],
    transaction: Transaction = this.#database as Transaction,
  ): ReturnType<KeptSubscriptions['awaiting']> {
    const rows = await transaction.query<{ body: string }>(awaitingOf('s.body'), [JSON.stringify(owners)])
    return rows.map(({ body }) => JSON.parse(body) as Subscription)
  }

  async number(
    events: Of<'number'>[0],
    transaction: Transaction = this.#database as Transaction,
  ): ReturnType<KeptSubscriptions['number']> {
    // Only the distribution does this, one at a time. Positions count new events alone, so that no number is left out.
    await transaction.query(
      `WITH given AS (
         SELECT e.*, g.place, row_number() OVER (PARTITION BY e.subscription, e.event ORDER BY g.place) AS repetition
         FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY AS g(item, place),
           jsonb_to_record(g.item) AS e(subscription uuid, event text, at bigint, body text)
       ), fresh AS (
         SELECT g.*, row_number() OVER (PARTITION BY g.subscription ORDER BY g.place) AS position FROM given g
         WHERE repetition = 1
           AND NOT EXISTS (SELECT 1 FROM fhir_subscriptions_events o WHERE o.subscription = g.subscription AND o.event = g.event)
       ), added AS (
         INSERT INTO fhir_subscriptions_events (subscription, number, event, at, body)
         SELECT f.subscription, n.numbered + f.position, f.event, f.at, f.body
         FROM fresh f JOIN fhir_subscriptions_numbers n ON n.id = f.subscription RETURNING subscription
       )
       UPDATE fhir_subscriptions_numbers n SET numbered = n.numbered + a.count
       FROM (SELECT subscription, count(*) AS count FROM added GROUP BY subscription) a WHERE n.id = a.subscription`,
      [JSON.stringify(events)],
    )
  }

  due(
    now: Of<'due'>[0],
    limit: Of<'due'>[1],
    { ids, owners }: Of<'due'>[2],
  ): ReturnType<KeptSubscriptions['due']> {
    return this.#database.query<Due>(
      `SELECT p.id, s.owner FROM fhir_subscriptions_progress p
       JOIN fhir_subscriptions_numbers n ON n.id = p.id JOIN fhir_subscriptions s ON s.id = p.id
       WHERE p.status <> 'off' AND p.next_at <= $1::bigint AND (
         p.status = 'requested' OR p.delivered < n.numbered
         OR (s.body::jsonb ->> 'end')::bigint <= $1::bigint
         OR ((s.body::jsonb ->> 'heartbeat')::bigint > 0
           AND p.sent_at + (s.body::jsonb ->> 'heartbeat')::bigint * 1000 <= $1::bigint))
         AND NOT p.id IN (SELECT jsonb_array_elements_text($3::jsonb)::uuid)
         AND NOT s.owner IN (SELECT jsonb_array_elements_text($4::jsonb))
       ORDER BY p.next_at, p.id LIMIT $2`,
      [now, limit, JSON.stringify(ids), JSON.stringify(owners)],
      { prepared: true },
    )
  }

  async events(
    id: Of<'events'>[0],
    { from, until = Number.MAX_SAFE_INTEGER, limit }: Of<'events'>[1],
  ): ReturnType<KeptSubscriptions['events']> {
    const rows = await this.#database.query<EventRow>(
      `SELECT number, event, at, body, dead FROM fhir_subscriptions_events
       WHERE subscription = $1::uuid AND number BETWEEN $2::bigint AND $3::bigint ORDER BY number LIMIT $4`,
      [id, from, until, limit],
      { prepared: true },
    )
    return rows.map(row => ({ ...row, number: Number(row.number), at: Number(row.at) }))
  }

  async advance(
    id: Of<'advance'>[0],
    { status, error, delivered, attempted, failures, failingSince, nextAt, sentAt }: Of<'advance'>[1],
    before: Of<'advance'>[2],
  ): ReturnType<KeptSubscriptions['advance']> {
    await this.#database.query(
      `UPDATE fhir_subscriptions_progress
       SET status = $2, error = $3, failures = $5, failing_since = $6::bigint, next_at = $7::bigint, sent_at = $8::bigint,
         attempted = $11::bigint, delivered = CASE WHEN delivered < $9::bigint OR (sent_at < 0 AND sent_at <> $10::bigint) THEN delivered
           ELSE GREATEST(delivered, $4::bigint) END
       WHERE id = $1::uuid AND status <> 'off'`,
      [
        ...[id, status, error ?? null, delivered, failures, failingSince ?? null, nextAt, sentAt],
        ...[before.delivered, before.sentAt, attempted ?? null],
      ],
      { prepared: true },
    )
  }

  async bury(
    id: Of<'bury'>[0],
    after: Of<'bury'>[1],
    before: Of<'bury'>[2],
  ): ReturnType<KeptSubscriptions['bury']> {
    const rows = await this.#database.query<{ number: string }>(
      `UPDATE fhir_subscriptions_events SET dead = TRUE
       WHERE subscription = $1::uuid AND number > $2::bigint AND at < $3::bigint RETURNING number`,
      [id, after, before],
    )
    return rows.length === 0 ? undefined : Math.max(...rows.map(({ number }) => Number(number)))
  }

  rewind(id: string, number: number, now: number): Promise<void> {
    return this.#database.transaction(async transaction => {
      await transaction.query(
        'UPDATE fhir_subscriptions_events SET dead = FALSE WHERE subscription = $1::uuid AND number >= $2::bigint',
        [id, number],
      )
      await transaction.query(
        `UPDATE fhir_subscriptions_progress
         SET delivered = LEAST(delivered, $2::bigint - 1), attempted = NULL, failures = 0, failing_since = NULL, next_at = $3::bigint,
           sent_at = LEAST(sent_at, 0) - 1
         WHERE id = $1::uuid`,
        [id, number, now],
      )
    })
  }

  async sweep(before: Of<'sweep'>[0]): ReturnType<KeptSubscriptions['sweep']> {
    await this.#database.query(
      `DELETE FROM fhir_subscriptions_events e USING fhir_subscriptions_progress p
       WHERE p.id = e.subscription AND e.at < $1::bigint AND e.number <= p.delivered`,
      [before],
    )
  }
}

export const sqlSubscriptions = (database: PluginDatabase): KeptSubscriptions =>
  new SqlSubscriptions(database)

const awaitingOf = (columns: string): string =>
  `SELECT ${columns} FROM fhir_subscriptions s JOIN fhir_subscriptions_progress p ON p.id = s.id
   WHERE s.owner IN ${IDS} AND p.status <> 'off'`

function keptOf({ body, numbered, status, error, ...row }: Row): Kept {
  const progress: Progress = {
    ...{ status, delivered: Number(row.delivered), failures: row.failures },
    ...{ nextAt: Number(row.next_at), sentAt: Number(row.sent_at) },
    ...(error !== null && { error }),
    ...(row.attempted !== null && { attempted: Number(row.attempted) }),
    ...(row.failing_since !== null && { failingSince: Number(row.failing_since) }),
  }
  return { subscription: JSON.parse(body) as Subscription, progress, numbered: Number(numbered) }
}
