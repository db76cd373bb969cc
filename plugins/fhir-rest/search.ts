/** Searches the records that the caller may read, in the order of the store or sorted. */
import {
  type Compartment,
  type Context,
  type FhirNewest,
  type FhirType,
  FIRST_PAGE,
  type Filter,
  nextLimit,
  ownedBy,
  readCursor,
  type StoredRecord,
  sizeOfRecord,
  UnknownCursor,
  walk,
  writeCursor,
} from '../../core/index.ts'
import { TooLargeToSort, TooManyToCompare, TooManyToSort, TooMuchIncluded } from './errors.ts'
import { spanOf } from './matching.ts'
import type { Include, Query, SortKey } from './query.ts'

export interface Found {
  readonly records: readonly StoredRecord[]
  /** The number of matches on all pages, if known. */
  readonly total?: number
  /** The cursor of the next page. */
  readonly next?: string
  /** An OperationOutcome about records that were left out. */
  readonly leftOut?: object
}

/** Maximum pages without a match to read before returning. */
const MOST_EMPTY = 20
/** Maximum characters of JSON in a page, unless one resource exceeds it. */
const MOST_ANSWERED = 8 * 1024 * 1024
/** Maximum characters of a sort value. */
const MOST_SORTED = 200

/** The limits of one search. */
export interface Reach {
  /** Maximum records to filter in memory. */
  readonly records: number
  /** Maximum characters of JSON to filter in memory. */
  readonly bytes: number
  /** True to fail if not all records can be searched, instead of continuing on the next page. */
  readonly isWhole?: boolean
  /** Called before each page that is searched. */
  readonly charge?: (() => void) | undefined
}

/** The selection that a search is reduced to. */
interface Selection {
  readonly collection: string
  readonly filter: Filter
  /** Those of a page that match and that the caller may see. */
  accepted(records: readonly StoredRecord[]): Promise<readonly StoredRecord[]>
  /** True if the filter alone decides which records match. */
  readonly isExact: boolean
  /** True if parameters remain that only `accepted` can evaluate. */
  readonly isTested: boolean
  /** The compartment's options for each query to the store. */
  readonly only: { readonly attested?: boolean }
  /** Called with the records that the store left out. */
  readonly passed?: Compartment['attested'] | undefined
  /** The matching records that are not stored. */
  readonly derived: readonly StoredRecord[]
}

/**
 * Finds one page. If the store can evaluate the query, it is read in the store's order, however many records
 * there are. Otherwise records are filtered in memory, up to `reach`; at most the positions of one page and
 * one page of the store are held in memory.
 * @throws UnknownCursor, TooManyToSort, TooLargeToSort, TooManyToCompare
 */
export async function search(type: FhirType, query: Query, context: Context, reach: Reach): Promise<Found> {
  const compartment = await compartmentOf(type, query.given, context)
  const selection = selectionOf(type, query, compartment)
  const found = await find(selection, query, context, reach)
  const leftOut = compartment.leftOut?.()
  const records = (await type.complete?.(found.records, context)) ?? found.records
  return { ...found, records, ...(leftOut && { leftOut }) }
}

const compartmentOf = async (type: FhirType, given: Query['given'], context: Context): Promise<Compartment> =>
  type.compartment?.(given, context) ?? { filter: ownedBy(context.app.gateway, context.caller) }

function selectionOf(type: FhirType, query: Pick<Query, 'conditions'>, compartment: Compartment): Selection {
  const { filter, answers = [], derived = [] } = compartment
  const conditions = query.conditions.filter(({ name }) => !answers.includes(name))
  const tests = conditions.filter(condition => condition.filter === undefined)
  return {
    collection: type.collection,
    filter: { $and: [filter, ...conditions.flatMap(condition => condition.filter ?? [])] },
    async accepted(records) {
      const matching = records.filter(record => tests.every(condition => condition.holds(record)))
      // Last, because it counts its refusals.
      return compartment.sift?.(matching) ?? matching
    },
    isExact: tests.length === 0 && compartment.sift === undefined,
    isTested: tests.length > 0,
    derived: derived.filter(record => conditions.every(condition => condition.holds(record))),
    ...storeAnswers(compartment),
  }
}

/**
 * Only attested records are requested from the store, which counts the others; its results are verified
 * nevertheless.
 */
const storeAnswers = ({ attested }: Compartment) => ({
  only: attested === undefined ? {} : { attested: true },
  passed: attested,
})

async function find(
  selection: Selection,
  query: Query,
  { app }: Context,
  reach: Reach,
): Promise<Omit<Found, 'leftOut'>> {
  const { records } = app.gateway
  const { collection, filter, isExact, isTested, only, derived } = selection
  const { sort, count, cursor } = query
  const { page, behind } = cursor === undefined ? {} : readCursor<'page' | 'behind'>(cursor)
  const isCount = query.summary === 'count' || count === 0
  const inStore = () => records.count(collection, filter, only)

  const isMerged = derived.length > 0
  const inMemory = sort.length > 0 || behind !== undefined || isTested || isMerged || (isCount && !isExact)
  if (inMemory && page === undefined) {
    const isMany = (await inStore()) > reach.records
    if (isMany && sort.length > 0) throw new TooManyToSort(String(reach.records))
    if (isMany && isMerged) throw new TooManyToCompare(`${reach.records} resources`)
    const ranked = isMany ? undefined : await rank(records, selection, query, behind, reach)
    if (ranked !== undefined) {
      const { total, places, isMore } = ranked
      if (isCount) return { records: [], total }
      return { ...(await pageAt(records, selection, places, isMore)), total }
    }
    if (sort.length > 0 || isMerged || reach.isWhole) throw new TooLargeToSort(String(reach.bytes))
    // The list was short enough for sorting when this cursor was issued.
    if (behind !== undefined) throw new UnknownCursor()
  }
  if (isCount) return { records: [], ...(isExact && { total: await inStore() }) }
  if (page !== undefined && typeof page !== 'string') throw new UnknownCursor()
  const found = await pageInStore(records, selection, count, page, reach)
  return { ...found, ...(isExact && query.total && { total: await inStore() }) }
}

type Store = Context['app']['gateway']['records']

/** A page in the order of the store: as many records as requested, or as fit into a response. */
async function pageInStore(
  records: Store,
  { collection, filter, accepted, isExact, only, passed }: Selection,
  count: number,
  page: string | undefined,
  { bytes, charge }: Reach,
): Promise<Pick<Found, 'records' | 'next'>> {
  const found: StoredRecord[] = []
  let [after, answered, looked, read] = [page, 0, 0, 0]
  let limit = FIRST_PAGE
  do {
    if (!isExact) charge?.()
    const next = await records.find(collection, filter, {
      limit: Math.min(limit, count - found.length),
      ...only,
      ...(after !== undefined && { after }),
    })
    if (next.leftOut) passed?.(next.leftOut)
    const matching = await accepted(next.records)
    const sizes = next.records.map(sizeOfRecord)
    found.push(...matching)
    answered += matching.reduce((sum, record) => sum + sizeOfRecord(record), 0)
    looked += sizes.reduce((sum, size) => sum + size, 0)
    read += next.records.length
    limit = nextLimit(limit, sizes)
    after = next.next
  } while (
    after !== undefined &&
    found.length < count &&
    answered < MOST_ANSWERED &&
    looked < bytes &&
    read < count * MOST_EMPTY
  )
  return { records: found, ...(after !== undefined && { next: writeCursor({ page: after }) }) }
}

/** The position of a record, without the record. */
interface Place {
  readonly id: string
  readonly position: readonly string[]
}

interface Ranked {
  readonly total: number
  readonly places: readonly Place[]
  readonly isMore: boolean
}

/** The positions of one page, and the total number of matches; undefined if that would search too much. */
async function rank(
  records: Store,
  selection: Selection,
  { sort, count }: Query,
  behind: unknown,
  { bytes, charge }: Reach,
): Promise<Ranked | undefined> {
  const { accepted, passed } = selection
  const isPosition = Array.isArray(behind) && behind.length === sort.length + 2
  if (behind !== undefined && !isPosition) throw new UnknownCursor()
  const from = isPosition ? behind.map(String) : undefined
  const places: Place[] = []
  let total = 0
  let looked = 0
  for await (const page of pagesOf(records, selection)) {
    charge?.()
    if (page.leftOut) passed?.(page.leftOut)
    looked += page.size
    if (looked > bytes) return undefined
    for (const record of await accepted(page.records)) {
      total++
      const position = positionOf(record, sort)
      if (from !== undefined && compare(position, from, sort) <= 0) continue
      insert(places, { id: record._id, position }, sort)
      if (places.length > count + 1) places.pop()
    }
  }
  const isMore = places.length > count
  return { total, places: places.slice(0, count), isMore }
}

/** The stored records, then the derived ones. */
async function* pagesOf(records: Store, { collection, filter, only, derived }: Selection) {
  yield* walk(records, collection, filter, only)
  const size = derived.reduce((sum, record) => sum + sizeOfRecord(record), 0)
  if (derived.length > 0) yield { records: derived, size }
}

/** Inserts a position into a sorted list. */
function insert(places: Place[], place: Place, sort: readonly SortKey[]): void {
  let [low, high] = [0, places.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const { position = [] } = places[middle] ?? {}
    if (compare(position, place.position, sort) < 0) low = middle + 1
    else high = middle
  }
  places.splice(low, 0, place)
}

/** The records of sorted positions, as many as fit into a response. Omits records deleted meanwhile. */
async function pageAt(
  records: Store,
  { collection, filter, accepted, only, derived }: Selection,
  places: readonly Place[],
  isMore: boolean,
): Promise<Pick<Found, 'records' | 'next'>> {
  const derivedById = derived.map(record => [record._id, record] as const)
  const found: StoredRecord[] = []
  let [at, answered] = [0, 0]
  while (at < places.length && answered < MOST_ANSWERED) {
    const chunk = places.slice(at, at + CHUNK)
    const { records: read } = await records.find(
      collection,
      { $and: [filter, { _id: { $in: chunk.map(({ id }) => id) } }] },
      { limit: CHUNK, ...only },
    )
    const byId = new Map([
      ...derivedById,
      ...(await accepted(read)).map(record => [record._id, record] as const),
    ])
    for (const { id } of chunk) {
      const record = byId.get(id)
      if (record === undefined) continue
      found.push(record)
      answered += sizeOfRecord(record)
    }
    at += chunk.length
  }
  const last = places[at - 1] ?? places.at(-1)
  const goesOn = isMore || at < places.length
  return {
    records: found,
    ...(last !== undefined && goesOn && { next: writeCursor({ behind: last.position }) }),
  }
}

/** Records read at a time. */
const CHUNK = 10

/** The position of a record in a sorted list: its sort values, then the order of the store. */
const positionOf = (record: StoredRecord, sort: readonly SortKey[]): readonly string[] => [
  ...sort.map(({ parameter }) => {
    const [value] = parameter.values(record)
    const text = String((parameter.type === 'date' ? spanOf(value)?.from : value) ?? '')
    // A position is encoded in a cursor as UTF-8: a lone surrogate would be decoded to another text.
    return text.slice(0, MOST_SORTED).replace(/\p{Surrogate}/gu, '\ufffd')
  }),
  record._created,
  record._id,
]

function compare(a: readonly string[], b: readonly string[], sort: readonly SortKey[]): number {
  for (const [index, own] of a.entries()) {
    const other = b[index] ?? ''
    if (own !== other) return (own < other ? -1 : 1) * (sort[index]?.direction ?? 1)
  }
  return 0
}

/**
 * The newest records of each group, the group with the newest record first. Every match is read; only positions are
 * held in memory.
 * @param most - maximum records of a group
 * @throws TooManyToCompare
 */
export async function newest(
  type: FhirType,
  query: Query,
  { groupOf, most, sort }: { groupOf: FhirNewest['groupOf']; most: number; sort: readonly SortKey[] },
  context: Context,
  reach: Reach,
): Promise<Pick<Found, 'records'>> {
  const { records } = context.app.gateway
  const selection = selectionOf(type, query, await compartmentOf(type, query.given, context))
  const { collection, filter, accepted, only } = selection
  if ((await records.count(collection, filter, only)) > reach.records)
    throw new TooManyToCompare(`${reach.records} resources`)
  const groups = new Map<string, Place[]>()
  let looked = 0
  for await (const page of walk(records, collection, filter, only)) {
    reach.charge?.()
    looked += page.size
    if (looked > reach.bytes) throw new TooManyToCompare(`${reach.bytes} bytes of them`)
    for (const record of await accepted(page.records)) {
      const group = groupOf(record)
      if (group === undefined) continue
      const places = groups.get(group) ?? []
      insert(places, { id: record._id, position: positionOf(record, sort) }, sort)
      groups.set(group, places.slice(0, most))
    }
  }
  const places = [...groups.values()]
    .sort(([a], [b]) => compare(a?.position ?? [], b?.position ?? [], sort))
    .flat()
  const found = await pageAt(records, selection, places, false)
  if (found.next !== undefined) throw new TooManyToCompare(`${MOST_ANSWERED} bytes of the newest`)
  return found
}

/**
 * The included records that the caller may also read, each once.
 * @throws TooMuchIncluded
 */
export async function included(
  records: readonly StoredRecord[],
  includes: readonly Include[],
  context: Context,
): Promise<{ readonly type: FhirType; readonly record: StoredRecord }[]> {
  const ids = new Map<string, Set<string>>()
  for (const { parameter, target } of includes)
    for (const record of records)
      for (const [type, id] of parameter
        .values(record)
        .flatMap(value => linkOf(value, parameter.target ?? [])))
        if (target === undefined || target === type) ids.set(type, (ids.get(type) ?? new Set()).add(id))
  const { gateway } = context.app
  const found: { type: FhirType; record: StoredRecord }[] = []
  let size = 0
  for (const [name, wanted] of ids) {
    const type = gateway.fhir.types.get(name)
    if (type === undefined) continue
    const compartment = await compartmentOf(type, { _id: [...wanted] }, context)
    const filter = { $and: [compartment.filter, { _id: { $in: [...wanted] } }] }
    const { only, passed } = storeAnswers(compartment)
    for await (const page of walk(gateway.records, type.collection, filter, only)) {
      if (page.leftOut) passed?.(page.leftOut)
      size += page.size
      if (size > MOST_ANSWERED) throw new TooMuchIncluded()
      const seen = (await compartment.sift?.(page.records)) ?? page.records
      found.push(...seen.map(record => ({ type, record })))
    }
  }
  return found
}

/** The type and the id in a reference. */
function linkOf(value: unknown, targets: readonly string[]): [string, string][] {
  const reference = (value as { reference?: unknown } | undefined)?.reference ?? value
  const [, type = targets[0] ?? '', id] =
    /(?:^|\/|^urn:uuid:)(?:([A-Z]\w+)\/)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\||$)/.exec(
      typeof reference === 'string' ? reference : '',
    ) ?? []
  return id !== undefined && targets.includes(type) ? [[type, id]] : []
}
