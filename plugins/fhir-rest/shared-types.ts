/** Types of custom collections: the application that a record was submitted for reads it, as well as the person. */

import {
  type App,
  attestedSieve,
  type Context,
  type FhirType,
  InsufficientScope,
  ownedBy,
  ownRecord,
  type StoredRecord,
  sharedFieldOf,
} from '../../core/index.ts'
import { hasOmissions, omissionsOutcome } from '../../fhir/resources/omissions.ts'
import { isUuid } from '../../schemas/identity.ts'

/**
 * The type with both readers, if its collection has an `applicationField` and its plugin declares no readers. That
 * field is no element of FHIR and is not served.
 */
export function sharedType({ gateway, applications }: App, type: FhirType): FhirType {
  const { collection } = type
  const applicationField = sharedFieldOf(type, gateway.collections)
  if (applicationField === undefined) return type

  return {
    ...type,
    readers: ['person', 'application'],
    async compartment(_given, context) {
      const shared = await applications.sharedRecords(collection, context)
      if (!shared) return { filter: ownedBy(gateway, demandReading(context)) }
      const { sift, leftOut, add } = attestedSieve(gateway, collection, shared.permits, shared.holds)
      return {
        ...{ filter: shared.filter, sift, attested: add },
        leftOut: () => (hasOmissions(leftOut) ? omissionsOutcome(leftOut) : undefined),
      }
    },
    async find(id, context) {
      const shared = await applications.sharedRecords(collection, context)
      if (!shared) return ownRecord(gateway, collection, demandReading(context), id)
      const record = isUuid(id) ? await gateway.records.read(collection, id) : undefined
      if (!record || !gateway.isAttested(collection, record)) return undefined
      return shared.permits(record) && shared.holds(record) ? record : undefined
    },
    async complete(records, context) {
      const completed = (await type.complete?.(records, context)) ?? records
      return completed.map(({ [applicationField]: _, ...record }) => record as StoredRecord)
    },
  }
}

/** The person. @throws InsufficientScope for an application without a right to a collection */
function demandReading({ caller }: Context): Context['caller'] {
  if (caller.scopes.includes('read') || caller.scopes.includes('write')) return caller
  throw new InsufficientScope('read')
}
