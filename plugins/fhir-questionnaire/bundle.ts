/** A page of responses as a FHIR searchset. */
import type { Bundle, BundleEntry, OperationOutcome, QuestionnaireResponse } from 'fhir/r4.js'
import { hasOmissions, omissionsOutcome } from '../../fhir/resources/omissions.ts'
import { resourceOf } from './resource.ts'
import type { ResponsePage } from './response-pages.ts'

/** The links to the page itself and to the next one. */
interface Links {
  readonly self: string
  readonly next?: string
}

export function bundleOf({ records, leftOut }: ResponsePage, { self, next }: Links) {
  const entry: BundleEntry<QuestionnaireResponse | OperationOutcome>[] = records.map(record => ({
    fullUrl: `urn:uuid:${record._id}`,
    resource: resourceOf(record),
    search: { mode: 'match' },
  }))
  if (hasOmissions(leftOut)) entry.push({ resource: omissionsOutcome(leftOut), search: { mode: 'outcome' } })
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
