/** One step of a computerized adaptive test: estimate the trait, then end or choose the most informative question. */
import { type Estimate, estimate, information } from './graded-response.ts'
import { categoryOf, type ItemBank } from './item-bank.ts'

interface Asked {
  readonly linkId: string
  readonly answer: readonly Readonly<Record<string, unknown>>[]
}

export interface TestStep {
  /** The question to ask; absent at the end. */
  readonly next?: string
  /** Absent if no question was answered. */
  readonly estimate?: Estimate
}

/** Two questions are equally informative within this; the first of the form is asked then, on every machine. */
const TIE = 1e-9

export function stepOf(bank: ItemBank, asked: readonly Asked[]): TestStep {
  const { items, prior, minimum, maximum, standardError } = bank
  const byId = new Map(items.map(item => [item.linkId, item]))
  const answers = asked.flatMap(({ linkId, answer: [first] }) => {
    const item = byId.get(linkId)
    const category = item && first && categoryOf(item, first)
    return item === undefined || category === undefined ? [] : [{ item, category }]
  })
  const found = estimate(answers, prior)
  const result = answers.length === 0 ? {} : { estimate: found }
  const isPrecise = answers.length >= minimum && found.standardError <= standardError
  if (isPrecise || asked.length >= maximum) return result
  const seen = new Set(asked.map(({ linkId }) => linkId))
  let [next, most] = [undefined as string | undefined, Number.NEGATIVE_INFINITY]
  for (const item of items) {
    const gain = seen.has(item.linkId) ? Number.NEGATIVE_INFINITY : information(item, found.theta)
    if (gain > most + TIE) [next, most] = [item.linkId, gain]
  }
  return { ...result, ...(next !== undefined && { next }) }
}
