/** Parts that are loaded when first drawn, so that forms of text and choices load none of them. */
'use client'
import { type ComponentProps, type ComponentType, createElement, type ReactNode, useEffect } from 'react'
import type { SlotProps } from './slot.ts'

type More = typeof import('./inputs/more.ts')

let more: More | undefined

/**
 * Loads every control. With server rendering, await this on both sides before you render, so that the
 * server's markup equals the browser's.
 */
export async function preloadControls(): Promise<void> {
  more ??= await import('./inputs/more.ts')
}

/** Draws a part, or a placeholder until it is loaded, then redraws its slot. */
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
