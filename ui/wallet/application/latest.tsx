/** The latest responses: when, by whom under a pseudonym, and to which form. */
import { useId } from 'react'
import { dateOf } from '../formats.ts'
import type { Arrival } from './activity.ts'
import { formHref } from './place.ts'

const TEXTS = {
  title: 'Latest responses',
  received: 'Received',
  participant: 'Participant',
  form: 'Form',
  untitled: 'A form without a title',
  about:
    'Participants have a name for this application only. The same person has another name in another one.',
}

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
      <h2 id={id}>{TEXTS.title}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard. */}
      <section className="card scroll" tabIndex={0} aria-labelledby={id}>
        <table>
          <thead>
            <tr>
              <th scope="col">{TEXTS.received}</th>
              <th scope="col">{TEXTS.participant}</th>
              <th scope="col">{TEXTS.form}</th>
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
                    {titles.get(form) ?? TEXTS.untitled}
                  </a>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="note">{TEXTS.about}</p>
    </>
  )
}
