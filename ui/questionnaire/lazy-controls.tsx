/** Parts that are loaded when first drawn, so that forms of text and choices load none of them. */
'use client'
import { type ComponentProps, type ComponentType, type ReactNode, useEffect } from 'react'
import type { SlotProps } from './slot.ts'

type Loaded = typeof import('./inputs/further-inputs.ts') &
  typeof import('./inputs/date.tsx') &
  typeof import('./inputs/search.tsx')
type More = Omit<Loaded, 'enablement'>

const more: Partial<Loaded> = {}

const keep = (part: Partial<Loaded>): void => {
  Object.assign(more, part)
}

const loadMore = (): Promise<void> => import('./inputs/further-inputs.ts').then(keep)

/** Loads the fields of dates and times. */
export const loadDates = (): Promise<void> => import('./inputs/date.tsx').then(keep)

/**
 * Loads every control. With server rendering, await this on both sides before you render, so that the
 * server's markup equals the browser's.
 */
export const preloadControls = async (): Promise<void> => {
  await Promise.all([loadMore(), loadDates()])
}

/** Decides which items are enabled, once it is loaded. */
export const decideIfLoaded = () => more.enablement

/** Loads what decides which items are enabled, for forms with conditions. */
export const loadDecide = () => import('../../fhir/model/enable-when.ts').then(({ enablement }) => enablement)

/** Loads the search of a value set, which few forms have. */
export const loadSearch = (): Promise<void> => import('./inputs/search.tsx').then(keep)

/** Draws a part, or a placeholder until it is loaded, then redraws its slot. */
export const later =
  <Name extends keyof More>(name: Name, load = loadMore) =>
  (props: ComponentProps<More[Name]>): ReactNode => {
    const Part = more[name] as ComponentType<object> | undefined
    return Part ? <Part {...props} /> : <Place slot={props.slot} load={load} />
  }

function Place({ slot, load }: Pick<SlotProps, 'slot'> & { load(): Promise<void> }) {
  useEffect(() => {
    void load().then(() => slot.audience.tell())
  }, [slot, load])
  return <span className="wq-input wq-later" />
}
