/** Parts that come when they are first drawn, so that forms of texts and choices carry none of them. */
import { type ComponentType, createElement, useEffect, useState } from 'react'

type More = typeof import('./inputs/more.ts')

let more: More | undefined

/**
 * Loads every control at once. A page that is rendered on the server waits for this on both sides before it renders, so
 * that the server draws what the browser will.
 */
export async function preloadControls(): Promise<void> {
  more ??= await import('./inputs/more.ts')
}

/** Keeps the place of a part until it is there. */
export function later<Name extends keyof More>(name: Name): More[Name] {
  const Later = (props: object) => {
    const [parts, setParts] = useState(more)
    useEffect(() => {
      if (parts === undefined) void preloadControls().then(() => setParts(more))
    }, [parts])
    if (parts === undefined) return <span className="wq-input wq-later" />
    return createElement(parts[name] as ComponentType<object>, props)
  }
  return Later as More[Name]
}
