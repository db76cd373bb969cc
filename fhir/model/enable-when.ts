/** Decides which items are enabled: `enableWhen` with its operators, behaviours and scopes. */
import { type TypedValue, Values } from '../values/answer-values.ts'
import { typeOf } from './entry-queries.ts'
import { expressionOf } from './expressions.ts'
import { extension } from './extensions.ts'
import type { Condition, FormItem, Route } from './form-tree.ts'
import type { Enablement, Entry, Found, Scope, Walk } from './response-tree.ts'

/** Decides one item in the scope where it is or could be. An item below a disabled one is disabled. */
export function enablement(item: FormItem, scope: Scope, walk: Walk): Enablement {
  if (!item.gated) return 'enabled'
  const known = scope.enablement.get(item)
  return known === undefined || known === 'pending' ? settle(item, scope, walk) : known
}

/** An item in one scope that is not decided yet. */
interface Task {
  readonly item: FormItem
  readonly scope: Scope
  /** The next condition, and whether an earlier one was left open. */
  next: number
  open: boolean
}

/**
 * Decides an item after all items that it depends on. The stack is explicit, because the form decides how
 * long the chain is. Each item is decided once per scope, each condition is evaluated once for that, and the
 * answers it refers to are found by value: the cost is linear in the conditions and the answers.
 */
function settle(item: FormItem, scope: Scope, walk: Walk): Enablement {
  const tasks: Task[] = []
  wait(item, scope, tasks)
  for (let task = tasks.at(-1); task !== undefined; task = tasks.at(-1)) {
    walk.steps.spend()
    const decided = decide(task, walk, tasks)
    if (decided === undefined) continue
    task.scope.enablement.set(task.item, decided)
    tasks.pop()
  }
  return enablementOf(item, scope)
}

function wait(item: FormItem, scope: Scope, tasks: Task[]) {
  scope.enablement.set(item, 'pending')
  tasks.push({ item, scope, next: 0, open: false })
}

/** An item that is still being decided counts as undecided. */
function enablementOf(item: FormItem, scope: Scope): Enablement {
  const known = scope.enablement.get(item)
  return known === undefined || known === 'pending' ? 'undecided' : known
}

/** Decides a task; undefined if it depends on others, which are then pushed above it. */
function decide(task: Task, walk: Walk, tasks: Task[]): Enablement | undefined {
  const { item, scope } = task
  const above = scope.entry
  if (above?.item?.gated === true) {
    if (!above.scope.enablement.has(above.item)) return void wait(above.item, above.scope, tasks)
    if (enablementOf(above.item, above.scope) === 'disabled') return 'disabled'
  }
  if (item.conditions.length === 0) {
    if (expressionOf(extension(item.raw, 'enableWhenExpression')) === undefined) return 'enabled'
    const met = walk.expressions?.enables(item, scope)
    return met === undefined ? 'undecided' : met ? 'enabled' : 'disabled'
  }
  for (; task.next < item.conditions.length; task.next++) {
    walk.steps.spend()
    const condition = item.conditions[task.next]
    const answers = condition && answersTo(condition, scope, walk, tasks)
    if (condition === undefined || answers === undefined) return undefined
    const met = isMet(condition, answers, walk)
    // Without a behaviour, all conditions must hold; the specification requires one if there are two or more
    // (que-12).
    if (met === item.anyCondition) return met ? 'enabled' : 'disabled'
    if (met === undefined) task.open = true
  }
  if (task.open) return 'undecided'
  return item.anyCondition ? 'disabled' : 'enabled'
}

/** True if one condition holds; undefined if precision leaves it open or the form is incomplete. */
function isMet(
  { target, operator, answer: wanted }: Condition,
  answers: Values,
  { engines, steps }: Walk,
): boolean | undefined {
  if (target === undefined || operator === undefined || wanted === undefined) return undefined
  if (operator === 'exists') return answers.values.length > 0 === (wanted.value === true)
  if (operator === '!=') return not(answers.equals(wanted, engines, steps))
  if (operator === '=') return answers.equals(wanted, engines, steps)
  const orders = ORDERS.get(operator)
  return orders && answers.inOrder(orders, wanted, engines, steps)
}

const ORDERS: ReadonlyMap<string, readonly number[]> = new Map([
  ['>', [1]],
  ['<', [-1]],
  ['>=', [0, 1]],
  ['<=', [-1, 0]],
])

const not = (met: boolean | undefined) => (met === undefined ? undefined : !met)

const NO_ANSWERS = new Values([])

/**
 * The answers of the target item. Answers of a disabled item do not count, except on a circle of conditions,
 * whose items could otherwise never be enabled. Undefined until the enablement of the target is decided.
 */
function answersTo(
  { target, route, inCircle }: Condition,
  from: Scope,
  walk: Walk,
  tasks: Task[],
): Values | undefined {
  const origin = route && climb(from, route.up)
  if (target === undefined || route === undefined || origin === undefined) return NO_ANSWERS
  const found = foundIn(origin, target, walk)
  const whole = inCircle || !target.gated
  const known = whole ? found.given : found.counted
  if (known !== undefined) return known
  const before = tasks.length
  const values: TypedValue[] = []
  for (const { scope, answers } of follow(route, origin)) {
    walk.steps.spend(1 + answers.length)
    if (!whole && !scope.enablement.has(target)) wait(target, scope, tasks)
    if (!whole && enablementOf(target, scope) === 'disabled') continue
    for (const answer of answers)
      if (answer.key !== undefined) values.push({ type: typeOf(answer), value: answer.value })
  }
  if (tasks.length > before) return undefined
  const index = new Values(values, walk.index)
  if (whole) found.given = index
  else found.counted = index
  return index
}

function foundIn(origin: Scope, target: FormItem, { found }: Walk): Found {
  const here = found.get(origin) ?? new Map<FormItem, Found>()
  found.set(origin, here)
  const known = here.get(target) ?? {}
  here.set(target, known)
  return known
}

/** The scope this many levels up; undefined above the response. */
function climb(from: Scope, up: number): Scope | undefined {
  let scope: Scope | undefined = from
  for (let step = 0; step < up; step++) scope = scope?.entry?.scope
  return scope
}

/** The items at the end of a route. */
function follow({ down }: Route, scope: Scope): readonly Entry[] {
  const [first, ...further] = down
  // The target is above the item.
  if (first === undefined) return scope.entry === undefined ? [] : [scope.entry]
  let entries: readonly Entry[] = scope.children.get(first) ?? []
  for (const step of further) {
    entries = entries.flatMap(entry => entry.inner.flatMap(inner => inner.children.get(step) ?? []))
  }
  return entries
}
