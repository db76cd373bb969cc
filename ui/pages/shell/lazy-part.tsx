/** A part of a page that is loaded when it is drawn. If that fails, it says so, and loads again when asked. */
import { type ComponentType, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { allWords, useWords } from './language/page-texts.ts'

/**
 * @param load - called again after a failure, which `lazy` of React would keep
 * @param waiting - drawn until the part is there
 * @example
 * ```tsx
 * const PdfView = lazily(async () => (await import('./pdf-view.tsx')).PdfView)
 * ```
 */
export function lazily<P extends object>(
  load: () => Promise<ComponentType<P>>,
  waiting: () => ReactNode = () => <Moment />,
): ComponentType<P> {
  let Part: ComponentType<P> | undefined
  return function Lazily(props: P): ReactNode {
    const [attempt, setAttempt] = useState(0)
    const [state, setState] = useState<'loading' | 'failed' | 'there'>('loading')
    const place = useRef<HTMLDivElement>(null)
    // The button that had the focus is gone.
    useLayoutEffect(() => place.current?.focus(), [attempt])
    useEffect(() => {
      if (Part) return setState('there')
      let isCurrent = true
      load().then(
        loaded => {
          Part = loaded
          if (isCurrent) setState('there')
        },
        () => isCurrent && setState('failed'),
      )
      return () => {
        isCurrent = false
      }
    }, [attempt])
    const again = () => {
      setState('loading')
      setAttempt(attempt + 1)
    }
    const drawn = Part ? <Part {...props} /> : state === 'failed' ? <Unloaded again={again} /> : waiting()
    return attempt === 0 ? (
      drawn
    ) : (
      <div ref={place} tabIndex={-1}>
        {drawn}
      </div>
    )
  }
}

/** A view that is drawn once its texts are loaded, too. */
export const lazyView = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  waiting?: () => ReactNode,
): ComponentType<P> =>
  lazily(async () => {
    const [View] = await Promise.all([load(), allWords()])
    return View
  }, waiting)

const Moment = (): ReactNode => <p role="status">{useWords().moment}</p>

export function Unloaded({ again }: { again(): void }): ReactNode {
  const words = useWords()
  return (
    <div className="notice" role="alert">
      <p>{words.partUnloaded}</p>
      <button type="button" className="wq-button" onClick={again}>
        {words.tryAgain}
      </button>
    </div>
  )
}
