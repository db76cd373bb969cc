/** One of the lines of a decision: a question, its answer in large type, and the limits. */
import { Icon, type IconName } from '@andiron/design/icon'
import type { ReactNode } from 'react'

export interface LineProps {
  readonly icon: IconName
  readonly label: string
  readonly value: ReactNode
  readonly children: ReactNode
}

/** @example `<dl className="three"><Line icon="read" label="Who can see it" value="You">…</Line></dl>` */
export const Line = ({ icon, label, value, children }: LineProps): ReactNode => (
  <div>
    <dt>
      <Icon name={icon} /> {label}
    </dt>
    <dd>
      <strong>{value}</strong>
      <small>{children}</small>
    </dd>
  </div>
)
