/** The difference of two revisions of a form: what a person who asks or answers would notice, then the rest. */

/** An item, as far as it is compared. */
interface Item {
  readonly linkId?: string
  readonly text?: string
  readonly type?: string
  readonly required?: boolean
  readonly item?: readonly Item[]
  readonly answerOption?: readonly object[]
}

export type Change =
  | { readonly kind: 'added' | 'removed' | 'moved'; readonly name: string }
  | { readonly kind: 'reworded'; readonly from: string; readonly to: string }
  | { readonly kind: 'type'; readonly name: string; readonly from: string; readonly to: string }
  | { readonly kind: 'required' | 'optional'; readonly name: string }
  | {
      readonly kind: 'options'
      readonly name: string
      readonly added: readonly string[]
      readonly removed: readonly string[]
    }
  /** Other elements of an item; of the form itself if there is no name. */
  | { readonly kind: 'other'; readonly name?: string; readonly elements: readonly string[] }

/** Elements that are compared by themselves. */
const COMPARED: ReadonlySet<string> = new Set(['linkId', 'text', 'type', 'required', 'item', 'answerOption'])
/** Elements that the service sets. */
const SERVED: ReadonlySet<string> = new Set(['_id', '_created', '_updated', 'publisher', 'meta', 'item'])
const COMPARED_OF_FORM: ReadonlySet<string> = new Set([...SERVED, 'title'])

/** The changes from one revision to another, in the order of the later form; removed items come last. */
export function changesOf(before: object, after: object): readonly Change[] {
  const [old, now] = [placesIn(before), placesIn(after)]
  const [was, is] = [titleOf(before), titleOf(after)]
  const isRenamed = was !== undefined && is !== undefined && was !== is
  const elements = differing(before, after, isRenamed ? COMPARED_OF_FORM : SERVED)
  const moved = movedOf(old, now)
  return [
    ...(isRenamed ? [{ kind: 'reworded', from: was, to: is } as const] : []),
    ...(elements.length > 0 ? [{ kind: 'other', elements } as const] : []),
    ...[...now].flatMap(([linkId, { item }]): readonly Change[] => {
      const was = old.get(linkId)
      if (!was) return [{ kind: 'added', name: nameOf(item) }]
      return [
        ...changesOfItem(was.item, item),
        ...(moved.has(linkId) ? [{ kind: 'moved', name: nameOf(item) } as const] : []),
      ]
    }),
    ...[...old].flatMap(([linkId, { item }]) =>
      now.has(linkId) ? [] : [{ kind: 'removed', name: nameOf(item) } as const],
    ),
  ]
}

function changesOfItem(was: Item, is: Item): readonly Change[] {
  const name = nameOf(is)
  const changes: Change[] = []
  if ((was.text ?? '') !== (is.text ?? ''))
    changes.push({ kind: 'reworded', from: nameOf(was), to: nameOf(is) })
  if (was.type !== is.type) changes.push({ kind: 'type', name, from: was.type ?? '', to: is.type ?? '' })
  if ((was.required ?? false) !== (is.required ?? false))
    changes.push({ kind: is.required ? 'required' : 'optional', name })
  const [options, others] = [optionsOf(was), optionsOf(is)]
  const added = others.filter(each => !options.includes(each))
  const removed = options.filter(each => !others.includes(each))
  if (added.length + removed.length > 0) changes.push({ kind: 'options', name, added, removed })
  const elements = differing(was, is, COMPARED)
  const isReordered = added.length + removed.length === 0 && !same(was.answerOption, is.answerOption)
  const all = [...elements, ...(isReordered ? ['answerOption'] : [])]
  if (all.length > 0) changes.push({ kind: 'other', name, elements: all })
  return changes
}

interface Place {
  readonly item: Item
  /** `linkId` of the group. */
  readonly parent: string
}

/** Every item by its `linkId`, in the order of the form. */
function placesIn(form: object): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>()
  const enter = (items: readonly Item[] = [], parent = '') => {
    for (const item of items) {
      const { linkId = '' } = item
      places.set(linkId, { item, parent })
      enter(item.item, linkId)
    }
  }
  enter((form as { readonly item?: readonly Item[] }).item)
  return places
}

/** The items in another group, or before or after another one of their group than before. */
function movedOf(old: ReadonlyMap<string, Place>, now: ReadonlyMap<string, Place>): ReadonlySet<string> {
  const isKept = (linkId: string) => old.get(linkId)?.parent === now.get(linkId)?.parent
  const moved = new Set([...now.keys()].filter(linkId => old.has(linkId) && !isKept(linkId)))
  const order = new Map([...old.keys()].map((linkId, index) => [linkId, index]))
  const siblings = new Map<string, string[]>()
  for (const [linkId, { parent }] of now)
    if (old.has(linkId) && isKept(linkId)) siblings.set(parent, [...(siblings.get(parent) ?? []), linkId])
  for (const linkIds of siblings.values()) {
    const kept = longestAscending(linkIds.map(linkId => order.get(linkId) ?? 0))
    for (const [index, linkId] of linkIds.entries()) if (!kept.has(index)) moved.add(linkId)
  }
  return moved
}

/** The indices of a longest ascending sequence: what stayed in order, if as few as possible moved. */
function longestAscending(values: readonly number[]): ReadonlySet<number> {
  /** The index of the least last value of a sequence of each length. */
  const ends: number[] = []
  const before: (number | undefined)[] = []
  for (const [index, value] of values.entries()) {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((values[ends[middle] ?? 0] ?? 0) < value) low = middle + 1
      else high = middle
    }
    before[index] = low > 0 ? ends[low - 1] : undefined
    ends[low] = index
  }
  const found = new Set<number>()
  for (let at = ends.at(-1); at !== undefined; at = before[at]) found.add(at)
  return found
}

const titleOf = (form: object): string | undefined => (form as { readonly title?: string }).title

const nameOf = ({ text, linkId = '' }: Item): string => text || linkId

const optionsOf = ({ answerOption = [] }: Item): readonly string[] =>
  answerOption.map(option => {
    const [, value] = Object.entries(option).find(([name]) => name.startsWith('value')) ?? []
    const { display, code } = (value ?? {}) as { readonly display?: string; readonly code?: string }
    return display ?? code ?? String(value)
  })

const differing = (a: object, b: object, but: ReadonlySet<string>): readonly string[] => {
  const [before, after] = [a, b] as Readonly<Record<string, unknown>>[]
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...names].filter(name => !but.has(name) && !same(before?.[name], after?.[name]))
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))

/** The order of the members of an object says nothing. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, each]) => [name, sorted(each)]),
  )
}
