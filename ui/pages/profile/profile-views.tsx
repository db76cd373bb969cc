/** The views of the page, and their navigation. */
import type { IconName } from '@andiron/design/icon'
import type { ReactNode } from 'react'
import { Face, hasFace, type Label } from '../keys/avatar.tsx'
import { hrefOf } from '../shell/fragment-path.ts'
import { words } from '../shell/language/page-texts.ts'
import { type Destination, Shell as Frame } from '../shell/shell.tsx'

export interface View {
  readonly name: IconName
  /** The heading of the view. */
  readonly title: string
  /** Its name in the navigation. */
  readonly label: string
  /** Its name on a narrow screen. @default label */
  readonly short?: string
  /** The screens on which it is in its navigation. @default both */
  readonly on?: 'wide' | 'narrow'
}

const overview = (): View => ({
  name: 'overview',
  title: words.yourHealth,
  label: words.overview,
  short: words.overviewShort,
})

const timeline = (): View => ({ name: 'timeline', title: words.timeline, label: words.timeline })

const data = (): readonly View[] => [
  overview(),
  {
    ...{ name: 'measurements', title: words.measurementsTitle, label: words.measurementsTitle },
    short: words.measurementsShort,
  },
  { name: 'answers', title: words.answersTitle, label: words.answersTitle },
  { name: 'documents', title: words.documents, label: words.documents },
  { ...timeline(), on: 'wide' },
  { name: 'sharing', title: words.sharing, label: words.sharing, short: words.sharingShort },
]

/** The bottom of a phone has room for five. */
const more = (): readonly View[] => [
  { ...timeline(), on: 'narrow' },
  { name: 'activity', title: words.activity, label: words.activity },
  { name: 'settings', title: words.settings, label: words.settings },
]

/** The view of a location; the overview for an unknown one. */
export const viewAt = (name: string | undefined): View =>
  [...data(), ...more()].find(view => view.name === name) ?? overview()

export interface ShellProps {
  readonly view: View
  /** Absent until it is read. */
  readonly label: Label | undefined
  readonly children: ReactNode
}

export const Shell = ({ view, label, children }: ShellProps) => (
  <Frame
    label={words.yourData}
    destinations={data().map(destinationOf)}
    more={more().map(destinationOf)}
    current={hrefOf(view.name)}
    person={
      label !== undefined &&
      hasFace(label) && (
        <p className="whose">
          <Face label={label} />
          <strong>
            <bdi>{label.name}</bdi>
          </strong>
        </p>
      )
    }
  >
    {children}
  </Frame>
)

const destinationOf = ({ name, label, short = label, on }: View): Destination => ({
  ...{ href: hrefOf(name), icon: name, label, short },
  ...(on && { on }),
})
