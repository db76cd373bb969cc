/** Parts that come when they are first drawn, so that forms of texts and choices carry none of them. */
'use client'
import { type ComponentProps, type ComponentType, createElement, type ReactNode, useEffect } from 'react'
import type { SlotProps } from './slot.ts'

type More = typeof import('./inputs/more.ts')

let more: More | undefined

/**
 * Loads every control at once. A page that is rendered on the server waits for this on both sides before it renders, so
 * that the server draws what the browser will.
 */
export async function preloadControls(): Promise<void> {
  more ??= await import('./inputs/more.ts')
}

/** Draws a part, or keeps its place until it is there: then its slot is drawn again. */
export const later =
  <Name extends keyof More>(name: Name) =>
  (props: ComponentProps<More[Name]>): ReactNode =>
    more === undefined ? (
      <Place slot={props.slot} />
    ) : (
      createElement<object>(more[name] as ComponentType<object>, props)
    )

function Place({ slot }: Pick<SlotProps, 'slot'>) {
  useEffect(() => {
    void preloadControls().then(() => slot.audience.tell())
  }, [slot])
  return <span className="wq-input wq-later" />
}
