/** Which items a change can show or hide: the conditions of a form, read backwards. */
import type { Form, FormItem } from '../definition.ts'

/** Finds the items whose enablement may change with an item, in the order of the form. */
export type Dependents = (item: FormItem) => readonly FormItem[]

/** Reads the conditions of a form once. What an item leads to is found when it is first asked. */
export function readDependents(form: Form): Dependents {
  const direct = new Map<FormItem, FormItem[]>()
  for (const item of form.all) {
    for (const { target } of item.conditions) {
      if (target === undefined) continue
      const known = direct.get(target)
      if (known === undefined) direct.set(target, [item])
      else known.push(item)
    }
  }
  const found = new Map<FormItem, readonly FormItem[]>()
  return item => {
    const known = found.get(item)
    if (known !== undefined) return known
    const affected = new Set<FormItem>()
    const waiting = [item]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      // What stands below comes and goes with it, and so do the answers there that others look at.
      for (const below of next.items) waiting.push(below)
      for (const dependent of direct.get(next) ?? []) spread(dependent, affected, waiting)
    }
    const list = [...affected].sort((a, b) => a.position - b.position)
    found.set(item, list)
    return list
  }
}

function spread(item: FormItem, affected: Set<FormItem>, waiting: FormItem[]) {
  if (affected.has(item)) return
  affected.add(item)
  waiting.push(item)
  for (const below of item.items) spread(below, affected, waiting)
}
