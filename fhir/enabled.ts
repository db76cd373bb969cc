/** Asks a walk which items are enabled: `enable-when.ts` decides, which a form without conditions does not load. */
import type { FormItem } from './definition.ts'
import type { Scope, Walk } from './walk.ts'

/** The state of an item. `undecided` (2020 > 2020-05?) counts as enabled and is reported as a warning. */
export type Enablement = 'enabled' | 'disabled' | 'undecided'

/** Decides one item in the scope where it is or could be. */
export type Decide = (item: FormItem, scope: Scope, walk: Walk) => Enablement

/** True if an item is enabled in this scope; false for one with a condition while nothing decides conditions. */
export const isEnabled = (item: FormItem, scope: Scope, walk: Walk): boolean =>
  !item.gated || (walk.decide !== undefined && walk.decide(item, scope, walk) !== 'disabled')
