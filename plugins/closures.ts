/** The tables of plugins by which a restore keeps closed what was closed after its point. */
import type { Closure } from '../core/backup/closures.ts'

export const PLUGIN_CLOSURES: readonly Closure[] = [
  {
    table: 'consent_decisions',
    what: 'newer decisions on consent',
    statement: `INSERT INTO consent_decisions (person, reader, subject, decision, signed, signed_at, unlimited, forget_at, record)
      SELECT person, reader, subject, decision, signed, signed_at, unlimited, forget_at, record FROM later
      ON CONFLICT (person, reader, subject) DO UPDATE SET decision = excluded.decision, signed = excluded.signed,
        signed_at = excluded.signed_at, unlimited = excluded.unlimited, forget_at = excluded.forget_at,
        record = excluded.record
      WHERE consent_decisions.signed_at < excluded.signed_at RETURNING person`,
  },
  {
    table: 'profile_deletions',
    what: 'profiles that were deleted',
    erases: true,
    // One that was under way goes on by its job.
    statement: `WITH newer AS (
        INSERT INTO profile_deletions (person, deletion) SELECT person, deletion FROM later
        ON CONFLICT (person) DO UPDATE SET deletion = excluded.deletion
        WHERE profile_deletions.deletion::jsonb->>'id' <> excluded.deletion::jsonb->>'id'
          OR (profile_deletions.deletion::jsonb->>'state' <> 'done' AND excluded.deletion::jsonb->>'state' = 'done')
        RETURNING person, deletion
      ), job AS (
        INSERT INTO jobs (kind, id, state, due_at, attempts)
        SELECT 'profile/delete', person, 'null', 0, 0 FROM newer WHERE deletion::jsonb->>'state' <> 'done'
        ON CONFLICT (kind, id) DO NOTHING
      ) SELECT person FROM newer`,
  },
  {
    table: 'backends',
    what: 'backends of applications that were removed',
    statement: `DELETE FROM backends b WHERE NOT EXISTS (SELECT FROM later l WHERE l.id = b.id) RETURNING id`,
  },
  {
    table: 'fhir_subscriptions',
    what: 'subscriptions that were removed',
    statement: `WITH gone AS (
        DELETE FROM fhir_subscriptions s WHERE NOT EXISTS (SELECT FROM later l WHERE l.id = s.id) RETURNING id
      ), progress AS (
        DELETE FROM fhir_subscriptions_progress p USING gone g WHERE p.id = g.id
      ), numbers AS (
        DELETE FROM fhir_subscriptions_numbers n USING gone g WHERE n.id = g.id
      ), events AS (
        DELETE FROM fhir_subscriptions_events e USING gone g WHERE e.subscription = g.id
      ) SELECT id FROM gone`,
  },
  {
    table: 'fhir_aggregate_budgets',
    what: 'privacy budgets that were charged',
    statement: `INSERT INTO fhir_aggregate_budgets (subject, version, draws)
      SELECT subject, version, draws FROM later
      ON CONFLICT (subject) DO UPDATE SET version = excluded.version, draws = excluded.draws
      WHERE fhir_aggregate_budgets.version < excluded.version RETURNING subject`,
  },
]

/** Tables that close nothing: a restore brings them back as they were at the point. */
export const TABLES_AS_AT_THE_POINT: readonly string[] = [
  ...[
    'attachments_uploads',
    'audit',
    'constants',
    'fhir_bulk_exports',
    'fhir_bulk_files',
    'jobs',
    'keys',
    'nodes',
  ],
  ...['fhir_subscriptions_events', 'fhir_subscriptions_numbers', 'fhir_subscriptions_progress', 'node_moves'],
  ...['outbox', 'quotas', 'schema_migrations', 'schema_migrations_lock', 'writes'],
]
