/** The age of what is shown, while the nodes cannot be reached or are being read; and what waits for them. */
import type { ReactNode } from 'react'
import { dateOf } from '../shell/language/formats.ts'
import { words } from '../shell/language/page-texts.ts'
import { useScene } from './page-context.ts'
import { type RetryProps, TryAgain, useWhenOnline } from './unreadable-notice.tsx'

export interface AsOfProps extends RetryProps {
  /** ISO 8601. */
  readonly at: string
  /** The number of records that were read since. */
  readonly read: number
  /** False while the nodes are being read. */
  readonly isAway: boolean
}

export function AsOf({ at, read, isAway, retry }: AsOfProps) {
  useWhenOnline(retry, isAway)
  return (
    <div className="notice retried">
      <p role="status">
        {isAway ? words.asOfAway({ date: dateOf(at) }) : words.readingRecords({ many: read })}
      </p>
      {isAway && <TryAgain retry={retry} />}
    </div>
  )
}

export interface ConnectedProps {
  readonly hidden?: boolean
  readonly children: ReactNode
}

/** Controls that need the nodes or the service: they wait while a copy is shown. */
export const Connected = ({ hidden, children }: ConnectedProps) => (
  <fieldset className="connected" disabled={useScene().isCopy} hidden={hidden}>
    {children}
  </fieldset>
)
