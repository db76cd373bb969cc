/** Events by day, in their order. */
import { Icon, type IconName } from '@andiron/design/icon'
import type { ReactNode } from 'react'
import { dayOf, timeOf } from '../shell/language/formats.ts'
import { words } from '../shell/language/page-texts.ts'

export interface DayEvent {
  readonly id: string
  /** ISO 8601, as precise as recorded. */
  readonly at: string
  readonly icon: IconName
  readonly content: ReactNode
}

export function Days({ events }: { readonly events: readonly DayEvent[] }) {
  const days = new Map<string, DayEvent[]>()
  for (const event of events) {
    const day = dayOf(event.at) || words.withoutDate
    days.set(day, [...(days.get(day) ?? []), event])
  }
  if (events.length === 0) return null
  return (
    <div className="card days">
      {[...days].map(([day, events]) => [
        <h2 key={day} className="day">
          {day}
        </h2>,
        <ul key={`${day} events`} className="list">
          {events.map(({ id, at, icon, content }) => (
            <li key={id} className="event">
              <Icon name={icon} />
              <span>{content}</span>
              <time className="event-time" dateTime={at}>
                {timeOf(at)}
              </time>
            </li>
          ))}
        </ul>,
      ])}
    </div>
  )
}
