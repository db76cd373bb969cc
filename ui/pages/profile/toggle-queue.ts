/** Switches that show a wish at once, and carry it out one after the other. */
import { useEffect, useRef, useState } from 'react'
import type { Step } from '../shell/run-action.ts'

export interface Wishes {
  /** The wish for a switch that is not in effect yet. */
  of(id: string): boolean | undefined
  /** True while something else of the step runs: a wish would be lost. */
  readonly isBlocked: boolean
  wish(id: string, on: boolean): void
}

type Wished = ReadonlyMap<string, boolean>

/**
 * Of several wishes for one switch the last one counts. One that fails is dropped, and its error is that of the step.
 * @param doing - the status while they are carried out: `Signing …`
 * @param put - puts a wish into effect; resolves once what the page has read says so
 */
export function useWishes(
  step: Step,
  doing: string,
  put: (id: string, on: boolean) => Promise<void>,
): Wishes {
  const [wished, setWished] = useState<Wished>(new Map())
  const last = useRef(wished)
  const putting = useRef(put)
  useEffect(() => {
    putting.current = put
  })
  const change = (next: Wished) => {
    last.current = next
    setWished(next)
  }
  /** Wishes that are made meanwhile are carried out, too. */
  const carryOut = async () => {
    const failures: unknown[] = []
    for (let [next] = last.current; next; [next] = last.current) {
      const [id, on] = next
      const hasFailed = await putting.current(id, on).then(
        () => false,
        error => failures.push(error) > 0,
      )
      // The other wish of meanwhile is what a failure has left.
      if (hasFailed || last.current.get(id) === on)
        change(new Map([...last.current].filter(([other]) => other !== id)))
    }
    if (failures.length > 0) throw failures[0]
  }
  return {
    of: id => wished.get(id),
    isBlocked: step.doing !== '' && wished.size === 0,
    wish(id, on) {
      change(new Map([...last.current, [id, on]]))
      void step.run(doing, carryOut)
    },
  }
}
