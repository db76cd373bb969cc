/** Consents in FHIR's REST API: every decision of the person, of which the replaced ones are inactive. */
import {
  type Context,
  type FhirType,
  ownedBy,
  type SearchParameter,
  type StoredRecord,
} from '../../core/index.ts'
import { uids } from '../../schemas/uids.ts'

const patient: SearchParameter = {
  ...{ name: 'patient', type: 'reference', description: 'The person: their DID.' },
  values: record => [record['patient']],
}

export const consents: FhirType = {
  type: 'Consent',
  collection: uids.Consent,
  description:
    'Decisions of a person on the use of their records, each as they signed it. Only the one in effect is `active`.',
  mandatory: ['status', 'scope', 'category'],
  summary: ['status', 'scope', 'category', 'patient', 'dateTime', 'provision'],
  search: [
    {
      ...{
        name: 'status',
        type: 'token',
        description: '`active` for a permission in effect, otherwise `inactive`.',
      },
      values: ({ status }) => [status],
      byCompartment: true,
    },
    {
      ...{ name: 'date', type: 'date', description: 'When the person decided.', field: 'dateTime' },
      values: ({ dateTime }) => [dateTime],
    },
    patient,
  ],
  async compartment({ status }, context) {
    const filter = ownedBy(context.app.gateway, context.caller)
    if (status === undefined) return { filter }
    const inEffect = await recordsInEffect(context)
    const wanted = new Set(status.map(token => token.replace(/^.*\|/, '')))
    return {
      ...{ filter, answers: ['status'] },
      sift: async records => records.filter(record => wanted.has(statusOf(record, inEffect))),
    }
  },
  async complete(records, context) {
    const inEffect = await recordsInEffect(context)
    return records.map(record => ({ ...record, status: statusOf(record, inEffect) }))
  },
}

/** The ids of the decisions that no later one replaced. */
const recordsInEffect = async ({ app, caller }: Context): Promise<ReadonlySet<string>> =>
  new Set((await app.consents.kept.of(caller.key)).map(({ record }) => record))

/** A record that its person wrote without the service is never in effect. */
const statusOf = ({ _id, status }: StoredRecord, inEffect: ReadonlySet<string>): string =>
  inEffect.has(_id) && status === 'active' ? 'active' : 'inactive'
