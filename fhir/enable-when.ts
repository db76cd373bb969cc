/** Decides which items are enabled: `enableWhen` with its operators, behaviours and scopes. */

import { compare, equal } from './compare.ts'
import type { Condition, FormItem, Route } from './definition.ts'
import { decideByExpression } from './expressions.ts'
import { typeOf } from './places.ts'
import type { Answer, Entry, Scope, Walk } from './walk.ts'

/** Whether an item is enabled; `undecided` (2020 > 2020-05?) counts as enabled and is told as a warning. */
export type Enablement = 'enabled' | 'disabled' | 'undecided'

/** How far conditions are followed from item to item; real forms need a handful of steps. */
const LONGEST_CHAIN = 500

/** Tells whether answers to an item are wanted in this scope. */
export const isEnabled = (item: FormItem, scope: Scope, walk: Walk) =>
  !item.gated || enablement(item, scope, walk) !== 'disabled'

/** Decides one item in the scope where it stands or could stand. An item below a disabled one is disabled. */
export function enablement(item: FormItem, scope: Scope, walk: Walk, chain = 0): Enablement {
  if (!item.gated) return 'enabled'
  const known = scope.enablement.get(item)
  // A condition that leads back to its own item says nothing about it.
  if (known === 'asked' || chain > LONGEST_CHAIN) return 'undecided'
  if (known !== undefined) return known
  scope.enablement.set(item, 'asked')
  const above = scope.entry
  const decided =
    above?.item !== undefined && enablement(above.item, above.scope, walk, chain + 1) === 'disabled'
      ? 'disabled'
      : decide(item, scope, walk, chain)
  scope.enablement.set(item, decided)
  return decided
}

function decide(item: FormItem, scope: Scope, walk: Walk, chain: number): Enablement {
  if (item.conditions.length === 0) {
    if (walk.form.expressions.get(item)?.enableWhen === undefined) return 'enabled'
    const met = decideByExpression(item, scope, walk)
    return met === undefined ? 'undecided' : met ? 'enabled' : 'disabled'
  }
  let open = false
  for (const condition of item.conditions) {
    const met = isMet(condition, scope, walk, chain)
    // Without a behaviour all of them count; the specification demands one as soon as there are two (que-12).
    if (met === item.anyCondition) return met ? 'enabled' : 'disabled'
    if (met === undefined) open = true
  }
  if (open) return 'undecided'
  return item.anyCondition ? 'disabled' : 'enabled'
}

/** Whether one condition holds; undefined when precision leaves it open or the form does not say enough. */
function isMet(condition: Condition, scope: Scope, walk: Walk, chain: number): boolean | undefined {
  const { target, route, operator, answer: wanted } = condition
  if (target === undefined || route === undefined || operator === undefined || wanted === undefined)
    return undefined
  const answers = answersOf(target, route, scope, walk, chain)
  if (operator === 'exists') return answers.length > 0 === (wanted.value === true)
  if (operator === '!=') return not(some(answers, answer => same(answer, wanted, walk)))
  if (operator === '=') return some(answers, answer => same(answer, wanted, walk))
  const wants = ORDERS.get(operator)
  if (wants === undefined) return undefined
  return some(answers, answer => {
    const found = compare(typeOf(answer), answer.value, wanted.type, wanted.value, walk.form.engines)
    if (found === undefined) return undefined
    return found.certain ? wants.includes(found.order) : undefined
  })
}

const ORDERS: ReadonlyMap<string, readonly number[]> = new Map([
  ['>', [1]],
  ['<', [-1]],
  ['>=', [0, 1]],
  ['<=', [-1, 0]],
])

const same = (answer: Answer, wanted: { type: string; value: unknown }, walk: Walk) =>
  equal(typeOf(answer), answer.value, wanted.type, wanted.value, walk.form.engines)

const not = (met: boolean | undefined) => (met === undefined ? undefined : !met)

function some(answers: readonly Answer[], test: (answer: Answer) => boolean | undefined) {
  let open = false
  for (const answer of answers) {
    const met = test(answer)
    if (met === true) return true
    if (met === undefined) open = true
  }
  return open ? undefined : false
}

/** The answers to the item asked about; those given while it is disabled do not count. */
function answersOf(
  target: FormItem,
  route: Route,
  scope: Scope,
  walk: Walk,
  chain: number,
): readonly Answer[] {
  const answers: Answer[] = []
  for (const entry of follow(route, scope)) {
    if (target.gated && enablement(target, entry.scope, walk, chain + 1) === 'disabled') continue
    for (const answer of entry.answers) if (answer.key !== undefined) answers.push(answer)
  }
  return answers
}

/** The items at the end of a route. */
function follow({ up, down }: Route, from: Scope): readonly Entry[] {
  let scope = from
  for (let step = 0; step < up; step++) {
    if (scope.entry === undefined) return []
    scope = scope.entry.scope
  }
  const [first, ...further] = down
  // The item asked about stands above the asking one.
  if (first === undefined) return scope.entry === undefined ? [] : [scope.entry]
  let entries: readonly Entry[] = scope.children.get(first) ?? []
  for (const step of further) {
    entries = entries.flatMap(entry => entry.inner.flatMap(inner => inner.children.get(step) ?? []))
  }
  return entries
}
