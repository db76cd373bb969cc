/** Read-only values for listeners. */

/**
 * Freezes plain objects and arrays in place, to any depth. A guard that writes to such a value throws, so
 * that the value stays as it was validated.
 */
export function frozen<T>(value: T): T {
  const open: unknown[] = [value]
  while (open.length > 0) {
    const each = open.pop()
    // Object.freeze throws on bytes. A frozen object was frozen here, including its contents.
    if (typeof each !== 'object' || each === null || ArrayBuffer.isView(each) || Object.isFrozen(each))
      continue
    Object.freeze(each)
    for (const inner of Object.values(each)) open.push(inner)
  }
  return value
}
