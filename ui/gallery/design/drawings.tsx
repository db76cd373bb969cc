/** The icons, the mark, and the drawings of empty views. */
import { Empty, type EmptyProps } from '@andiron/design/empty'
import { Icon, type IconName } from '@andiron/design/icon'
import icons from '@andiron/design/icons.json' with { type: 'json' }
import { Mark } from '@andiron/design/mark'

const EMPTY: Readonly<Record<EmptyProps['of'], string>> = {
  measurements: 'No measurements yet.',
  answers: 'No answers yet.',
  documents: 'No files yet.',
  readers: 'Nobody has read your records.',
  applications: 'No applications yet.',
  timeline: 'Nothing is stored yet.',
}

export const Drawings = () => (
  <>
    <section>
      <h2>Icons</h2>
      <ul className="plain icons">
        {Object.entries(icons).map(([meaning, name]) => (
          <li key={meaning} className="event">
            <Icon name={meaning as IconName} />
            <span>
              {meaning} <small>{name}</small>
            </span>
          </li>
        ))}
      </ul>
    </section>
    <section>
      <h2>Mark</h2>
      <p className="brand">
        <Mark /> andiron
      </p>
    </section>
    <section>
      <h2>Empty views</h2>
      <div className="empties">
        {Object.entries(EMPTY).map(([of, sentence]) => (
          <Empty key={of} of={of as EmptyProps['of']}>
            {sentence}
          </Empty>
        ))}
      </div>
    </section>
  </>
)
