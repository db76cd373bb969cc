/** The counted answers to one question: a sentence, and a table whose rows have bars with their likely ranges. */
import { useId } from 'react'
import type { AggregateGroup } from '../../sdk/aggregations.ts'

export type Bucket = NonNullable<AggregateGroup['measures'][number]['buckets']>[number]

export interface DistributionProps {
  readonly title: string
  readonly buckets: readonly Bucket[]
  /** The deviation that a count does not exceed in 19 of 20 cases; 0 for exact counts. */
  readonly margin: number
}

export function Distribution({ title, buckets, margin }: DistributionProps) {
  const heading = useId()
  const most = Math.max(1, ...buckets.map(({ count }) => (count ?? 0) + margin))
  return (
    <section className="card" aria-labelledby={heading}>
      <h3 id={heading}>{title}</h3>
      <p className="finding">{findingOf(buckets, margin)}</p>
      {buckets.some(({ count }) => count !== null) && (
        <table className="distribution">
          <thead>
            <tr>
              <th scope="col">Answer</th>
              <th scope="col">People</th>
              {margin > 0 && <th scope="col">Likely range</th>}
            </tr>
          </thead>
          <tbody>
            {buckets.map((bucket, index) => (
              <tr key={index}>
                <th scope="row">
                  <div className="answer">
                    {nameOf(bucket)}
                    {bucket.count !== null && <Bar count={bucket.count} {...{ most, margin }} />}
                  </div>
                </th>
                {bucket.count === null ? (
                  <td colSpan={margin > 0 ? 2 : 1}>Withheld: too few</td>
                ) : (
                  <>
                    <td>{bucket.count.toLocaleString('en')}</td>
                    {margin > 0 && <td>{rangeOf(bucket.count, margin)}</td>}
                  </>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

interface BarProps {
  readonly count: number
  /** The number of people at the end of the track. */
  readonly most: number
  readonly margin: number
}

/** The numbers beside it say the same. */
function Bar({ count, most, margin }: BarProps) {
  const at = (people: number) => (Math.max(0, people) / most) * 100
  return (
    <svg className="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect className="track" width="100" height="10" />
      <rect className="estimate" width={at(count)} height="10" />
      {margin > 0 && (
        <path d={`M${at(count - margin)} 2.5v5m0-2.5H${at(count + margin)}m0-2.5v5`} className="range" />
      )}
    </svg>
  )
}

/** The name that the form gives an answer: an option, yes or no, a number or a range of numbers. */
export function nameOf({ value, display, from, below }: Bucket): string {
  if (display !== undefined) return display
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return value === undefined ? `${from} to less than ${below}` : String(value)
}

/** `37 to 47`: the number without noise lies in it in 19 of 20 cases. */
export const rangeOf = (count: number, margin: number): string =>
  `${Math.max(0, count - margin).toLocaleString('en')} to ${(count + margin).toLocaleString('en')}`

/** The most common answer, unless the likely ranges of the first two overlap. */
export function findingOf(buckets: readonly Bucket[], margin: number): string {
  const [first, second] = buckets
    .filter(({ count }) => count !== null)
    .toSorted((a, b) => Number(b.count) - Number(a.count))
  if (first === undefined) return 'Withheld: too few people gave any of these answers.'
  const about = margin > 0 ? 'about ' : ''
  const many = Number(first.count)
  if (many - margin <= Number(second?.count ?? 0) + margin && second !== undefined)
    return `“${nameOf(first)}” and “${nameOf(second)}” are most common, too close to tell apart.`
  return `Most common: “${nameOf(first)}”, ${about}${many.toLocaleString('en')} people.`
}
