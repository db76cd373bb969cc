/** Asks a walk which items are enabled: `enable-when.ts` decides, which a form without conditions does not load. */
import type { FormItem } from './form-tree.ts'
import type { Scope, Walk } from './response-tree.ts'

/** True if an item is enabled in this scope; false for one with a condition while nothing decides conditions. */
export const isEnabled = (item: FormItem, scope: Scope, walk: Walk): boolean =>
  !item.gated || (walk.decide !== undefined && walk.decide(item, scope, walk) !== 'disabled')
