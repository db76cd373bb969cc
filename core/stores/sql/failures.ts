/** What a failed statement means: nothing happened, it was refused, or nobody knows. */

import { DatabaseTimeout, DatabaseUnavailable, OutcomeUnknown, StatementRefused } from './errors.ts'

/** Whether a statement had been handed to the server when it failed. */
export type Phase = 'connecting' | 'running'

/** The server's own report: five characters of SQLSTATE, which Node's `ECONNREFUSED` and its like are not. */
export function sqlStateOf(error: unknown): string | undefined {
  const { code, severity } = error as { code?: unknown; severity?: unknown }
  return typeof code === 'string' && severity !== undefined && /^[0-9A-Z]{5}$/.test(code) ? code : undefined
}

/**
 * Whether running the statement again can neither do a thing twice nor hide that it was done:
 *
 * - the connection could not be made, so nothing was sent;
 * - the server rolled the statement back and asks for another try (`40001`, `40P01`);
 * - the server follows another one and changes nothing (`25006`): the leader is elsewhere by now;
 * - the session was cut (`57P01`, class `08`, a broken socket) while it only read.
 *
 * A change whose session was cut may or may not be there: that is the caller's to find out.
 */
export function mayRepeat(error: unknown, phase: Phase, sql: string): boolean {
  const state = sqlStateOf(error)
  if (state === '40001' || state === '40P01' || isFollower(error)) return true
  const lost = state === undefined ? isPassing(error) : isCut(state)
  return lost && (phase === 'connecting' || onlyReads(sql))
}

/** The error a caller is given. Values never pass: PostgreSQL quotes them in details and in class 22. */
export function explain(error: unknown, phase: Phase, sql: string): Error {
  const state = sqlStateOf(error)
  const { message, constraint } = error as { message: string; constraint?: string }
  if (state === '57014') return new DatabaseTimeout()
  // A stream only reads, by our own will: what is refused there would be refused by every server.
  if (isFollower(error) && !onlyReads(sql)) return new DatabaseUnavailable(state ?? '')
  if (state === undefined || isCut(state)) {
    const word = state ?? (error as { code?: string }).code ?? message
    return phase === 'connecting' || onlyReads(sql) ? new DatabaseUnavailable(word) : new OutcomeUnknown(word)
  }
  // 40003: a distributed engine lost track of the commit itself.
  if (state === '40003') return new OutcomeUnknown(state)
  return new StatementRefused(state, state.startsWith('22') ? 'a value does not fit' : message, constraint)
}

/** Whether the session leads to a server that only follows: it is of no use for changes, and another one may be. */
export function isFollower(error: unknown): boolean {
  return sqlStateOf(error) === '25006'
}

/** Shutdown, crash, start-up, no slot free, and the whole class of lost connections. */
function isCut(state: string): boolean {
  return ['57P01', '57P02', '57P03', '53300'].includes(state) || state.startsWith('08')
}

/** A server that restarts is away for a moment; one that hangs, or a wrong host name, had its time already. */
function isPassing(error: unknown): boolean {
  const { code, message } = error as { code?: string; message: string }
  if (code === undefined) return message === 'Connection terminated unexpectedly'
  return ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE'].includes(code)
}

/** A plain query. `WITH` is not taken for one, since a change may hide in it. */
function onlyReads(sql: string): boolean {
  return /^\s*(select|values|show)\b/i.test(sql)
}
