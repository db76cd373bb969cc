/**
 * The attested records that an application may read, in pages that stay consistent while records are added and
 * removed.
 */
import type { Gateway } from '../gateway.ts'
import { ATTESTATION } from '../stores/attested.ts'
import type { Filter, FoundRecords, Omissions, StoredRecord } from '../stores/records.ts'
import type { Permits, Use } from './withholding.ts'

/** A page of {@link readAttested}. */
export interface AttestedPage {
  /** In the order of storage, as the service accepted them. */
  readonly records: readonly StoredRecord[]
  /** The number of records that were written or changed without the service. */
  readonly leftOut: Omissions
  /** The cursor of the next page. */
  readonly next?: string
}

/** The records to read, with their page size and cursors. */
export interface AttestedSelection {
  /** The uid of the collection. */
  readonly collection: string
  readonly filter: Filter
  /** The application that reads, and its purpose: records that their owners withhold from it are omitted. */
  readonly use: Use
  /** The form or the custom collection of a record, to which its owner consents. */
  subjectOf(record: StoredRecord): string | undefined
  /** A final check of an attested record, if the filter finds more than the reader may see. */
  holds?(record: StoredRecord): boolean
  /** Records per request to the store. */
  readonly limit: number
  /** The cursor at which to continue. */
  readonly cursor?: string | undefined
  /** The cursor at which to end. */
  readonly until?: string | undefined
}

/**
 * Passes records with a valid attestation, and counts the others.
 * @param gateway - the gateway
 * @param collection - the uid of the collection
 * @param permits - from `gateway.withholding.check`; a withheld record is absent, and not counted
 * @param accepts - a final check of an attested record
 */
export function attestedSieve(
  { areAttested }: Pick<Gateway, 'areAttested'>,
  collection: string,
  permits: Permits,
  accepts: (record: StoredRecord) => boolean = () => true,
) {
  const leftOut = { unattested: 0, changed: 0 }
  const passes = (record: StoredRecord, isValid: boolean): boolean => {
    if (isValid) return permits(record) && accepts(record)
    leftOut[record[ATTESTATION] === undefined ? 'unattested' : 'changed'] += 1
    return false
  }
  const sift = async (records: readonly StoredRecord[]): Promise<StoredRecord[]> => {
    const valid = await areAttested(collection, records)
    return records.filter((record, at) => passes(record, valid[at] === true))
  }
  /** Counts the records that the store left out. */
  const add = ({ unattested, changed }: Omissions): void => {
    leftOut.unattested += unattested
    leftOut.changed += changed
  }
  return { sift, leftOut, add }
}

type Store = Pick<Gateway, 'records' | 'areAttested' | 'withholding'>

/**
 * Reads one page. Omits a record if its owner has revoked the service's access.
 * @param gateway - the gateway
 * @param selection - the records, the page size and the cursor
 */
export async function readAttestedPage(gateway: Store, selection: AttestedSelection): Promise<AttestedPage> {
  return checked(gateway, selection, await foundIn(gateway, selection))
}

function foundIn(
  { records }: Store,
  { collection, filter, limit, cursor, until }: AttestedSelection,
): Promise<FoundRecords> {
  return records.find(collection, filter, {
    ...{ limit, attested: true },
    ...(cursor !== undefined && { after: cursor }),
    ...(until !== undefined && { until }),
  })
}

async function checked(
  gateway: Store,
  { collection, use, subjectOf, holds }: AttestedSelection,
  { records: found, ...page }: FoundRecords,
): Promise<AttestedPage> {
  // A node without support for attestations returns all records, and a lying one returns anything.
  const permits = await gateway.withholding.check(use, subjectOf)
  const sieve = attestedSieve(gateway, collection, permits, holds)
  if (page.leftOut) sieve.add(page.leftOut)
  const records = await sieve.sift(found)
  return { records, leftOut: sieve.leftOut, ...(page.next !== undefined && { next: page.next }) }
}

/**
 * Reads pages one after the other: while one is consumed, the next is checked and the one after it is read.
 * @param gateway - the gateway
 * @param selection - the records and the page size
 */
export async function* readAttested(
  gateway: Store,
  selection: AttestedSelection,
): AsyncGenerator<AttestedPage, void> {
  const reading = (cursor: string | undefined) => {
    const found = foundIn(gateway, { ...selection, cursor })
    // A reader that stopped does not see the failure.
    found.catch(() => {})
    return found
  }
  let following: Promise<FoundRecords> | undefined = reading(selection.cursor)
  const nextPage = async (): Promise<AttestedPage | undefined> => {
    const found: FoundRecords | undefined = await following
    following = found?.next === undefined ? undefined : reading(found.next)
    return found && checked(gateway, selection, found)
  }
  let coming = nextPage()
  for (let page = await coming; page !== undefined; page = await coming) {
    coming = nextPage()
    coming.catch(() => {})
    // A slow consumer may have left the page waiting: its people may have withdrawn meanwhile.
    const permits = await gateway.withholding.check(selection.use, selection.subjectOf)
    yield { ...page, records: page.records.filter(permits) }
  }
}
