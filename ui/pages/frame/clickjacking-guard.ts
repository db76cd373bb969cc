/** Enables a button only after it has been visible and unobscured for a while, against clickjacking. */
import { type RefObject, useEffect, useState } from 'react'

/** Milliseconds of visibility before a click counts: excludes clicks that were meant for something else. */
const DWELL = 500

interface Observed extends IntersectionObserverEntry {
  /** Intersection Observer v2: not covered, and not hidden by a filter, opacity or transform. */
  readonly isVisible?: boolean
}

/** True if this browser can detect that a frame is covered. */
export const seesOcclusion = (): boolean =>
  'IntersectionObserverEntry' in globalThis && 'isVisible' in IntersectionObserverEntry.prototype

/**
 * Tracks the visibility of a button.
 *
 * @param key - identifies the decision: a new one starts again
 * @returns true while the element has been visible long enough
 */
export function useClickable(element: RefObject<Element | null>, key: unknown): boolean {
  const [clickable, setClickable] = useState(false)
  useEffect(() => {
    setClickable(false)
    if (!element.current) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const occlusion = seesOcclusion()
    const watch = (entries: readonly Observed[]) => {
      const entry = entries.at(-1)
      const visible = entry?.isIntersecting === true && (!occlusion || entry.isVisible === true)
      clearTimeout(timer)
      if (!visible) return setClickable(false)
      timer = setTimeout(() => setClickable(true), DWELL)
    }
    const options = { threshold: 1, ...(occlusion && { trackVisibility: true, delay: 100 }) }
    const observer = new IntersectionObserver(watch, options)
    observer.observe(element.current)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [element, key])
  return clickable
}
