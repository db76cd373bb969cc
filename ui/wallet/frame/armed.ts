/** Whether a button can be pressed: only after it has been seen for a moment, with nothing over it. */
import { type RefObject, useEffect, useState } from 'react'

/** Milliseconds that it must have been in sight: nobody reads faster, and no click that was meant for something else comes later. */
const MOMENT = 500

interface Observed extends IntersectionObserverEntry {
  /** Intersection Observer v2: nothing covers it, no filter, opacity or transform hides it. */
  readonly isVisible?: boolean
}

/** Whether this browser can tell that something lies over a frame. */
export const seesOcclusion = (): boolean =>
  'IntersectionObserverEntry' in globalThis && 'isVisible' in IntersectionObserverEntry.prototype

/**
 * @param key - what is asked: another question has to be seen anew
 * @returns `true` once the element has been visible for a moment, until it no longer is
 */
export function useArmed(element: RefObject<Element | null>, key: unknown): boolean {
  const [armed, setArmed] = useState(false)
  useEffect(() => {
    setArmed(false)
    if (!element.current) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const occlusion = seesOcclusion()
    const watch = (entries: readonly Observed[]) => {
      const entry = entries.at(-1)
      const visible = entry?.isIntersecting === true && (!occlusion || entry.isVisible === true)
      clearTimeout(timer)
      if (!visible) return setArmed(false)
      timer = setTimeout(() => setArmed(true), MOMENT)
    }
    const options = { threshold: 1, ...(occlusion && { trackVisibility: true, delay: 100 }) }
    const observer = new IntersectionObserver(watch, options)
    observer.observe(element.current)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [element, key])
  return armed
}
