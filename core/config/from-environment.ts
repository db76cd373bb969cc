/** Values from the environment are texts. This converts them to the type of their option. */

/** Marked members by their object. Only `copied` transfers the marks. */
const marked = new WeakMap<object, Set<string>>()

/** Marks a member that consists of the value of one variable. */
export function markFromEnvironment(holder: object, member: string): void {
  const members = marked.get(holder) ?? new Set()
  marked.set(holder, members.add(member))
}

/** A deep copy of a config, with its marks. */
export function copied<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, member]) => [name, copied(member)])
  const copy = Array.isArray(value) ? members.map(([, member]) => member) : Object.fromEntries(members)
  for (const member of marked.get(value) ?? []) markFromEnvironment(copy, member)
  return copy
}

/**
 * Converts a marked member to the required type, if its text is a value of that type; returns whether it did.
 */
export function retype(root: object, path: readonly string[], types: readonly string[]): boolean {
  const member = path.at(-1) ?? ''
  const holder = path.slice(0, -1).reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], root)
  if (typeof holder !== 'object' || holder === null || !marked.get(holder)?.has(member)) return false
  const members = holder as Record<string, unknown>
  const value = types.map(type => typedValue(members[member], type)).find(each => each !== undefined)
  if (value === undefined) return false
  members[member] = value
  return true
}

function typedValue(text: unknown, type: string): number | boolean | undefined {
  if (typeof text !== 'string') return undefined
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined
  const shape =
    type === 'integer' ? /^-?\d{1,15}$/ : type === 'number' ? /^-?\d{1,15}(?:\.\d{1,15})?$/ : undefined
  return shape?.test(text) ? Number(text) : undefined
}
