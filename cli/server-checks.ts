/** The doctor's findings about a PostgreSQL server: whether it keeps what it confirms, and accepts writes. */
import type { Database } from '../core/stores/sql/database.ts'
import type { Finding } from './checks.ts'

/** Settings under which a confirmed commit can be lost, with their values. */
const UNSAFE: Readonly<Record<string, string>> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
}

/** The share of connections from which on the next gateway may get none. */
const FULL = 0.9

/** The settings of a server that endanger what is stored, or its service. */
export async function serverFindings(
  database: Database,
): Promise<{ readonly findings: Finding[]; readonly isReadOnly: boolean }> {
  const rows = await database.query<{ name: string; setting: string }>(
    `SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes',
       'default_transaction_read_only', 'max_connections', 'superuser_reserved_connections')`,
  )
  const settings = new Map(rows.map(({ name, setting }) => [name, setting]))
  const findings: Finding[] = []
  for (const [name, value] of Object.entries(UNSAFE))
    if (settings.get(name) === value)
      findings.push({
        state: 'wrong',
        what: `database server: ${name} is ${value}, so that what a person was told is stored can be lost with the power`,
        mend: `Run ALTER SYSTEM RESET ${name}; SELECT pg_reload_conf(); and take ${name} out of postgresql.conf and of the role.`,
      })
  const [state] = await database.query<{ follows: boolean; used: number }>(
    'SELECT pg_is_in_recovery() AS follows, (SELECT count(*)::integer FROM pg_stat_activity WHERE datid IS NOT NULL) AS used',
  )
  const isStandby = state?.follows === true
  const isReadOnly = isStandby || settings.get('default_transaction_read_only') === 'on'
  if (isStandby)
    findings.push({
      state: 'wrong',
      what: 'database server: it is a standby, and accepts no writes',
      mend: 'Set stores.database.url to the server that leads, or promote this one.',
    })
  else if (isReadOnly)
    findings.push({
      state: 'wrong',
      what: 'database server: it accepts no writes (default_transaction_read_only is on)',
      mend: 'Run ALTER SYSTEM RESET default_transaction_read_only; SELECT pg_reload_conf(); and look why it was set, such as a full disk.',
    })
  const most =
    Number(settings.get('max_connections')) - Number(settings.get('superuser_reserved_connections'))
  if (state !== undefined && state.used > most * FULL)
    findings.push({
      state: 'wrong',
      what: `database server: ${state.used} of ${most} connections are in use`,
      mend: USED_UP,
    })
  return { findings, isReadOnly }
}

/** The remedy of a server without a free connection. */
export const USED_UP =
  'Raise max_connections of PostgreSQL, or end the sessions that hold them: SELECT pid, application_name, state FROM pg_stat_activity.'
