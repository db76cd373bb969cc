/** The age of what is shown, while the nodes cannot be reached or are being read; and what waits for them. */
import { type ReactNode, useEffect } from 'react'
import { dateOf } from '../formats.ts'
import { words } from '../language.ts'
import { useScene } from './scene.ts'

export interface AsOfProps {
  /** ISO 8601. */
  readonly at: string
  /** The number of records that were read since. */
  readonly read: number
  /** False while the nodes are being read. */
  readonly isAway: boolean
  retry(): Promise<void>
}

export function AsOf({ at, read, isAway, retry }: AsOfProps) {
  useEffect(() => {
    if (!isAway) return
    const again = () => void retry()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [isAway, retry])
  return (
    <div className="notice as-of">
      <p role="status">
        {isAway ? words.asOfAway({ date: dateOf(at) }) : words.readingRecords({ many: read })}
      </p>
      {isAway && (
        <button type="button" className="wq-button" onClick={() => void retry()}>
          {words.tryAgain}
        </button>
      )}
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
