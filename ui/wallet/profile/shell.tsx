/** The frame of all views: the navigation, beside the content or below it on a narrow screen. */
import type { ReactNode } from 'react'
import { Mark } from '../mark.tsx'
import { hrefOf } from '../path.ts'
import { Icon, type IconName } from './icon.tsx'

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
  <div className="shell">
    <header className="side">
      <div className="side-content">
        <p className="brand">
          <Mark /> andiron
        </p>
        <Links label="Your data" className="nav tabs" views={DATA} view={view} />
        <Links label="More" className="nav" views={MORE} view={view} />
      </div>
    </header>
    <main>{children}</main>
  </div>
)

interface LinksProps {
  readonly label: string
  readonly className: string
  readonly views: readonly View[]
  readonly view: View
}

const Links = ({ label, className, views, view }: LinksProps) => (
  <nav aria-label={label} className={className}>
    {views.map(({ name, label, short = label }) => (
      <a
        key={name}
        className={short === '' ? 'wide' : undefined}
        href={hrefOf(name)}
        aria-current={name === view.name ? 'page' : undefined}
      >
        <Icon name={name} />
        <span className="wide">{label}</span>
        <span className="narrow">{short}</span>
      </a>
    ))}
  </nav>
)
