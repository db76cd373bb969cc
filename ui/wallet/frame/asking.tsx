/** The first line of a decision: the page of the application. */
import type { ReactNode } from 'react'
import { Line } from '../line.tsx'
import { Icon } from '../shell/icon.tsx'

export interface AskingProps {
  readonly application: { readonly name: string }
  /** The origin of the page; `undefined` while nothing proves it. */
  readonly origin: string | undefined
}

export function Asking({ application, origin }: AskingProps): ReactNode {
  const name = <bdi>{application.name}</bdi>
  if (origin === undefined)
    return (
      <Line icon="service" label="Who asks" value="An unknown page">
        The browser does not say which page opened this window. Only pages of {name} get the answer: go on if
        you have just opened it there.
      </Line>
    )
  // The host is enough for a page on HTTPS.
  return (
    <Line icon="service" label="Who asks" value={origin.replace(/^https:\/\//, '')}>
      <span className="verified">
        <Icon name="verified" /> Verified site of {name}
      </span>
    </Line>
  )
}
