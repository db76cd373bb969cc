/** The frame of all views: the navigation, beside the content or below it on a narrow screen. */
import type { ReactNode } from 'react'
import type { ProfileLabel } from '../../../schemas/profile-label.ts'
import { Face } from '../keys/face.tsx'
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
  /** Absent until it is read. */
  readonly label: ProfileLabel | undefined
  readonly children: ReactNode
}

export const Shell = ({ view, label, children }: ShellProps) => (
  <div className="shell">
    <header className="side">
      <div className="side-content">
        <div className="head">
          <p className={label?.name === undefined ? 'brand' : 'brand wide'}>
            <Mark /> andiron
          </p>
          {label?.name !== undefined && (
            <p className="whose">
              <Face label={label} />
              <strong>
                <bdi>{label.name}</bdi>
              </strong>
            </p>
          )}
        </div>
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

const Mark = () => (
  <svg className="mark" viewBox="0 0 28 28" aria-hidden="true">
    <path className="frame" d="M6.5 11v9.5M21.5 11v9.5M6.5 18h15M4 24l2.5-3.5L9 24M19 24l2.5-3.5L24 24" />
    <circle cx="6.5" cy="7.8" r="2.3" />
    <circle cx="21.5" cy="7.8" r="2.3" />
    <path d="M14 3.5c.4 2.4 3.6 4.1 3.6 7.2a3.6 3.6 0 0 1-7.2 0c0-1.5.8-2.5 1.5-3.3.2.9.6 1.4 1.1 1.7C13 7 13 5.2 14 3.5Z" />
  </svg>
)
