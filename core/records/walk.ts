/** Reads a list in pages with a bound in bytes, independent of the size of its records. */
import type { Filter, Omissions, RecordStore, StoredRecord } from '../stores/records.ts'

/** A page of {@link walk}. */
export interface WalkedPage {
  readonly records: readonly StoredRecord[]
  /** The sum of the records' JSON in characters. */
  readonly size: number
  /** The cursor of the next page; absent on the last. */
  readonly next?: string
  /** For attested records: the number of others that the store left out. */
  readonly leftOut?: Omissions
}

/** The bounds of {@link walk}. */
export interface Walk {
  /** The `next` of the previous page. */
  readonly after?: string | undefined
  /** Maximum records per page. @default 200 */
  readonly most?: number
  /** Maximum records of all pages; `next` of the last one continues after them. @default unlimited */
  readonly total?: number
  /** Selects only records with a valid attestation of the service. @default false */
  readonly attested?: boolean
}

/** Target characters of JSON per page. */
const AIM = 2 * 1024 * 1024
/** Records of the first page, when their size is unknown: one is at most as large as a body. */
export const FIRST_PAGE = 10

/** Characters of JSON of a record. */
export const sizeOfRecord = (record: StoredRecord): number => JSON.stringify(record).length

/** Pages, oldest records first, read on demand. The smaller the records, the larger the next page. */
export async function* walk(
  store: Pick<RecordStore, 'find'>,
  collection: string,
  filter: Filter,
  { after, most = 200, total = Number.POSITIVE_INFINITY, attested = false }: Walk = {},
): AsyncGenerator<WalkedPage, void> {
  let left = total
  let limit = Math.min(FIRST_PAGE, most, left)
  for (let behind = after; ; ) {
    const { records, next, leftOut } = await store.find(collection, filter, {
      limit,
      ...(attested && { attested }),
      ...(behind !== undefined && { after: behind }),
    })
    const sizes = records.map(sizeOfRecord)
    const size = sizes.reduce((sum, each) => sum + each, 0)
    yield { records, size, ...(next !== undefined && { next }), ...(leftOut && { leftOut }) }
    left -= records.length
    if (next === undefined || left <= 0) return
    behind = next
    limit = Math.min(most, left, nextLimit(limit, sizes))
  }
}

/**
 * The number of records for the next page: more than before, as far as the largest of this page would fit.
 */
export const nextLimit = (limit: number, sizes: readonly number[]): number =>
  Math.max(1, Math.min(limit * 4, 200, Math.floor(AIM / Math.max(1, ...sizes))))

/**
 * The newest matching record: the last one of all pages. A store may end a page early, so that the last
 * record of the first page need not be it. At most one page is held in memory.
 */
export async function newestOf(
  store: Pick<RecordStore, 'find'>,
  collection: string,
  filter: Filter,
): Promise<StoredRecord | undefined> {
  let newest: StoredRecord | undefined
  for await (const { records } of walk(store, collection, filter)) newest = records.at(-1) ?? newest
  return newest
}
