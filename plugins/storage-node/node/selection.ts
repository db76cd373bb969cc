/** The documents of a collection that a builder's filter selects, subject to access. */
import { type Clause, FilterError, readFilter, refusal } from '../../../core/node.ts'
import { ATTESTED } from './attestation.ts'
import { filterToSql } from './filter-sql.ts'
import type { Collection, NodeContext } from './node-context.ts'
import { SqlParameters } from './sql-parameters.ts'

export type Permission = 'read' | 'write' | 'execute'

/**
 * The condition on a row `documents d`: it belongs to the collection, the builder has this permission on it,
 * and it matches the filter. Only its builder may use a standard collection; in an owned one each document
 * has its own access list.
 */
export function selectionToSql(
  context: NodeContext,
  parameters: SqlParameters,
  selection: {
    readonly collection: Collection
    readonly builder: string
    readonly permission: Permission
    readonly filter: Readonly<Record<string, unknown>>
    /** Selects only documents with a verified attestation. */
    readonly attested?: boolean
  },
): string {
  const { collection, builder, permission, filter, attested = false } = selection
  const conditions = [`d.collection = ${parameters.add(collection.id)}::uuid`]
  if (collection.kind === 'owned') {
    conditions.push(`d.acl @> ${parameters.json([{ grantee: builder, [permission]: true }])}`)
  } else if (collection.builder !== builder) {
    throw refusal('ResourceAccessDeniedError', 'type: collection', `object: ${collection.id}`)
  }
  if (attested) conditions.push(ATTESTED)
  conditions.push(matching(context, parameters, filter))
  return conditions.join(' AND ')
}

/** The condition of the filter, without access. */
export function matching(
  context: NodeContext,
  parameters: SqlParameters,
  filter: Readonly<Record<string, unknown>>,
): string {
  return translated(context, parameters, () => readFilter(filter))
}

/** The conditions of a filter, by what tests them; each adds its values to a statement's parameters. */
export interface Divided {
  /** On other columns than the contents. */
  columns(parameters: SqlParameters): string
  /** On the contents; an index finds what matches. */
  indexed(parameters: SqlParameters): string
  /** On the contents, document by document. */
  tested(parameters: SqlParameters): string
}

export function divided(context: NodeContext, filter: Readonly<Record<string, unknown>>): Divided {
  const parts = conjuncts(refusing(() => readFilter(filter))).map(clause => ({
    clause,
    sql: translated(context, new SqlParameters(), () => clause),
  }))
  const all = (holds: (sql: string) => boolean) => (parameters: SqlParameters) =>
    translated(context, parameters, () => ({
      every: parts.filter(({ sql }) => holds(sql)).map(({ clause }) => clause),
    }))
  const isColumn = (sql: string) => !sql.includes('d.body')
  // The index on contents serves this operator, and no function.
  const isIndexed = (sql: string) => /^\(*d\.body @\? /.test(sql)
  return {
    columns: all(isColumn),
    indexed: all(isIndexed),
    tested: all(sql => !isColumn(sql) && !isIndexed(sql)),
  }
}

/** The parts of a filter's condition. */
export interface Placed {
  /**
   * The range of creation times and ids, as far as the filter limits it: an index in that order can start and
   * end with it.
   */
  readonly place: string
  /** True if it names documents or their owners: those are few, and an index finds them. */
  readonly isPinned: boolean
}

/** The part of a filter on the position of documents in their order. */
export function placing(
  context: NodeContext,
  parameters: SqlParameters,
  filter: Readonly<Record<string, unknown>>,
): Placed {
  const parts = conjuncts(refusing(() => readFilter(filter)))
  const isPinned = parts.some(
    part =>
      'path' in part &&
      part.path.length === 1 &&
      ['_id', '_owner'].includes(String(part.path[0])) &&
      part.conditions.some(({ operator }) => operator === '$eq' || operator === '$in'),
  )
  const every = parts.filter(isPlace)
  return { place: translated(context, parameters, () => ({ every })), isPinned }
}

const conjuncts = (clause: Clause): readonly Clause[] =>
  'every' in clause ? clause.every.flatMap(conjuncts) : [clause]

/** True if a condition is only on the time of creation and the id. */
const isPlace = (clause: Clause): boolean => {
  if ('every' in clause) return clause.every.every(isPlace)
  if ('some' in clause) return clause.some.every(isPlace)
  return 'path' in clause && clause.path.length === 1 && ['_created', '_id'].includes(String(clause.path[0]))
}

function translated(context: NodeContext, parameters: SqlParameters, read: () => Clause): string {
  const identity = (did: string) => {
    try {
      return context.identity(did)
    } catch {
      return undefined
    }
  }
  return refusing(() => filterToSql(read(), parameters, identity))
}

export function refusing<Read>(read: () => Read): Read {
  try {
    return read()
  } catch (error) {
    if (error instanceof FilterError) throw refusal('DataValidationError', `filter: ${error.message}`)
    throw error
  }
}
