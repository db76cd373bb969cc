/** The first line of a decision: the page of the application. */
import { Icon } from '@andiron/design/icon'
import type { ReactNode } from 'react'
import { drawn } from '../drawn.tsx'
import { words } from '../language.ts'
import { Line } from '../line.tsx'

export interface AskingProps {
  readonly application: { readonly name: string }
  /** The origin of the page; `undefined` while nothing proves it. */
  readonly origin: string | undefined
}

export function Asking({ application, origin }: AskingProps): ReactNode {
  const name = <bdi>{application.name}</bdi>
  if (origin === undefined)
    return (
      <Line icon="site" label={words.whoAsks} value={words.unknownPage}>
        {drawn(words.unknownPageAbout, { name })}
      </Line>
    )
  // The host is enough for a page on HTTPS.
  return (
    <Line icon="site" label={words.whoAsks} value={<bdi>{origin.replace(/^https:\/\//, '')}</bdi>}>
      <span className="verified">
        <Icon name="verified" /> {drawn(words.verifiedSite, { name })}
      </span>
    </Line>
  )
}
