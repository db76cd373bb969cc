/** The frame of all views of a page: the navigation, beside the content or below it on a narrow screen. */
import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

/** A link of the navigation. */
export interface Destination {
  readonly href: string
  readonly icon: IconName
  readonly label: string
  /** Its name on a narrow screen; if empty, it is not in the navigation there. @default label */
  readonly short?: string
}

export interface ShellProps {
  /** The name of the navigation: `Your data`. */
  readonly label: string
  readonly destinations: readonly Destination[]
  /** Further ones, at the end. */
  readonly more: readonly Destination[]
  /** The `href` of the shown one. */
  readonly current: string
  /** The owner of the contents, below the name of the product. */
  readonly owner?: string
  /** The person, in the place of the product's name on a narrow screen. */
  readonly person?: ReactNode
  readonly children: ReactNode
}

export const Shell = ({ label, destinations, more, current, owner, person, children }: ShellProps) => (
  <div className="shell">
    <header className="side">
      <div className="side-content">
        <div className="head">
          <p className={person ? 'brand wide' : 'brand'}>
            <Mark /> andiron
          </p>
          {person}
          {owner !== undefined && <p className="owner wide">{owner}</p>}
        </div>
        <Links {...{ label, destinations, current }} className="nav tabs" />
        <Links {...{ label: 'More', destinations: more, current }} className="nav" />
      </div>
    </header>
    <main>{children}</main>
  </div>
)

interface LinksProps extends Pick<ShellProps, 'label' | 'destinations' | 'current'> {
  readonly className: string
}

const Links = ({ label, className, destinations, current }: LinksProps) => (
  <nav aria-label={label} className={className}>
    {destinations.map(({ href, icon, label, short = label }) => (
      <a
        key={href}
        className={short === '' ? 'wide' : undefined}
        href={href}
        aria-current={href === current ? 'page' : undefined}
      >
        <Icon name={icon} />
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
