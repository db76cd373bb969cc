/** The first line of a decision: the page of the application. */
import { Icon } from '@andiron/design/icon'
import type { ReactNode } from 'react'
import { Line } from '../shell/decision-line.tsx'
import { words } from '../shell/language/page-texts.ts'
import { drawn } from '../shell/text-with-elements.tsx'

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
