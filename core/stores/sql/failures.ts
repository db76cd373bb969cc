/** Classifies a failed statement: no effect, refused, or unknown. */

import { DatabaseTimeout, DatabaseUnavailable, OutcomeUnknown, StatementRefused } from './errors.ts'

/** The phase of a statement when it failed: before or after it was sent. */
export type Phase = 'connecting' | 'running'

/** The SQLSTATE of the server, five characters; undefined for Node's `ECONNREFUSED` and similar codes. */
export function sqlStateOf(error: unknown): string | undefined {
  const { code, severity } = error as { code?: unknown; severity?: unknown }
  return typeof code === 'string' && severity !== undefined && /^[0-9A-Z]{5}$/.test(code) ? code : undefined
}

/**
 * True if running the statement again can neither repeat its effect nor hide that it took effect:
 *
 * - the connection could not be made, so nothing was sent;
 * - the server rolled the statement back and requests a retry (`40001`, `40P01`);
 * - the server is a read-only follower (`25006`): another server leads by now;
 * - the session was cut (`57P01`, class `08`, a broken socket) during a read.
 *
 * If the session was cut during a change, the outcome is unknown: the caller must check.
 */
export function mayRepeat(error: unknown, phase: Phase, sql: string): boolean {
  const state = sqlStateOf(error)
  if (state === '40001' || state === '40P01' || isFollower(error)) return true
  const lost = state === undefined ? isPassing(error) : isCut(state)
  return lost && (phase === 'connecting' || onlyReads(sql))
}

/** The error for the caller. It contains no values: PostgreSQL quotes them in details and in class 22. */
export function explain(error: unknown, phase: Phase, sql: string): Error {
  const state = sqlStateOf(error)
  const { message, constraint } = error as { message: string; constraint?: string }
  if (state === '57014') return new DatabaseTimeout()
  // Streams are read-only by design: every server would refuse the statement.
  if (isFollower(error) && !onlyReads(sql)) return new DatabaseUnavailable(state ?? '')
  if (state === undefined || isCut(state)) {
    const word = state ?? (error as { code?: string }).code ?? message
    return phase === 'connecting' || onlyReads(sql) ? new DatabaseUnavailable(word) : new OutcomeUnknown(word)
  }
  // 40003: a distributed engine does not know the outcome of the commit.
  if (state === '40003') return new OutcomeUnknown(state)
  return new StatementRefused(state, state.startsWith('22') ? 'a value does not fit' : message, constraint)
}

/** True if the session is connected to a follower: it refuses changes, and another server may lead. */
export function isFollower(error: unknown): boolean {
  return sqlStateOf(error) === '25006'
}

/** True for shutdown, crash, start-up, no free slot, and the whole class of lost connections. */
function isCut(state: string): boolean {
  return ['57P01', '57P02', '57P03', '53300'].includes(state) || state.startsWith('08')
}

/**
 * A restarting server is unavailable briefly; a hanging one or a wrong host name has already used its
 * time-out.
 */
function isPassing(error: unknown): boolean {
  const { code, message } = error as { code?: string; message: string }
  if (code === undefined) return message === 'Connection terminated unexpectedly'
  return ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE'].includes(code)
}

/** True for a plain query. `WITH` does not count as one, since it may contain a change. */
function onlyReads(sql: string): boolean {
  return /^\s*(select|values|show)\b/i.test(sql)
}
