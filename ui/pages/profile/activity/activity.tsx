/** Activity: every access to the person's records, by day. */
import { Empty } from '@andiron/design/empty'
import { useEffect } from 'react'
import { Failure } from '../../shell/failure.tsx'
import { words } from '../../shell/language/page-texts.ts'
import { clientName } from '../assistants/client-name.ts'
import { type DayEvent, Days } from '../list-by-day.tsx'
import { useScene } from '../page-context.ts'
import { Awaited } from '../view-placeholders.tsx'
import { Did } from './audit-sentence.tsx'

export function Activity() {
  const { entries, isEnd, failure, more, reload } = useScene().trail
  // Entries may have been added since the page was opened.
  useEffect(reload, [reload])
  const events = entries?.map(
    ({ id, at, client, action, records }): DayEvent => ({
      ...{ id, at },
      icon: client ? (client.kind === 'assistant' ? 'assistant' : 'read') : 'person',
      content: <Did name={client ? clientName(client) : words.you} action={action} many={records.length} />,
    }),
  )
  return (
    <>
      <p className="lede">{words.trailAbout}</p>
      {failure && <Failure text={failure} />}
      {events?.length === 0 && <Empty of="readers">{words.nobodyRead}</Empty>}
      {!events && !failure && <Awaited of="activity" />}
      <Days events={events ?? []} />
      {events && !isEnd && (
        <button type="button" className="wq-button" onClick={more}>
          {words.showOlder}
        </button>
      )}
    </>
  )
}
