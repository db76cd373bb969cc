/** The state of a gateway: a sentence first, then charts, then lists. */
import type { ReactNode } from 'react'
import type { OperatorStatus } from '../../../schemas/operator-status.ts'
import {
  clockOf,
  dateOf,
  durationOf,
  millisecondsOf,
  numberOf,
  percentOf,
  sizeOf,
} from '../shell/language/formats.ts'
import { words } from '../shell/language/page-texts.ts'
import { drawn } from '../shell/text-with-elements.tsx'
import { Top } from './operator-bar.tsx'
import { Spark } from './sparkline.tsx'
import { sentenceOf } from './status-sentences.ts'

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
      <Top>
        <button type="button" className="op-plain" onClick={onLock}>
          {words.lock}
        </button>
      </Top>
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
    failure === '' && status ? sentenceOf(status) : { tone: 'bad', title: failure, about: words.lastState }
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
            {failure === '' ? words.live : words.notLive}
          </span>{' '}
          <time dateTime={new Date(status.at).toISOString()}>{clockOf(status.at)}</time>
        </p>
      )}
    </section>
  )
}

function Nodes({ status: { nodes } }: { readonly status: OperatorStatus }) {
  if (nodes.length === 0) return null
  return (
    <section aria-labelledby="nodes">
      <h2 id="nodes">{words.nodes}</h2>
      <ul className="op-grid">
        {nodes.map(({ url, ready, problem, median, slow, minutes }, at) => (
          <li className="op-card" key={url}>
            <div className="op-between">
              <h3>{words.node({ at: at + 1 })}</h3>
              <span className={`op-badge op-${ready ? 'good' : 'bad'}`}>
                {ready ? words.nodeReady : words.nodeAway}
              </span>
            </div>
            <p className="op-faint op-break">
              <bdi>{url}</bdi>
            </p>
            {problem !== undefined && (
              <p className="op-bad-text op-break">
                <Said>{problem}</Said>
              </p>
            )}
            {median === undefined ? (
              <p className="op-faint">{words.noCalls}</p>
            ) : (
              <p className="op-between">
                <span className="op-metric">
                  {millisecondsOf(median)} <small>{words.median}</small>
                </span>
                <span className="op-soft">
                  {words.slowest({ time: millisecondsOf(slow ?? 0), share: percentOf(0.05) })}
                </span>
              </p>
            )}
            <Spark
              values={minutes}
              label={
                median === undefined
                  ? words.nodeChartEmpty({ at: at + 1 })
                  : words.nodeChart({ at: at + 1, time: millisecondsOf(median) })
              }
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
      <h2 id="submissions">{words.submissions}</h2>
      <p className="op-soft">{drawn(words.storedMany, { many: stored, count: <Count of={stored} /> })}</p>
      <Spark values={minutes.map(({ stored }) => stored)} label={words.storedChart({ many: stored })} />
      <Facts
        of={[
          [words.repeated, numberOf(sum('repeated'))],
          [words.refusedRequests, numberOf(sum('refused'))],
          [words.failedRequests, numberOf(sum('failed'))],
        ]}
      />
    </section>
  )
}

function Journal({ status: { journal, jobs } }: { readonly status: OperatorStatus }) {
  const countOf = (state: string) =>
    numberOf(jobs.reduce((sum, job) => (job.state === state ? sum + job.count : sum), 0))
  return (
    <section className="op-card" aria-labelledby="journal">
      <h2 id="journal">{words.journal}</h2>
      {journal === undefined ? (
        <p className="op-faint">{words.noJournal}</p>
      ) : (
        <p className="op-soft">
          {journal.records === 0
            ? drawn(words.writesWait, { many: 0, count: <Count of={0} /> })
            : drawn(words.writesOldest, {
                many: journal.records,
                count: <Count of={journal.records} />,
                time: durationOf(journal.oldest),
              })}
        </p>
      )}
      <Facts
        of={[
          ...(journal ? [[words.writesParked, numberOf(journal.parked)] as const] : []),
          [words.jobsRunning, countOf('running')],
          [words.jobsDue, countOf('due')],
          [words.jobsRetrying, countOf('retrying')],
          [words.jobsLost, countOf('lost')],
        ]}
      />
    </section>
  )
}

function Findings({ status: { findings } }: { readonly status: OperatorStatus }) {
  return (
    <section aria-labelledby="findings">
      <h2 id="findings">{words.problems}</h2>
      {findings.length === 0 ? (
        <p className="op-card">{drawn(words.noProblems, { command: <code>andiron doctor</code> })}</p>
      ) : (
        <ul className="op-card op-list">
          {findings.map(({ state, what, mend }) => (
            <li key={what}>
              <p className="op-between">
                <strong className="op-break">
                  <Said>{what}</Said>
                </strong>
                <span className={`op-badge op-${state === 'wrong' ? 'bad' : 'warn'}`}>
                  {state === 'wrong' ? words.wrong : words.note}
                </span>
              </p>
              <p className="op-soft">
                <strong>{words.doThis}</strong> <Said>{mend}</Said>
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
      <h2 id="refused">{words.errorsLastHour}</h2>
      {refused.length === 0 ? (
        <p className="op-card">{words.none}</p>
      ) : (
        <ul className="op-card op-list">
          {refused.map(({ code, status, sentence, remedy, count, lastAt }) => (
            <li key={code}>
              <p className="op-between">
                <span>
                  <code className="op-break">{code}</code>{' '}
                  <span className={`op-badge op-${status >= 500 ? 'bad' : 'quiet'}`}>{status}</span>
                </span>
                <span className="op-soft">{words.timesLast({ many: count, time: clockOf(lastAt) })}</span>
              </p>
              {sentence !== '' && (
                <p>
                  <Said>{sentence}</Said>
                </p>
              )}
              <p className="op-soft">
                <strong>{words.doThis}</strong>{' '}
                {remedy === undefined ? words.callerCorrects : <Said>{remedy}</Said>}
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
        <h2 id="process">{words.process}</h2>
        <Facts
          of={[
            [words.version, version],
            [words.runsSince, dateOf(new Date(started).toISOString())],
            [words.loopBehind, millisecondsOf(loop)],
            [words.memory, sizeOf(memory)],
            [words.threadsUsed, words.usedOfMost({ used: sandbox.running, most: sandbox.threads })],
            [words.tasksWaiting, numberOf(sandbox.waiting)],
          ]}
        />
      </section>
      <section className="op-card" aria-labelledby="pools">
        <h2 id="pools">{words.databases}</h2>
        <Facts
          of={[
            ...pools.map(
              ({ database, used, most, waiting }) =>
                [
                  words.connectionsUsed({ name: database }),
                  waiting > 0
                    ? words.usedAndWaiting({ used, most, waiting })
                    : words.usedOfMost({ used, most }),
                ] as const,
            ),
            ...caches.map(
              ({ name, hits, misses }) =>
                [
                  words.foundInCache({ name }),
                  hits + misses === 0 ? words.notUsedYet : percentOf(hits / (hits + misses)),
                ] as const,
            ),
          ]}
        />
      </section>
      <section className="op-card" aria-labelledby="plugins">
        <h2 id="plugins">{words.plugins}</h2>
        <details>
          <summary>{words.pluginsEnabled({ many: plugins.length })}</summary>
          <Facts of={plugins.map(({ name, version }) => [name, version] as const)} />
        </details>
      </section>
    </div>
  )
}

const Count = ({ of }: { readonly of: number }) => <span className="op-metric">{numberOf(of)}</span>

/** A sentence of the gateway, in English. */
const Said = ({ children }: { readonly children: string }) => <bdi lang="en">{children}</bdi>

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
