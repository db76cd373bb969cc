/** The answer to a question about a form: sentences, tables with bars and their likely ranges, and what is withheld. */
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import type { Form } from '../../../../fhir/model/form-tree.ts'
import type { Class } from '../../../../fhir/results/aggregate.ts'
import type { AggregateAnswer, AggregateGroup, Aggregation } from '../../../sdk/aggregations.ts'
import { dateOf, exactOf, joined, numberOf } from '../../shell/language/formats.ts'
import { words } from '../../shell/language/page-texts.ts'
import { drawn } from '../../shell/text-with-elements.tsx'
import { Distribution, mostOf, nameOf, peopleOf, rangeOf } from '../forms/results/distribution.tsx'
import { planOf } from './insight-draft.ts'
import { InsightSaid, textOf } from './insight-sentence.tsx'

export interface Asked {
  readonly form: Form
  readonly query: Aggregation
  readonly answer: AggregateAnswer
  /** The name under which the question is kept. */
  readonly title?: string
}

interface InsightResultProps {
  readonly asked: Asked
  /** Below the sentence: to keep the question. */
  readonly children: ReactNode
}

/** A group of the query with its numbers; without numbers if it is withheld. */
interface Row {
  /** Absent if everybody is one group. */
  readonly label: Class | undefined
  readonly found: AggregateGroup | undefined
}

export function InsightResult({ asked: given, children }: InsightResultProps) {
  const { form, query, answer, title } = given
  const { filter, ...asked } = query
  const heading = useRef<HTMLHeadingElement>(null)
  // Each answer takes the focus, and begins at the top of the window.
  useLayoutEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView()
  }, [answer])
  const plan = planOf(query, form)
  const labels: readonly (Class | undefined)[] = plan?.by?.labels ?? [undefined]
  const rows = labels.map(
    (label): Row => ({ label, found: answer.result.find(({ group }) => isSame(group, label)) }),
  )
  const { margin } = answer
  const grouping = typeof query.groupBy === 'string' ? query.groupBy : query.groupBy?.linkId
  return (
    <section className="insight" aria-labelledby="insight">
      <h2 id="insight" ref={heading} tabIndex={-1}>
        {title === undefined ? <InsightSaid {...{ form, query: asked }} /> : <bdi>{title}</bdi>}
      </h2>
      {(title !== undefined || filter) && (
        <p className="finding">
          <InsightSaid {...{ form, query: title === undefined ? { ...(filter && { filter }) } : query }} />
        </p>
      )}
      <People {...{ answer, rows }} />
      {answer.result.length > 0 && (
        <>
          {margin > 0 && (
            <ul className="legend results-legend">
              <li>{words.estimate}</li>
              <li>{words.likelyAbout}</li>
            </ul>
          )}
          {query.measures.map(({ linkId, op }, at) => {
            const name = textOf(form, linkId)
            const bucketsOf = ({ found }: Row) => found?.measures[at]?.buckets
            // One scale: groups can be compared.
            const most = mostOf(
              rows.flatMap(row => bucketsOf(row) ?? []),
              margin,
            )
            return op === 'histogram' ? (
              <div key={at} className="distributions">
                {rows.map((row, of) => {
                  const buckets = bucketsOf(row)
                  const title = row.label === undefined ? name : nameOf(row.label)
                  return buckets && <Distribution key={of} {...{ title, buckets, margin, most }} />
                })}
              </div>
            ) : (
              <Estimates
                key={at}
                {...(query.measures.length > 1 && {
                  title: drawn(words.saidMeasure, { op, question: <bdi>{name}</bdi> }),
                })}
                group={grouping === undefined ? words.people : textOf(form, grouping)}
                {...{ op, at, rows, range: plan?.measures[at] as Partial<Scale> }}
              />
            )
          })}
        </>
      )}
      {children}
    </section>
  )
}

interface PeopleProps {
  readonly answer: AggregateAnswer
  readonly rows: readonly Row[]
}

/** How many people are counted, and who is not. */
function People({ answer: { result, leftOut, margin, asOf }, rows }: PeopleProps) {
  const all = rows.length === 1 ? result[0]?.people : undefined
  const withheld = rows.filter(({ found }) => found === undefined)
  const reasons = [
    { many: leftOut.changed, said: words.notCountedChanged },
    { many: leftOut.unattested, said: words.notCountedForeign },
  ].filter(({ many }) => many > 0)
  return (
    <>
      {result.length === 0 ? (
        <p className="notice">{words.allWithheld}</p>
      ) : (
        <p className="counted">
          {all !== undefined &&
            drawn(margin > 0 ? words.peopleAnsweredLikely : words.peopleAnswered, {
              people: peopleOf(all, margin),
              range: rangeOf(all, margin),
              date: dateOf(asOf),
            })}
          {all === undefined && words.countedAt({ date: dateOf(asOf) })}
        </p>
      )}
      {result.length > 0 && withheld.length > 0 && (
        <p className="notice">
          {drawn(words.groupsWithheld, {
            many: withheld.length,
            groups: <bdi>{joined(withheld.map(({ label }) => (label ? nameOf(label) : '')))}</bdi>,
          })}
        </p>
      )}
      {reasons.map(({ many, said }, at) => (
        <p key={at} className="finding">
          {said({ people: peopleOf(many, margin) })}
        </p>
      ))}
    </>
  )
}

interface Scale {
  readonly low: number
  readonly high: number
}

interface EstimatesProps {
  /** Absent if the heading above says it. */
  readonly title?: ReactNode
  /** The name of the column of the groups. */
  readonly group: string
  readonly op: Aggregation['measures'][number]['op']
  /** The index of the measure. */
  readonly at: number
  readonly rows: readonly Row[]
  /** Between which numbers one answer lies. */
  readonly range: Partial<Scale>
}

interface Estimate {
  readonly name: string
  readonly value: number | null
  readonly margin: number
}

/** One number for each group. */
function Estimates({ title, group, op, at, rows, range }: EstimatesProps) {
  const estimates = rows.flatMap(({ label, found }): Estimate[] => {
    const measure = found?.measures[at]
    const name = label === undefined ? words.everyone : nameOf(label)
    return measure ? [{ name, value: measure.value ?? null, margin: measure.margin ?? 0 }] : []
  })
  const isMean = op === 'mean'
  const labelled = title === undefined ? 'insight' : `estimates-${at}`
  const ends = estimates.flatMap(({ value, margin }) =>
    value === null ? [] : [value - margin, value + margin],
  )
  const scale: Scale = {
    low: isMean ? (range?.low ?? 0) : Math.min(0, ...ends),
    high: isMean ? (range?.high ?? 1) : Math.max(1, ...ends),
  }
  const isLikely = estimates.some(({ margin }) => margin > 0)
  return (
    <div className="card estimates">
      {title !== undefined && <h3 id={labelled}>{title}</h3>}
      <p className="finding">{findingOf(estimates)}</p>
      {ends.length > 0 && (
        <table className="distribution" aria-labelledby={labelled}>
          <thead>
            <tr>
              <th scope="col">{group}</th>
              <th scope="col">{words.showKind({ op })}</th>
              {isLikely && <th scope="col">{words.likelyRange}</th>}
            </tr>
          </thead>
          <tbody>
            {estimates.map(({ name, value, margin }, row) => (
              <tr key={row}>
                <th scope="row">
                  <div className="answer">
                    <bdi>{name}</bdi>
                    {value !== null && <Mark {...{ value, margin, scale }} isPoint={isMean} />}
                  </div>
                </th>
                {value === null ? (
                  <td colSpan={isLikely ? 2 : 1}>{words.tooFew}</td>
                ) : (
                  <>
                    <td>{numberOf(value)}</td>
                    {isLikely && <td>{likelyOf(value, margin, op)}</td>}
                  </>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {isMean && ends.length > 0 && (
        <p className="finding">{words.scaleAbout({ low: exactOf(scale.low), high: exactOf(scale.high) })}</p>
      )}
    </div>
  )
}

interface MarkProps {
  readonly value: number
  readonly margin: number
  readonly scale: Scale
  /** A dot: a bar would begin at a number that is not 0. */
  readonly isPoint: boolean
}

/** The numbers beside it say the same. */
function Mark({ value, margin, scale: { low, high }, isPoint }: MarkProps) {
  const at = (number: number) => Math.min(100, Math.max(0, ((number - low) / (high - low)) * 100))
  const [from, to] = [at(value - margin), at(value + margin)]
  return (
    <svg className="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect className="track" width="100" height="10" />
      {isPoint ? (
        margin > 0 && <rect className="estimate" x={from} width={to - from} height="10" />
      ) : (
        <rect
          className="estimate"
          x={at(Math.min(0, value))}
          width={Math.abs(at(value) - at(0))}
          height="10"
        />
      )}
      {margin > 0 && <path d={`M${from} 2.5v5m0-2.5H${to}m0-2.5v5`} className="range" />}
      {isPoint && <path d={`M${at(value)} 5h0`} className="point" />}
    </svg>
  )
}

/** Numbers of people are not less than none. */
const likelyOf = (value: number, margin: number, op: string): string =>
  op === 'count'
    ? rangeOf(value, margin)
    : words.valueRange({ least: numberOf(value - margin), most: numberOf(value + margin) })

/** The greatest of the groups, unless the likely ranges of the first two overlap. */
function findingOf(estimates: readonly Estimate[]): ReactNode {
  const [first, second] = estimates
    .filter(({ value }) => value !== null)
    .toSorted((a, b) => Number(b.value) - Number(a.value))
  if (first === undefined) return words.tooFewAny
  const value = numberOf(Number(first.value))
  const range = words.valueRange({
    least: numberOf(Number(first.value) - first.margin),
    most: numberOf(Number(first.value) + first.margin),
  })
  if (second === undefined) return first.margin > 0 ? words.valueLikely({ value, range }) : value
  if (Number(first.value) - first.margin <= Number(second.value) + second.margin)
    return drawn(words.tooCloseToTell, { first: <bdi>{first.name}</bdi>, second: <bdi>{second.name}</bdi> })
  return drawn(words.greatest, { group: <bdi>{first.name}</bdi>, value })
}

/** True if both are one class. */
function isSame(group: AggregateGroup['group'], label: Class | undefined): boolean {
  if (group === undefined || label === undefined) return group === label
  if ('from' in label) return group.from === label.from && group.below === label.below
  return group.value === label.value && group.system === label.system
}
