/** Aggregates computed by reading: for records in memory, and for storage nodes that cannot aggregate. */
import type {
  Classes,
  Equality,
  Path,
  Ranges,
  RecordAggregate,
  RecordAggregateGroup,
  RecordAggregateResult,
  Scalar,
  Statistic,
  Step,
} from '../../schemas/record-aggregate.ts'
import { keyIdOf } from '../crypto/did.ts'
import { ATTESTATION } from './attested.ts'
import type { StoredRecord } from './records.ts'

/**
 * Counts people by their records.
 * @param records - the records of the aggregate, oldest first
 * @param counts - true for a record that the aggregate's filter selects
 * @param isAttested - true for a record with a valid attestation of the service
 * @param without - people who are not counted: compressed public keys in hex
 */
export async function aggregateOf(
  records: AsyncIterable<StoredRecord> | Iterable<StoredRecord>,
  { by, statistics }: Pick<RecordAggregate, 'by' | 'statistics'>,
  counts: (record: StoredRecord) => boolean,
  isAttested: (record: StoredRecord) => boolean,
  without: ReadonlySet<string>,
): Promise<RecordAggregateResult> {
  const leftOut = { unattested: new Set<string>(), changed: new Set<string>() }
  /** The latest relevant record of each person. */
  const newest = new Map<
    string,
    { readonly group: number; readonly values: readonly (number | undefined)[] }
  >()
  for await (const record of records) {
    const { _owner: owner } = record
    if (owner === undefined) continue
    const person = keyIdOf(owner)
    if (without.has(person)) continue
    if (!isAttested(record)) leftOut[record[ATTESTATION] === undefined ? 'unattested' : 'changed'].add(person)
    else if (counts(record)) {
      const values = statistics.map(each => readingOf(record, each))
      newest.set(person, { group: by ? classOf(record, by) : 0, values })
    }
  }
  const groups = new Map<number, Draft>()
  for (const { group, values } of newest.values()) {
    if (group < 0) continue
    const draft = groups.get(group) ?? emptyGroup(group, statistics)
    draft.people += 1
    values.forEach((value, at) => {
      if (value !== undefined) add(draft, at, value)
    })
    groups.set(group, draft)
  }
  return {
    groups: [...groups.values()].sort((a, b) => a.group - b.group),
    leftOut: { unattested: leftOut.unattested.size, changed: leftOut.changed.size },
  }
}

type Draft = { group: number; people: number; statistics: (number | number[])[] }

const emptyGroup = (group: number, statistics: readonly Statistic[]): Draft & RecordAggregateGroup => ({
  group,
  people: 0,
  statistics: statistics.map(each => (each.op === 'classes' ? Array(sizeOf(each.of)).fill(0) : 0)),
})

/** Adds the contribution of one person: an amount, or their class. */
function add({ statistics }: Draft, at: number, value: number): void {
  const held = statistics[at]
  if (typeof held === 'number') statistics[at] = held + value
  else if (held !== undefined) held[value] = (held[value] ?? 0) + 1
}

function readingOf(record: StoredRecord, statistic: Statistic): number | undefined {
  if (statistic.op === 'count')
    return statistic.of.some(path => firstAt(record, path) !== undefined) ? 1 : undefined
  if (statistic.op === 'classes') {
    const found = classOf(record, statistic.of)
    return found < 0 ? undefined : found
  }
  const { of, or = [], low, high } = statistic
  for (const { of: path, factor, offset } of [{ of, factor: 1, offset: 0 }, ...or]) {
    const value = firstAt(record, path)
    if (typeof value === 'number') return Math.min(Math.max(value * factor + offset, low), high)
  }
  return undefined
}

export const isRanges = (classes: Classes): classes is Ranges => 'edges' in classes

export const sizeOf = (classes: Classes): number =>
  isRanges(classes) ? classes.edges.length - 1 : classes.options.length

/** The class of a record; -1 for none. */
function classOf(record: StoredRecord, classes: Classes): number {
  if (isRanges(classes)) {
    for (const { of, edges } of [classes, ...(classes.or ?? [])]) {
      const value = firstAt(record, of)
      if (typeof value === 'number') return edges.slice(1, -1).filter(edge => value >= edge).length
    }
    return -1
  }
  const values = classes.of.map(path => firstAt(record, path) ?? null)
  if (values.every(value => value === null)) return -1
  return classes.options.findIndex(option => values.every((value, at) => value === (option[at] ?? null)))
}

/** The first value at the end of a path. */
function firstAt(record: object, path: Path): Scalar | object | undefined {
  let found: unknown[] = [record]
  for (const { field, where } of path) {
    found = found
      .flatMap(each => (isObject(each) ? (each[field] ?? []) : []))
      .filter(each =>
        equalitiesOf(where).every(({ key, value }) => isObject(each) && (each[key] ?? null) === value),
      )
  }
  return found[0] as Scalar | object | undefined
}

/** The equalities of a step, possibly none. */
export const equalitiesOf = (where: Step['where']): readonly Equality[] =>
  where === undefined ? [] : 'key' in where ? [where] : where

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
