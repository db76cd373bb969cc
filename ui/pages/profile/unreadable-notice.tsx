/** The notice of records that cannot be read now, and the button that reads them again. */
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { words } from '../shell/language/page-texts.ts'
import { useStep } from '../shell/run-action.ts'

export interface RetryProps {
  retry(): Promise<void> | void
}

export interface UnreadProps extends RetryProps {
  readonly children: ReactNode
}

/** Announced when it is drawn. Reads again when the person asks, and once the browser is online again. */
export function Unread({ children, retry }: UnreadProps) {
  const { doing, run } = useStep()
  const again = useCallback(() => run(words.moment, async () => retry()), [run, retry])
  useWhenOnline(again)
  return (
    <div className="notice retried">
      <p role="alert">{doing || children}</p>
      <TryAgain retry={again} />
    </div>
  )
}

/** The button goes once there is nothing to try again: the heading of the view takes its focus. */
export function TryAgain({ retry }: RetryProps) {
  const place = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const button = place.current
    return () => {
      if (document.activeElement === button) document.querySelector('h1')?.focus()
    }
  }, [])
  return (
    <button type="button" className="wq-button" ref={place} onClick={() => void retry()}>
      {words.tryAgain}
    </button>
  )
}

/** Calls it when the browser is online again. */
export function useWhenOnline(retry: RetryProps['retry'], isAway = true): void {
  useEffect(() => {
    if (!isAway) return
    const again = () => void retry()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [isAway, retry])
}
