/** All records of a collection that belong to a caller, whichever way their DID was written. */

import { fromHex } from './crypto/bytes.ts'
import { didKeyOf, didOf, keyIdOf } from './crypto/did.ts'
import type { Gateway } from './gateway.ts'
import type { Caller } from './security.ts'
import type { Filter, StoredRecord } from './stores/records.ts'

const PAGE = 200
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** What the records of a caller have in common. */
export function ownedBy({ config }: Gateway, { key }: Pick<Caller, 'key'>): Filter {
  const publicKey = fromHex(key)
  const spellings = new Set([didOf(publicKey), didOf(publicKey, config.did.prefix), didKeyOf(publicKey)])
  return { _owner: { $in: [...spellings] } }
}

/** The record under an id, when it is the caller's own. */
export async function ownRecord(
  { records, config }: Gateway,
  collection: string,
  { key }: Pick<Caller, 'key'>,
  id: string,
): Promise<StoredRecord | undefined> {
  const record = UUID.test(id) ? await records.read(collection, id) : undefined
  return record?._owner !== undefined && keyIdOf(record._owner, [config.did.prefix]) === key
    ? record
    : undefined
}

/** @returns oldest first; `undefined` when there are more than `most` */
export async function ownRecords(
  gateway: Gateway,
  collection: string,
  caller: Pick<Caller, 'key'>,
  filter: Filter,
  most: number,
): Promise<StoredRecord[] | undefined> {
  const own = { ...filter, ...ownedBy(gateway, caller) }
  const found: StoredRecord[] = []
  for (let after: string | undefined; ; ) {
    const page = await gateway.records.find(collection, own, {
      limit: PAGE,
      ...(after !== undefined && { after }),
    })
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
