/** The counted answers to one question: a sentence, and a table whose rows have bars with their likely ranges. */
import { type ReactNode, useId } from 'react'
import type { AggregateGroup } from '../../../../sdk/aggregations.ts'
import { exactOf, numberOf } from '../../../shell/language/formats.ts'
import { words } from '../../../shell/language/page-texts.ts'
import { drawn } from '../../../shell/text-with-elements.tsx'

export type Bucket = NonNullable<AggregateGroup['measures'][number]['buckets']>[number]

export interface DistributionProps {
  readonly title: string
  readonly buckets: readonly Bucket[]
  /** The deviation that a count does not exceed in 19 of 20 cases; 0 for exact counts. */
  readonly margin: number
  /** The number of people at the end of the tracks. @default that of its longest bar */
  readonly most?: number
}

export function Distribution({ title, buckets, margin, most = mostOf(buckets, margin) }: DistributionProps) {
  const heading = useId()
  return (
    <section className="card" aria-labelledby={heading}>
      <h3 id={heading}>{title}</h3>
      <p className="finding">{findingOf(buckets, margin)}</p>
      {buckets.some(({ count }) => count !== null) && (
        <table className="distribution" aria-labelledby={heading}>
          <thead>
            <tr>
              <th scope="col">{words.answer}</th>
              <th scope="col">{words.people}</th>
              {margin > 0 && <th scope="col">{words.likelyRange}</th>}
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
                  <td colSpan={margin > 0 ? 2 : 1}>{words.tooFew}</td>
                ) : (
                  <>
                    <td>{numberOf(bucket.count)}</td>
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

/** The number of people at the end of the longest bar and its range. */
export const mostOf = (buckets: readonly Bucket[], margin: number): number =>
  Math.max(1, ...buckets.map(({ count }) => (count ?? 0) + margin))

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
export function nameOf({ value, display, from, below }: Omit<Bucket, 'count'>): string {
  if (display !== undefined) return display
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (value === undefined) return words.fromBelow({ from: exactOf(from ?? 0), below: exactOf(below ?? 0) })
  return typeof value === 'number' ? exactOf(value) : value
}

const Name = ({ of }: { readonly of: Bucket }) => <bdi>{nameOf(of)}</bdi>

/** `37 to 47`: the number without noise lies in it in 19 of 20 cases. */
export const rangeOf = (count: number, margin: number): string =>
  words.peopleRange({ least: Math.max(0, count - margin), most: count + margin })

/** A number of people, which noise makes an approximate one. */
export function peopleOf(many: number, margin: number): string {
  const people = margin > 0 ? words.aboutPeople : words.manyPeople
  return people({ many, count: numberOf(many) })
}

/** The most common answer, unless the likely ranges of the first two overlap. */
export function findingOf(buckets: readonly Bucket[], margin: number): ReactNode {
  const [first, second] = buckets
    .filter(({ count }) => count !== null)
    .toSorted((a, b) => Number(b.count) - Number(a.count))
  if (first === undefined) return words.tooFewAny
  const many = Number(first.count)
  if (many - margin <= Number(second?.count ?? 0) + margin && second !== undefined)
    return drawn(words.tooClose, { first: <Name of={first} />, second: <Name of={second} /> })
  return drawn(words.mostCommon, { answer: <Name of={first} />, people: peopleOf(many, margin) })
}
