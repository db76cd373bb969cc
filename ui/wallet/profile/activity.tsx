/** Activity: every access to the person's records, by day. */
import { useEffect } from 'react'
import { drawn } from '../drawn.tsx'
import { words } from '../language.ts'
import { type DayEvent, Days } from './days.tsx'
import { useScene } from './scene.ts'

export function Activity() {
  const { entries, isEnd, failure, more, reload } = useScene().trail
  // Entries may have been added since the page was opened.
  useEffect(reload, [reload])
  const events = entries?.map(
    ({ id, at, client, action, records }): DayEvent => ({
      ...{ id, at },
      icon: client ? (client.kind === 'assistant' ? 'assistant' : 'read') : 'person',
      content: <Did name={client?.name ?? words.you} action={actionOf(action)} many={records.length} />,
    }),
  )
  return (
    <>
      <p className="lede">{words.trailAbout}</p>
      {failure && (
        <p className="notice" role="alert">
          {failure}
        </p>
      )}
      {events?.length === 0 && <p className="empty">{words.nobodyRead}</p>}
      <Days events={events ?? []} />
      {events && !isEnd && (
        <button type="button" className="wq-button" onClick={more}>
          {words.showOlder}
        </button>
      )}
    </>
  )
}

interface DidProps {
  readonly name: string
  readonly action: string
  /** The number of records that were read. */
  readonly many: number
}

function Did({ name, action, many }: DidProps) {
  const who = (
    <strong>
      <bdi>{name}</bdi>
    </strong>
  )
  return many > 0
    ? drawn(words.didWithRecords, { name: who, action, many })
    : drawn(words.didSomething, { name: who, action })
}

function actionOf(action: string): string {
  const { actions = {} } = words
  return (Object.hasOwn(actions, action) ? actions[action] : undefined) ?? words.didOther({ action })
}
