/** Which documents of a collection a builder's filter reaches, access included. */
import { refusal } from './errors.ts'
import { FilterError, readFilter } from './filter.ts'
import { filterToSql } from './filter-sql.ts'
import type { Collection, NodeContext } from './node-context.ts'
import type { SqlParameters } from './sql-parameters.ts'

export type Permission = 'read' | 'write' | 'execute'

/**
 * The condition that a row `documents d` must meet: it lies in the collection, the builder may do this with it, and it
 * matches the filter. A standard collection is its builder's alone; an owned one is open document by document.
 */
export function selectionToSql(
  context: NodeContext,
  parameters: SqlParameters,
  selection: {
    readonly collection: Collection
    readonly builder: string
    readonly permission: Permission
    readonly filter: Readonly<Record<string, unknown>>
  },
): string {
  const { collection, builder, permission, filter } = selection
  const conditions = [`d.collection = ${parameters.add(collection.id)}::uuid`]
  if (collection.kind === 'owned') {
    conditions.push(`d.acl @> ${parameters.json([{ grantee: builder, [permission]: true }])}`)
  } else if (collection.builder !== builder) {
    throw refusal('ResourceAccessDeniedError', 'type: collection', `object: ${collection.id}`)
  }
  conditions.push(matching(context, parameters, filter))
  return conditions.join(' AND ')
}

/** The condition of a filter alone. */
export function matching(
  context: NodeContext,
  parameters: SqlParameters,
  filter: Readonly<Record<string, unknown>>,
): string {
  const identity = (did: string) => {
    try {
      return context.identity(did)
    } catch {
      return undefined
    }
  }
  try {
    return filterToSql(readFilter(filter), parameters, identity)
  } catch (error) {
    if (error instanceof FilterError) throw refusal('DataValidationError', `filter: ${error.message}`)
    throw error
  }
}
