/** The state of a gateway: a sentence first, then charts, then lists. */
import type { ReactNode } from 'react'
import type { OperatorStatus } from '../../../schemas/operator-status.ts'
import { Spark } from './spark.tsx'
import { bytes, duration, milliseconds, sentenceOf, timeOf } from './words.ts'

interface StatusViewProps {
  readonly status: OperatorStatus | undefined
  /** The error of the last reading; empty if it succeeded. */
  readonly failure: string
  readonly onLock: () => void
}

export function StatusView({ status, failure, onLock }: StatusViewProps) {
  const isStale = failure !== ''
  return (
    <>
      <header className="op-top">
        <strong>andiron</strong>
        <span className="op-badge">Operator</span>
        <button type="button" className="op-plain" onClick={onLock}>
          Lock
        </button>
      </header>
      <main>
        <Summary status={status} failure={failure} />
        {status && (
          <div className={isStale ? 'op-stale' : undefined}>
            <Nodes status={status} />
            <div className="op-two">
              <Submissions status={status} />
              <Journal status={status} />
            </div>
            <Findings status={status} />
            <Refused status={status} />
            <Machine status={status} />
          </div>
        )}
      </main>
    </>
  )
}

function Summary({ status, failure }: Pick<StatusViewProps, 'status' | 'failure'>) {
  const { tone, title, about } =
    failure === '' && status
      ? sentenceOf(status)
      : { tone: 'bad', title: failure, about: 'Below is the last state that was read. The page tries again.' }
  return (
    <section className={`op-card op-summary op-${tone}`}>
      {/* Read aloud only when it changes: its text has no clock. */}
      <div role="status">
        <h1>{title}</h1>
        <p>{about}</p>
      </div>
      {status && (
        <p className="op-now">
          <span className={`op-badge op-${failure === '' ? 'good' : 'bad'}`}>
            {failure === '' ? 'Live' : 'Not live'}
          </span>{' '}
          <time dateTime={new Date(status.at).toISOString()}>{timeOf(status.at)}</time>
        </p>
      )}
    </section>
  )
}

function Nodes({ status: { nodes } }: { readonly status: OperatorStatus }) {
  if (nodes.length === 0) return null
  return (
    <section aria-labelledby="nodes">
      <h2 id="nodes">Nodes</h2>
      <ul className="op-grid">
        {nodes.map(({ url, ready, problem, median, slow, minutes }, at) => (
          <li className="op-card" key={url}>
            <div className="op-between">
              <h3>Node {at + 1}</h3>
              <span className={`op-badge op-${ready ? 'good' : 'bad'}`}>{ready ? 'Ready' : 'Away'}</span>
            </div>
            <p className="op-faint op-break">{url}</p>
            {problem !== undefined && <p className="op-bad-text op-break">{problem}</p>}
            {median === undefined ? (
              <p className="op-faint">No calls yet</p>
            ) : (
              <p className="op-between">
                <span className="op-metric">
                  {milliseconds(median)} <small>ms, median</small>
                </span>
                <span className="op-soft">{milliseconds(slow ?? 0)} ms, slowest 5%</span>
              </p>
            )}
            <Spark
              values={minutes}
              label={`Node ${at + 1}: mean duration of calls in each minute of the last hour${median === undefined ? ', none yet' : `, median now ${milliseconds(median)} milliseconds`}`}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Submissions({ status: { minutes } }: { readonly status: OperatorStatus }) {
  const sum = (outcome: 'stored' | 'repeated' | 'refused' | 'failed') =>
    minutes.reduce((total, minute) => total + minute[outcome], 0)
  const stored = sum('stored')
  return (
    <section className="op-card" aria-labelledby="submissions">
      <h2 id="submissions">Submissions, last hour</h2>
      <p className="op-metric">
        {stored} <small>stored</small>
      </p>
      <Spark
        values={minutes.map(({ stored }) => stored)}
        label={`Submissions stored in each minute of the last hour, ${stored} in all`}
      />
      <Facts
        of={[
          ['Repeated with the same Idempotency-Key', sum('repeated')],
          ['Refused: an error of the request', sum('refused')],
          ['Failed: 500 and above', sum('failed')],
        ]}
      />
    </section>
  )
}

function Journal({ status: { journal, jobs } }: { readonly status: OperatorStatus }) {
  const countOf = (state: string) =>
    jobs.reduce((sum, job) => (job.state === state ? sum + job.count : sum), 0)
  return (
    <section className="op-card" aria-labelledby="journal">
      <h2 id="journal">Journal and jobs</h2>
      {journal === undefined ? (
        <p className="op-faint">This gateway keeps no journal, or it cannot be read now.</p>
      ) : (
        <p className="op-metric">
          {journal.records}{' '}
          <small>
            {journal.records === 0
              ? 'writes wait'
              : `writes in progress, the oldest for ${duration(journal.oldest)}`}
          </small>
        </p>
      )}
      <Facts
        of={[
          ...(journal ? [['Failed writes that wait for recovery', journal.parked] as const] : []),
          ['Jobs that run', countOf('running')],
          ['Jobs that are due', countOf('due')],
          ['Jobs that are retried', countOf('retrying')],
          ['Jobs that lost their gateway', countOf('lost')],
        ]}
      />
    </section>
  )
}

function Findings({ status: { findings } }: { readonly status: OperatorStatus }) {
  return (
    <section aria-labelledby="findings">
      <h2 id="findings">Problems</h2>
      {findings.length === 0 ? (
        <p className="op-card">
          No problems found in the running gateway. <code>andiron doctor</code> also checks the config, files,
          ports, addresses and databases.
        </p>
      ) : (
        <ul className="op-card op-list">
          {findings.map(({ state, what, mend }) => (
            <li key={what}>
              <p className="op-between">
                <strong className="op-break">{what}</strong>
                <span className={`op-badge op-${state === 'wrong' ? 'bad' : 'warn'}`}>
                  {state === 'wrong' ? 'Wrong' : 'Note'}
                </span>
              </p>
              <p className="op-soft">
                <strong>Do:</strong> {mend}
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Refused({ status: { refused } }: { readonly status: OperatorStatus }) {
  return (
    <section aria-labelledby="refused">
      <h2 id="refused">Errors, last hour</h2>
      {refused.length === 0 ? (
        <p className="op-card">None.</p>
      ) : (
        <ul className="op-card op-list">
          {refused.map(({ code, status, sentence, remedy, count, lastAt }) => (
            <li key={code}>
              <p className="op-between">
                <span>
                  <code className="op-break">{code}</code>{' '}
                  <span className={`op-badge op-${status >= 500 ? 'bad' : 'quiet'}`}>{status}</span>
                </span>
                <span className="op-soft">
                  {count === 1 ? 'once' : `${count} times`}, last at {timeOf(lastAt)}
                </span>
              </p>
              {sentence !== '' && <p>{sentence}</p>}
              <p className="op-soft">
                <strong>Do:</strong> {remedy ?? 'Nothing: the caller corrects its request.'}
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Machine({ status }: { readonly status: OperatorStatus }) {
  const { loop, memory, sandbox, pools, caches, plugins, version, started } = status
  return (
    <div className="op-grid">
      <section className="op-card" aria-labelledby="process">
        <h2 id="process">Process</h2>
        <Facts
          of={[
            ['Version', version],
            ['Runs since', new Date(started).toLocaleString()],
            ['Event loop behind, 99th percentile', `${milliseconds(loop)} ms`],
            ['Memory', bytes(memory)],
            ['Worker threads in use', `${sandbox.running} of ${sandbox.threads}`],
            ['Tasks that wait for a thread', sandbox.waiting],
          ]}
        />
      </section>
      <section className="op-card" aria-labelledby="pools">
        <h2 id="pools">Databases and caches</h2>
        <Facts
          of={[
            ...pools.map(
              ({ database, used, most, waiting }) =>
                [
                  `${database}: connections in use`,
                  `${used} of ${most}${waiting ? `, ${waiting} wait` : ''}`,
                ] as const,
            ),
            ...caches.map(
              ({ name, hits, misses }) =>
                [
                  `${name}: found in the cache`,
                  hits + misses === 0 ? 'not used yet' : `${Math.round((100 * hits) / (hits + misses))} %`,
                ] as const,
            ),
          ]}
        />
      </section>
      <section className="op-card" aria-labelledby="plugins">
        <h2 id="plugins">Plugins</h2>
        <details>
          <summary>{plugins.length} enabled</summary>
          <Facts of={plugins.map(({ name, version }) => [name, version] as const)} />
        </details>
      </section>
    </div>
  )
}

function Facts({ of }: { readonly of: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="op-facts">
      {of.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
