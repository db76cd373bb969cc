/** Problems in the state of a gateway, each with its remedy, in the words of `andiron doctor`. */
import type { OperatorStatus } from '../../schemas/operator-status.ts'

type Finding = OperatorStatus['findings'][number]

/** Seconds after which a write in the journal is late: its lease has passed twice. */
const LATE = 600
/** Milliseconds of delay of the event loop at which requests are slow. */
const SLOW = 100

type Known = Pick<
  OperatorStatus,
  'draining' | 'dependencies' | 'journal' | 'jobs' | 'pools' | 'sandbox' | 'loop'
> & { readonly rejected: number }

export function findingsIn(status: Known): Finding[] {
  const { draining, dependencies, journal, jobs, pools, sandbox, loop, rejected } = status
  const findings: Finding[] = []
  const wrong = (what: string, mend: string) => findings.push({ state: 'wrong', what, mend })
  const note = (what: string, mend: string) => findings.push({ state: 'note', what, mend })

  if (draining) note('gateway: shuts down', 'Nothing, if you stop or reload it.')
  for (const { name, ready, problem = 'not ready' } of dependencies)
    if (!ready)
      wrong(`${name}: ${problem}`, 'Start it, or repair the network to it; then run andiron doctor.')
  if (journal !== undefined && journal.oldest > LATE)
    wrong(
      `journal: the oldest of ${journal.records} writes has waited for ${Math.round(journal.oldest / 60)} minutes`,
      'Start the node that is away. If all nodes are ready, search the log for "maintenance of the stores failed".',
    )
  else if (journal !== undefined && journal.parked > 0)
    note(
      `journal: ${journal.parked} failed writes wait for recovery`,
      'Nothing: they end within minutes once all nodes answer.',
    )
  for (const { kind, state, count } of jobs)
    if (state === 'lost')
      note(
        `jobs: ${count} × ${kind} lost their gateway`,
        'Nothing: another attempt begins. If it stays, search the log for the job.',
      )
  for (const { database, waiting, most } of pools)
    if (waiting > 0)
      note(
        `database ${database}: ${waiting} statements wait for one of ${most} connections`,
        'Look for slow statements in PostgreSQL, and at its disk.',
      )
  if (sandbox.waiting > 0)
    note(
      `sandbox: ${sandbox.waiting} tasks wait for one of ${sandbox.threads} threads`,
      'Raise limits.sandbox.threads if processors are idle.',
    )
  if (loop > SLOW)
    note(
      `event loop: ${Math.round(loop)} ms behind`,
      'Look at the load of the machine; add a gateway if it stays.',
    )
  if (rejected > 0)
    wrong(
      `records: ${rejected} times a node returned a record of the service without a valid seal`,
      'Search the log for "without a valid seal": it names the node. Its operator, or someone else, changed the record.',
    )
  return findings
}
