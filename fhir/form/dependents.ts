/** Finds the items that a change can show or hide, by inverting the conditions of a form. */
import type { Form, FormItem } from '../model/form-tree.ts'

/** Finds the items whose enablement may change with an item, in the order of the form. */
export type Dependents = (item: FormItem) => readonly FormItem[]

/** Reads the conditions of a form once. The dependents of an item are computed on first use. */
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
      // Items below are shown and hidden with it, and so are their answers, which other conditions may use.
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
