/** Activity: every access to the person's records, by day. */
import { useEffect } from 'react'
import { counted } from '../words.ts'
import { type DayEvent, Days } from './days.tsx'
import { useScene } from './scene.ts'
import { actionOf } from './words.ts'

export function Activity() {
  const { entries, isEnd, failure, more, reload } = useScene().trail
  // Entries may have been added since the page was opened.
  useEffect(reload, [reload])
  const events = entries?.map(
    ({ id, at, client, action, records }): DayEvent => ({
      ...{ id, at },
      icon: client ? (client.kind === 'assistant' ? 'assistant' : 'read') : 'person',
      content: (
        <>
          <strong>
            <bdi>{client?.name ?? 'You'}</bdi>
          </strong>{' '}
          {actionOf(action)}
          {records.length > 0 && ` (${counted(records.length, 'record')})`}
        </>
      ),
    }),
  )
  return (
    <>
      <p className="lede">Your audit trail: who read your data, and when.</p>
      {failure && (
        <p className="notice" role="alert">
          {failure}
        </p>
      )}
      {events?.length === 0 && <p className="empty">Nobody has read your data.</p>}
      <Days events={events ?? []} />
      {events && !isEnd && (
        <button type="button" className="wq-button" onClick={more}>
          Show older entries
        </button>
      )}
    </>
  )
}
