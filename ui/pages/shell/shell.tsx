/** The frame of all views of a page: the navigation, beside the content or below it on a narrow screen. */
import { Icon, type IconName } from '@andiron/design/icon'
import type { ReactNode } from 'react'
import { words } from './language/page-texts.ts'
import { Logo, serviceName } from './theme.tsx'

/** A link of the navigation. */
export interface Destination {
  readonly href: string
  readonly icon: IconName
  readonly label: string
  /** Its name on a narrow screen. @default label */
  readonly short?: string
  /** The screens on which it is in this navigation. @default both */
  readonly on?: 'wide' | 'narrow'
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
            <Logo /> <bdi>{serviceName()}</bdi>
          </p>
          {person}
          {owner !== undefined && <p className="owner wide">{owner}</p>}
        </div>
        <Links {...{ label, destinations, current }} className="nav tabs" />
        <Links {...{ label: words.more, destinations: more, current }} className="nav" />
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
    {destinations.map(({ href, icon, label, short = label, on }) => (
      <a key={href} className={on} href={href} aria-current={href === current ? 'page' : undefined}>
        <Icon name={icon} />
        <span className="wide">{label}</span>
        <span className="narrow">{short}</span>
      </a>
    ))}
  </nav>
)
