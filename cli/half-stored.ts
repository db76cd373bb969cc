/** The responses of earlier releases that were stored without the Observations which follow from them. */
import type { FastifyInstance } from 'fastify'
import { uids } from '../schemas/uids.ts'
import type { Finding } from './checks.ts'

/**
 * Counts them. Since submissions and derived records are one write, only earlier releases leave any; an Observation
 * that its owner deleted looks the same, so this is no fault, and nothing derives them later.
 */
export async function halfStored(app: FastifyInstance): Promise<Finding[]> {
  if (!app.hasDecorator('observations')) return []
  const { records } = app.gateway
  let responses = 0
  let missing = 0
  let after: string | undefined
  do {
    const page = await records.find(
      uids.QuestionnaireResponse,
      {},
      { limit: 200, attested: true, ...(after !== undefined && { after }) },
    )
    for (const { _id, ...record } of page.records) {
      // A form that is gone, or that this release refuses, says nothing about its responses.
      const expected = await app.observations.of({ uid: _id, record }).catch(() => [])
      const ids = expected.flatMap(({ id }) => (id === undefined ? [] : [id]))
      if (ids.length === 0) continue
      const stored = await records.count(uids.Observation, { _id: { $in: ids } })
      if (stored >= ids.length) continue
      responses++
      missing += ids.length - stored
    }
    after = page.next
  } while (after !== undefined)
  if (responses === 0) return [{ state: 'ok', what: 'responses: each has its Observations' }]
  return [
    {
      state: 'note',
      what: `responses: ${responses} lack ${missing} Observations, which their owners deleted or an earlier release did not store`,
      mend: 'The answers are whole. Nothing derives these Observations later, because an owner may have deleted them.',
    },
  ]
}
