/** Values for listeners that may read them and must not change them. */

/**
 * Freezes plain objects and arrays in place, to any depth. A listener of a guard that writes to such a value throws, so
 * that a check that has passed still describes what goes on.
 */
export function frozen<T>(value: T): T {
  const open: unknown[] = [value]
  while (open.length > 0) {
    const each = open.pop()
    // Object.freeze throws on bytes, and a frozen object was frozen here, with all that is in it.
    if (typeof each !== 'object' || each === null || ArrayBuffer.isView(each) || Object.isFrozen(each))
      continue
    Object.freeze(each)
    for (const inner of Object.values(each)) open.push(inner)
  }
  return value
}
