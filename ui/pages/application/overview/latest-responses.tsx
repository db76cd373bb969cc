/** The latest responses: when, by whom under a pseudonym, and to which form. */
import { useId } from 'react'
import { dateOf } from '../../shell/language/formats.ts'
import { words } from '../../shell/language/page-texts.ts'
import { Bar, Rows } from '../../shell/placeholder.tsx'
import { formHref } from '../page-location.ts'
import type { Arrival } from './response-activity.ts'

export interface LatestProps {
  readonly applicationId: string
  readonly latest: readonly Arrival[]
  /** The titles of the forms by their `_id`. */
  readonly titles: ReadonlyMap<string, string | undefined>
}

export function Latest({ applicationId, latest, titles }: LatestProps) {
  const id = useId()
  if (latest.length === 0) return null
  return (
    <>
      <h2 id={id}>{words.latestResponses}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard. */}
      <section className="card scroll" tabIndex={0} aria-labelledby={id}>
        <table className="latest" aria-labelledby={id}>
          <thead>
            <tr>
              <th scope="col">{words.received}</th>
              <th scope="col">{words.person}</th>
              <th scope="col">{words.aForm}</th>
            </tr>
          </thead>
          <tbody>
            {latest.map(({ id, stored, participant, form }) => (
              <tr key={id}>
                <td>
                  <time dateTime={stored}>{dateOf(stored)}</time>
                </td>
                <td>
                  <bdi className="participant">{participant}</bdi>
                </td>
                <td>
                  <a href={formHref(applicationId, form, 'responses')}>
                    {titles.get(form) ?? words.untitledForm}
                  </a>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="note">{words.pseudonymsAbout}</p>
    </>
  )
}

/** About as high as {@link Latest}. The chart above it says that it is read. */
export const AwaitedLatest = () => (
  <div className="awaited" aria-hidden="true">
    <h2>
      <Bar look="short" />
    </h2>
    <Rows many={3} />
  </div>
)
