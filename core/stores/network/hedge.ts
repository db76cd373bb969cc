/** Asks one node, and a second one if the first takes longer than it usually does. */
import type { StorageNode } from './node.ts'
import { asGatewayError, isUnavailable } from './outcome.ts'
import { RetryBudget } from './retry-budget.ts'

/** Second requests: a few at once, and one for every twenty questions. */
const AT_ONCE = 5
const SHARE = 0.05
/** Milliseconds that a node may always take. */
const ALWAYS = 20
/** Latest times that are kept of a node and a kind of question. */
const KEPT = 100
/** Times after which the usual one is known, and computed anew. */
const FRESH = 20

/** The latest times of one node for one kind of question. */
class Times {
  readonly #latest: number[] = []
  #added = 0
  /** Milliseconds within which 19 of 20 answers came; `undefined` while too few are known. */
  usual: number | undefined

  add(milliseconds: number): void {
    this.#latest[this.#added % KEPT] = milliseconds
    this.#added += 1
    if (this.#added % FRESH !== 0) return
    const sorted = this.#latest.toSorted((a, b) => a - b)
    this.usual = sorted[Math.ceil(sorted.length * 0.95) - 1]
  }
}

/** The outcome of a request to a node so far; `undefined` while it runs. */
type Outcome<T> = { readonly answer: T } | { readonly refusal: unknown } | 'unavailable' | undefined

export interface Question<T> {
  /** Questions of one kind take about as long as each other. A small number of kinds. */
  readonly kind: string
  ask(node: StorageNode): Promise<T>
  /**
   * True if the answer of a second node counts while the first has not answered. That a record is absent does
   * not: a node may have lost it.
   */
  isConclusive(answer: T): boolean
}

export class Hedge {
  readonly #budget = new RetryBudget(AT_ONCE, SHARE)
  readonly #times = new WeakMap<StorageNode, Map<string, Times>>()

  /**
   * Asks the nodes in order, the next one when one is unavailable.
   * @throws the refusal of the first that refuses, or the error of the last if none is available
   */
  ask<T>(nodes: readonly StorageNode[], { kind, ask, isConclusive }: Question<T>): Promise<T> {
    this.#budget.succeeded()
    return new Promise((resolve, reject) => {
      const outcomes: Outcome<T>[] = []
      let failure: unknown
      let isOver = false
      let timer: NodeJS.Timeout | undefined
      const end = (settle: () => void) => {
        isOver = true
        clearTimeout(timer)
        settle()
      }
      const start = () => {
        const at = outcomes.length
        const node = nodes[at]
        if (node === undefined) return end(() => reject(failure))
        outcomes.push(undefined)
        const times = this.#timesOf(node, kind)
        const began = performance.now()
        ask(node)
          .then(
            answer => {
              times.add(performance.now() - began)
              outcomes[at] = { answer }
              if (!isOver && isConclusive(answer)) end(() => resolve(answer))
            },
            (error: unknown) => {
              const explained = asGatewayError(node, error)
              outcomes[at] = isUnavailable(error) ? 'unavailable' : { refusal: explained }
              failure = explained
            },
          )
          .then(proceed)
      }
      const proceed = () => {
        if (isOver) return
        // The first that is available decides.
        const decisive = outcomes.findIndex(outcome => outcome !== 'unavailable')
        if (decisive < 0) return start()
        const outcome = outcomes[decisive]
        if (outcome === undefined || outcome === 'unavailable') return
        end(() => ('answer' in outcome ? resolve(outcome.answer) : reject(outcome.refusal)))
      }
      start()
      const [first] = nodes
      const usual = first && this.#timesOf(first, kind).usual
      if (usual === undefined || nodes.length < 2) return
      timer = setTimeout(
        () => {
          if (outcomes.length === 1 && this.#budget.take()) start()
        },
        Math.max(usual, ALWAYS),
      )
    })
  }

  #timesOf(node: StorageNode, kind: string): Times {
    const kinds = this.#times.get(node) ?? new Map<string, Times>()
    this.#times.set(node, kinds)
    const times = kinds.get(kind) ?? new Times()
    kinds.set(kind, times)
    return times
  }
}
