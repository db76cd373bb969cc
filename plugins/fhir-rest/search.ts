/** Finds what a query asks for among what the caller may read: in the order of the store, or sorted. */
import { UnknownCursor } from '../../core/errors.ts'
import type { Compartment, Context, FhirType, Filter, StoredRecord } from '../../core/index.ts'
import { readCursor, writeCursor } from '../../core/listing.ts'
import { ownedBy } from '../../core/records/own-records.ts'
import { TooManyToSort } from './errors.ts'
import { spanOf } from './matching.ts'
import type { Include, Query, SortKey } from './query.ts'

export interface Found {
  readonly records: readonly StoredRecord[]
  /** How many match on all pages, where that is known. */
  readonly total?: number
  /** The cursor of the next page. */
  readonly next?: string
  /** What is told of records that were left out: an OperationOutcome. */
  readonly leftOut?: object
}

/** Records that are asked of the store at a time. */
const PAGE = 200
/** Pages that are looked through for one that has a match. */
const MOST_EMPTY = 20

/** What a search comes down to. */
interface Selection {
  readonly collection: string
  readonly filter: Filter
  accepts(record: StoredRecord): boolean
  /** Whether the filter alone says which records match. */
  readonly isExact: boolean
  /** Whether parameters are left that only `accepts` can tell. */
  readonly isTested: boolean
  /** What the compartment adds to each question to the store. */
  readonly only: { readonly attested?: boolean }
  /** Told of what the store left out. */
  readonly passed?: Compartment['attested'] | undefined
}

/**
 * One page. What the store can answer alone is read in its order, however much there is. Anything else is looked through
 * in memory, as long as it is not more than `most`.
 * @throws UnknownCursor, TooManyToSort
 */
export async function search(type: FhirType, query: Query, context: Context, most: number): Promise<Found> {
  const compartment = await compartmentOf(type, query.given, context)
  const selection = selectionOf(type, query, compartment)
  const found = await find(selection, query, context, most)
  const leftOut = compartment.leftOut?.()
  return { ...found, ...(leftOut && { leftOut }) }
}

const compartmentOf = async (type: FhirType, given: Query['given'], context: Context): Promise<Compartment> =>
  type.compartment?.(given, context) ?? { filter: ownedBy(context.app.gateway, context.caller) }

function selectionOf(type: FhirType, query: Pick<Query, 'conditions'>, compartment: Compartment): Selection {
  const { filter, answers = [] } = compartment
  const conditions = query.conditions.filter(({ name }) => !answers.includes(name))
  const tests = conditions.filter(condition => condition.filter === undefined)
  return {
    collection: type.collection,
    filter: { $and: [filter, ...conditions.flatMap(condition => condition.filter ?? [])] },
    // Last, for it counts what it refuses.
    accepts: record =>
      tests.every(condition => condition.holds(record)) && (compartment.holds?.(record) ?? true),
    isExact: tests.length === 0 && compartment.holds === undefined,
    isTested: tests.length > 0,
    ...storeAnswers(compartment),
  }
}

/** Attested records alone are asked of the store, which counts the others; what it gives is checked all the same. */
const storeAnswers = ({ attested }: Compartment) => ({
  only: attested === undefined ? {} : { attested: true },
  passed: attested,
})

async function find(
  selection: Selection,
  query: Query,
  { app }: Context,
  most: number,
): Promise<Omit<Found, 'leftOut'>> {
  const { records } = app.gateway
  const { collection, filter, accepts, isExact, isTested, only, passed } = selection
  const { sort, count, cursor } = query
  const { page, behind } = cursor === undefined ? {} : readCursor<'page' | 'behind'>(cursor)
  const isCount = query.summary === 'count' || count === 0
  const inStore = () => records.count(collection, filter, only)

  const inMemory = sort.length > 0 || behind !== undefined || isTested || (isCount && !isExact)
  if (inMemory && page === undefined) {
    const isMany = (await inStore()) > most
    if (isMany && sort.length > 0) throw new TooManyToSort(String(most))
    if (!isMany) {
      const all = sorted(await everything(records, selection), sort)
      if (isCount) return { records: [], total: all.length }
      return { ...pageBehind(all, sort, count, behind), total: all.length }
    }
  }
  if (isCount) return { records: [], ...(isExact && { total: await inStore() }) }
  if (page !== undefined && typeof page !== 'string') throw new UnknownCursor()

  const found: StoredRecord[] = []
  let after = page
  for (let read = 0; read < MOST_EMPTY && found.length === 0; read++) {
    const next = await records.find(collection, filter, {
      limit: count,
      ...only,
      ...(after !== undefined && { after }),
    })
    if (next.leftOut) passed?.(next.leftOut)
    found.push(...next.records.filter(accepts))
    after = next.next
    if (after === undefined) break
  }
  return {
    records: found,
    ...(isExact && query.total && { total: await inStore() }),
    ...(after !== undefined && { next: writeCursor({ page: after }) }),
  }
}

type Store = Context['app']['gateway']['records']

/** All that match; of the others no more than a page is in memory. */
async function everything(
  records: Store,
  { collection, filter, accepts, only, passed }: Omit<Selection, 'isExact' | 'isTested'>,
): Promise<StoredRecord[]> {
  const all: StoredRecord[] = []
  for (let after: string | undefined; ; ) {
    const page = await records.find(collection, filter, {
      limit: PAGE,
      ...only,
      ...(after !== undefined && { after }),
    })
    if (page.leftOut) passed?.(page.leftOut)
    all.push(...page.records.filter(accepts))
    if (page.next === undefined) return all
    after = page.next
  }
}

/** Where a record stands in a sorted list: what it is sorted by, then the order of the store. */
const positionOf = (record: StoredRecord, sort: readonly SortKey[]): readonly string[] => [
  ...sort.map(({ parameter }) => {
    const [value] = parameter.values(record)
    return String((parameter.type === 'date' ? spanOf(value)?.from : value) ?? '')
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

const sorted = (records: readonly StoredRecord[], sort: readonly SortKey[]): StoredRecord[] =>
  records
    .map(record => ({ record, position: positionOf(record, sort) }))
    .sort((a, b) => compare(a.position, b.position, sort))
    .map(({ record }) => record)

/** A position, not a number or an id: the page stays right while records come and go. @throws UnknownCursor */
function pageBehind(
  all: readonly StoredRecord[],
  sort: readonly SortKey[],
  count: number,
  behind: unknown,
): Pick<Found, 'records' | 'next'> {
  const isPosition = Array.isArray(behind) && behind.length === sort.length + 2
  if (behind !== undefined && !isPosition) throw new UnknownCursor()
  const rest = isPosition
    ? all.filter(record => compare(positionOf(record, sort), behind.map(String), sort) > 0)
    : all
  const records = rest.slice(0, count)
  const last = records.at(-1)
  return {
    records,
    ...(last !== undefined &&
      rest.length > count && { next: writeCursor({ behind: positionOf(last, sort) }) }),
  }
}

/** What the records lead to and the caller may read too, each once. */
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
  for (const [name, wanted] of ids) {
    const type = gateway.fhir.types.get(name)
    if (type === undefined) continue
    const compartment = await compartmentOf(type, { _id: [...wanted] }, context)
    const filter = { $and: [compartment.filter, { _id: { $in: [...wanted] } }] }
    const accepts = (record: StoredRecord) => compartment.holds?.(record) ?? true
    const all = await everything(gateway.records, {
      ...{ collection: type.collection, filter, accepts },
      ...storeAnswers(compartment),
    })
    found.push(...all.map(record => ({ type, record })))
  }
  return found
}

/** The type and the id that a reference leads to. */
function linkOf(value: unknown, targets: readonly string[]): [string, string][] {
  const reference = (value as { reference?: unknown } | undefined)?.reference ?? value
  const [, type = targets[0] ?? '', id] =
    /(?:^|\/|^urn:uuid:)(?:([A-Z]\w+)\/)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\||$)/.exec(
      typeof reference === 'string' ? reference : '',
    ) ?? []
  return id !== undefined && targets.includes(type) ? [[type, id]] : []
}
