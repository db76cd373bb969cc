/** All records of a collection that belong to a caller, whichever way their DID was written. */

import { ATTESTATION } from './collections.ts'
import { fromHex } from './crypto/bytes.ts'
import { didKeyOf, didOf } from './crypto/did.ts'
import type { Gateway } from './gateway.ts'
import type { Caller } from './security.ts'
import type { Filter, StoredRecord } from './stores/records.ts'

const PAGE = 200

/** Every record of a collection that belongs to the caller, oldest first, a page at a time as they are asked for. */
export async function* ownPages(
  { records, config }: Pick<Gateway, 'records' | 'config'>,
  collection: string,
  { key }: Pick<Caller, 'key'>,
  filter: Filter = {},
): AsyncGenerator<readonly StoredRecord[], void> {
  const own = { ...filter, _owner: { $in: spellingsOf(key, config.did.prefix) } }
  for (let after: string | undefined; ; ) {
    const page = await records.find(collection, own, { limit: PAGE, ...(after !== undefined && { after }) })
    yield page.records
    if (page.next === undefined) return
    after = page.next
  }
}

/** @returns oldest first; `undefined` when there are more than `most` */
export async function ownRecords(
  gateway: Gateway,
  collection: string,
  caller: Pick<Caller, 'key'>,
  filter: Filter,
  most: number,
): Promise<StoredRecord[] | undefined> {
  const found: StoredRecord[] = []
  for await (const page of ownPages(gateway, collection, caller, filter)) {
    found.push(...page)
    if (found.length > most) return undefined
  }
  return found
}

/** The DIDs of a key, each as somebody may have written it. */
export function spellingsOf(key: string, prefix: string): readonly string[] {
  const publicKey = fromHex(key)
  return [...new Set([didOf(publicKey), didOf(publicKey, prefix), didKeyOf(publicKey)])]
}

/** The resource of a record, without what the nodes and the service put beside it. */
export function resourceOf({
  _id,
  ...record
}: StoredRecord): Readonly<Record<string, unknown>> & { id: string } {
  const own = Object.entries(record).filter(([name]) => !BESIDE.has(name))
  return { ...Object.fromEntries(own), id: _id }
}

/** What is `_` and a name otherwise is FHIR: the extensions of a primitive. */
const BESIDE: ReadonlySet<string> = new Set(['_created', '_updated', '_owner', '_acl', ATTESTATION])
