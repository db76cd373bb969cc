/** The aggregate queries of a study: a count, a mean by group, and a filtered mean. */
import type { Aggregation } from '../../schemas/aggregate.ts'

/** "Little interest", by which people are grouped and filtered. */
const ITEM = '1'

export const questions: Readonly<Record<string, Aggregation>> = {
  'how many answered': { measures: [{ linkId: ITEM, op: 'count' }] },
  'mean score, by an answer': { measures: [{ linkId: 'total', op: 'mean' }], groupBy: ITEM },
  'mean score, where an answer is another': {
    measures: [{ linkId: 'total', op: 'mean' }],
    filter: { answers: [{ linkId: '2', anyOf: ['LA6568-5'] }] },
  },
}
