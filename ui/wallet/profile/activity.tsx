/** Activity: every access to the person's records, by day. */
import { Fragment, useEffect } from 'react'
import type { AuditEntry } from '../../sdk/profile.ts'
import { counted } from '../words.ts'
import { Icon } from './icon.tsx'
import { useScene } from './scene.ts'
import { actionOf, dayOf, timeOf } from './words.ts'

export function Activity() {
  const { entries, isEnd, failure, more, reload } = useScene().trail
  // Entries may have been added since the page was opened.
  useEffect(reload, [reload])
  return (
    <>
      <p className="lede">Your audit trail: who read your data, and when.</p>
      {failure && (
        <p className="notice" role="alert">
          {failure}
        </p>
      )}
      {entries?.length === 0 && <p className="empty">Nobody has read your data.</p>}
      <div className="card days" hidden={!entries?.length}>
        {daysOf(entries ?? []).map(([day, entries]) => (
          <Fragment key={day}>
            <h2 className="day">{day}</h2>
            <ul className="list">
              {entries.map(({ id, at, client, action, records }) => (
                <li key={id} className="event">
                  <Icon name={client ? (client.kind === 'assistant' ? 'assistant' : 'read') : 'person'} />
                  <span>
                    <strong>
                      <bdi>{client?.name ?? 'You'}</bdi>
                    </strong>{' '}
                    {actionOf(action)}
                    {records.length > 0 && ` (${counted(records.length, 'record')})`}
                  </span>
                  <time className="event-time" dateTime={at}>
                    {timeOf(at)}
                  </time>
                </li>
              ))}
            </ul>
          </Fragment>
        ))}
      </div>
      {entries && !isEnd && (
        <button type="button" className="wq-button" onClick={more}>
          Show older entries
        </button>
      )}
    </>
  )
}

/** The entries of each day, in their order. */
function daysOf(entries: readonly AuditEntry[]): readonly (readonly [string, readonly AuditEntry[]])[] {
  const days = new Map<string, AuditEntry[]>()
  for (const entry of entries) {
    const day = dayOf(entry.at)
    days.set(day, [...(days.get(day) ?? []), entry])
  }
  return [...days]
}
