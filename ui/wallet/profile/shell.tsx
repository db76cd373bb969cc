/** The views of the page, and their navigation. */
import type { ReactNode } from 'react'
import { hrefOf } from '../path.ts'
import type { IconName } from '../shell/icon.tsx'
import { type Destination, Shell as Frame } from '../shell/shell.tsx'

export interface View {
  readonly name: IconName
  /** The heading of the view. */
  readonly title: string
  /** Its name in the navigation. */
  readonly label: string
  /** Its name on a narrow screen; if empty, it is not in the navigation there. @default label */
  readonly short?: string
}

const OVERVIEW: View = { name: 'overview', title: 'Your health', label: 'Overview' }
const MEASUREMENTS: View = {
  ...{ name: 'measurements', title: 'Measurements', label: 'Measurements', short: 'Measures' },
}
const DATA: readonly View[] = [
  OVERVIEW,
  MEASUREMENTS,
  { name: 'answers', title: 'Answers', label: 'Answers' },
  { name: 'documents', title: 'Documents', label: 'Documents' },
  { name: 'timeline', title: 'Timeline', label: 'Timeline', short: '' },
  { name: 'sharing', title: 'Sharing', label: 'Sharing' },
]
const MORE: readonly View[] = [
  { name: 'activity', title: 'Activity', label: 'Activity' },
  { name: 'settings', title: 'Settings', label: 'Settings' },
]

/** The view of a location; the overview for an unknown one. */
export const viewAt = (name: string | undefined): View =>
  [...DATA, ...MORE].find(view => view.name === name) ?? OVERVIEW

export interface ShellProps {
  readonly view: View
  readonly children: ReactNode
}

export const Shell = ({ view, children }: ShellProps) => (
  <Frame
    label="Your data"
    destinations={DATA.map(destinationOf)}
    more={MORE.map(destinationOf)}
    current={hrefOf(view.name)}
  >
    {children}
  </Frame>
)

const destinationOf = ({ name, label, short = label }: View): Destination => ({
  ...{ href: hrefOf(name), icon: name, label, short },
})
