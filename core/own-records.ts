/** All records of a collection that belong to a caller, whichever way their DID was written. */

import { fromHex } from './crypto/bytes.ts'
import { didKeyOf, didOf } from './crypto/did.ts'
import type { Gateway } from './gateway.ts'
import type { Caller } from './security.ts'
import type { Filter, StoredRecord } from './stores/records.ts'

const PAGE = 200

/** @returns oldest first; `undefined` when there are more than `most` */
export async function ownRecords(
  { records, config }: Gateway,
  collection: string,
  { key }: Pick<Caller, 'key'>,
  filter: Filter,
  most: number,
): Promise<StoredRecord[] | undefined> {
  const publicKey = fromHex(key)
  const spellings = new Set([didOf(publicKey), didOf(publicKey, config.did.prefix), didKeyOf(publicKey)])
  const own = { ...filter, _owner: { $in: [...spellings] } }
  const found: StoredRecord[] = []
  for (let after: string | undefined; ; ) {
    const page = await records.find(collection, own, { limit: PAGE, ...(after !== undefined && { after }) })
    found.push(...page.records)
    if (found.length > most) return undefined
    if (page.next === undefined) return found
    after = page.next
  }
}

/** The resource of a record, without what the nodes and the service put beside it. */
export function resourceOf({
  _id,
  ...record
}: StoredRecord): Readonly<Record<string, unknown>> & { id: string } {
  const own = Object.entries(record).filter(([name]) => !name.startsWith('_'))
  return { ...Object.fromEntries(own), id: _id }
}
