/** Parts that are loaded when first drawn, so that forms of text and choices load none of them. */
'use client'
import { type ComponentProps, type ComponentType, createElement, type ReactNode, useEffect } from 'react'
import type { SlotProps } from './slot.ts'

type More = typeof import('./inputs/more.ts') & typeof import('./inputs/attachment.tsx')

const loaded: Partial<More> = {}

/** Loads a part; files come apart from the other controls. */
const load = async (name: keyof More) =>
  Object.assign(
    loaded,
    await (name === 'AttachmentInput' ? import('./inputs/attachment.tsx') : import('./inputs/more.ts')),
  )

/**
 * Loads every control. With server rendering, await this on both sides before you render, so that the
 * server's markup equals the browser's.
 */
export async function preloadControls(): Promise<void> {
  await Promise.all([load('AttachmentInput'), load('Answers')])
}

/** Draws a part, or a placeholder until it is loaded, then redraws its slot. */
export const later =
  <Name extends keyof More>(name: Name) =>
  (props: ComponentProps<More[Name]>): ReactNode =>
    loaded[name] === undefined ? (
      <Place slot={props.slot} name={name} />
    ) : (
      createElement<object>(loaded[name] as ComponentType<object>, props)
    )

function Place({ slot, name }: Pick<SlotProps, 'slot'> & { readonly name: keyof More }) {
  useEffect(() => {
    void load(name).then(() => slot.audience.tell())
  }, [slot, name])
  return <span className="wq-input wq-later" />
}
