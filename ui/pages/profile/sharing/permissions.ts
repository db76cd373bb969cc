/** The permissions to read, as they are in the records on the nodes. */
import { sameIdentity } from '../../../../core/crypto/did.ts'
import type { Environment } from '../../../../schemas/environment.ts'
import { serviceKeysOf } from '../../../sdk/service-keys.ts'
import type { Own } from '../person-records.ts'

export interface Permission {
  readonly grantee: string
  /** The number of records that it covers. */
  readonly records: number
  readonly isService: boolean
}

export interface Permissions {
  readonly granted: readonly Permission[]
  /** The number of records that the service cannot read. */
  readonly hidden: number
}

export function permissionsIn({ records }: Own, environment: Environment): Permissions {
  const keys = serviceKeysOf(environment)
  // Nodes store a permission under the first key of the service.
  const isService = (did: string) => keys.some(key => sameIdentity(did, key.did, [environment.didPrefix]))
  const readers = new Map<string, number>()
  let hidden = 0
  for (const { document } of records) {
    const permitted = (document._acl ?? []).filter(({ read }) => read)
    for (const { grantee } of permitted) readers.set(grantee, (readers.get(grantee) ?? 0) + 1)
    if (!permitted.some(({ grantee }) => isService(grantee))) hidden += 1
  }
  const granted = [...readers].map(([grantee, records]) => ({
    ...{ grantee, records, isService: isService(grantee) },
  }))
  return { granted, hidden }
}
