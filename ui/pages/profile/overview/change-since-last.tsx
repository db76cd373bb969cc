/** Changes since the last visit: new values, and accesses by others. */
import { Icon, type IconName } from '@andiron/design/icon'
import type { ReactNode } from 'react'
import { hrefOf } from '../../shell/fragment-path.ts'
import { dateOf } from '../../shell/language/formats.ts'
import { words } from '../../shell/language/page-texts.ts'
import { Did } from '../activity/audit-sentence.tsx'
import { clientName } from '../assistants/client-name.ts'
import { type Series, textOf } from '../measurements/series.ts'
import { changeOf } from '../measurements/trend.ts'
import { useScene } from '../page-context.ts'

/** Changes to show; the rest is in their views. */
const SHOWN = 3

interface Change {
  readonly id: string
  readonly icon: IconName
  readonly href: string
  readonly content: ReactNode
}

/** Nothing for a person who is here for the first time, or when nothing has changed. */
export function SinceLastVisit() {
  const { keyring, keyPair, series, trail } = useScene()
  // As it was before this visit.
  const last = keyring.known.find(({ did }) => did === keyPair.did)?.memory.usedAt
  if (last === undefined) return null
  const measured = series.flatMap((each): Change[] =>
    isNew(each, last)
      ? [
          {
            ...{ id: each.id, icon: 'measurements', href: hrefOf('measurements', each.id) },
            content: <Measured series={each} />,
          },
        ]
      : [],
  )
  const read = (trail.entries ?? [])
    .filter(({ at, client }) => at > last && client !== undefined)
    .map(
      ({ id, client, action, records }): Change => ({
        ...{ id, icon: client?.kind === 'assistant' ? 'assistant' : 'read', href: hrefOf('activity') },
        content: <Did name={client ? clientName(client) : ''} action={action} many={records.length} />,
      }),
    )
  // Both kinds have a place.
  const changes = [...measured.slice(0, SHOWN - Math.min(1, read.length)), ...read].slice(0, SHOWN)
  if (changes.length === 0) return null
  return (
    <section className="since" aria-labelledby="since">
      <h2 id="since">{words.since({ date: dateOf(last) })}</h2>
      <ul className="card">
        {changes.map(({ id, icon, href, content }) => (
          <li key={id} className="change">
            <Icon name={icon} />
            <a href={href}>{content}</a>
          </li>
        ))}
      </ul>
    </section>
  )
}

const isNew = ({ readings }: Series, last: string): boolean =>
  readings.some(({ record }) => record._created > last)

function Measured({ series }: { readonly series: Series }) {
  const { name, unit, readings } = series
  const latest = readings.at(-1)
  return (
    <>
      <strong>
        <bdi>{name}</bdi>{' '}
        <bdi>
          {latest && textOf(latest)} {unit}
        </bdi>
      </strong>
      <small className="event-about">{changeOf(series)}</small>
    </>
  )
}
