/** Turns of the event loop for work in steps: one step of one caller per turn, however many callers wait. */

const waiting: (() => void)[] = []

/**
 * Resolves in a turn of the event loop in which no other step runs. `setImmediate` alone does not ensure
 * that: all pending immediates run one after the other, and requests that arrive meanwhile wait for all of
 * them.
 */
export function loopTurn(): Promise<void> {
  return new Promise(resolve => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(next)
  })
}

function next(): void {
  waiting[0]?.()
  // The step runs as a microtask, before this turn ends; the next immediate belongs to the turn after it.
  waiting.shift()
  if (waiting.length > 0) setImmediate(next)
}
