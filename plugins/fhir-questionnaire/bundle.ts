/** A page of responses as a FHIR searchset. */
import type { Bundle, BundleEntry, OperationOutcome, QuestionnaireResponse } from 'fhir/r4.js'
import type { StoredRecord } from '../../core/index.ts'

interface BundlePage {
  readonly records: readonly StoredRecord[]
  /** How many records of this page are not as the service attested them. */
  readonly leftOut: number
  readonly self: string
  readonly next?: string
}

export function bundleOf({ records, leftOut, self, next }: BundlePage): Bundle<QuestionnaireResponse> {
  const entry: BundleEntry<QuestionnaireResponse | OperationOutcome>[] = records.map(record => ({
    fullUrl: `urn:uuid:${record._id}`,
    resource: resourceOf(record),
    search: { mode: 'match' },
  }))
  if (leftOut > 0) entry.push({ resource: outcomeOf(leftOut), search: { mode: 'outcome' } })
  const link = [
    { relation: 'self', url: self },
    ...(next === undefined ? [] : [{ relation: 'next', url: next }]),
  ]
  return {
    resourceType: 'Bundle',
    type: 'searchset',
    link,
    ...(entry.length > 0 && { entry }),
  } as Bundle<QuestionnaireResponse>
}

/** The resource as FHIR has it: what the nodes know of a record becomes `id` and `meta`. */
function resourceOf(record: StoredRecord): QuestionnaireResponse {
  const resource = Object.fromEntries(Object.entries(record).filter(([name]) => !STORED.has(name)))
  const { meta } = resource as { meta?: object }
  return {
    ...resource,
    id: record._id,
    meta: { ...meta, lastUpdated: record._updated },
  } as QuestionnaireResponse
}

const STORED = new Set(['_id', '_created', '_updated', '_owner', '_acl', '_attestation'])

const outcomeOf = (leftOut: number): OperationOutcome => ({
  resourceType: 'OperationOutcome',
  issue: [
    {
      severity: 'warning',
      code: 'suppressed',
      details: {
        text: `${leftOut} ${leftOut === 1 ? 'response is' : 'responses are'} left out of this page: not, or no longer, as the service accepted ${leftOut === 1 ? 'it' : 'them'}.`,
      },
    },
  ],
})
