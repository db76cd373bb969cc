/** Reads all records of a caller in a collection, in every spelling of their DID. */

import { isUuid } from '../../schemas/identity.ts'
import { ATTESTATION } from '../contract/collections.ts'
import { fromHex } from '../crypto/bytes.ts'
import { didKeyOf, didOf, keyIdOf } from '../crypto/did.ts'
import type { Gateway } from '../gateway.ts'
import type { Caller } from '../http/security.ts'
import type { Filter, StoredRecord } from '../stores/records.ts'

const PAGE = 200
/**
 * The filter for all records of a caller.
 * @param gateway - the gateway
 * @param caller - the person
 * @returns a filter that matches every spelling of their DID
 */
export const ownedBy = ({ config }: Pick<Gateway, 'config'>, { key }: Pick<Caller, 'key'>): Filter => ({
  _owner: { $in: spellingsOf(key, config.did.prefix) },
})

/**
 * The record under an id, if it belongs to the caller.
 * @param gateway - the gateway
 * @param collection - the uid of the collection
 * @param caller - the person
 * @param id - the `_id` of the record
 * @returns the record; `undefined` if it is missing or belongs to another person
 */
export async function ownRecord(
  { records, config }: Gateway,
  collection: string,
  { key }: Pick<Caller, 'key'>,
  id: string,
): Promise<StoredRecord | undefined> {
  const record = isUuid(id) ? await records.read(collection, id) : undefined
  return record?._owner !== undefined && keyIdOf(record._owner, [config.did.prefix]) === key
    ? record
    : undefined
}

/**
 * Every record of the caller in a collection, oldest first, read page by page on demand.
 * @param gateway - the gateway
 * @param collection - the uid of the collection
 * @param caller - the person
 * @param filter - a condition on the records
 * @returns pages of up to 200 records
 * @example
 * ```ts
 * for await (const page of ownPages(app.gateway, uids.Observation, caller)) count += page.length
 * ```
 */
export async function* ownPages(
  gateway: Pick<Gateway, 'records' | 'config'>,
  collection: string,
  caller: Pick<Caller, 'key'>,
  filter: Filter = {},
): AsyncGenerator<readonly StoredRecord[], void> {
  const { records } = gateway
  const own = { ...filter, ...ownedBy(gateway, caller) }
  for (let after: string | undefined; ; ) {
    const page = await records.find(collection, own, { limit: PAGE, ...(after !== undefined && { after }) })
    yield page.records
    if (page.next === undefined) return
    after = page.next
  }
}

/**
 * Reads every record of the caller in a collection.
 * @param gateway - the gateway
 * @param collection - the uid of the collection
 * @param caller - the person
 * @param filter - a condition on the records
 * @param most - the maximum number of records
 * @returns oldest first; `undefined` if there are more than `most`
 */
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

/**
 * All spellings of a key's DID that may occur in records.
 * @param key - the compressed public key in hex, from `keyIdOf`
 * @param prefix - the prefix of the DIDs of this deployment
 * @returns up to three DIDs
 */
export function spellingsOf(key: string, prefix: string): readonly string[] {
  const publicKey = fromHex(key)
  return [...new Set([didOf(publicKey), didOf(publicKey, prefix), didKeyOf(publicKey)])]
}

/**
 * The resource of a record, without the fields that the nodes and the service add.
 * @param record - a stored record
 * @returns the resource with its `id`
 */
export function resourceOf({
  _id,
  ...record
}: StoredRecord): Readonly<Record<string, unknown>> & { id: string } {
  const own = Object.entries(record).filter(([name]) => !BESIDE.has(name))
  return { ...Object.fromEntries(own), id: _id }
}

/** Other names with a leading `_` belong to FHIR: the extensions of a primitive. */
const BESIDE: ReadonlySet<string> = new Set(['_created', '_updated', '_owner', '_acl', ATTESTATION])
