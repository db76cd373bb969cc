/** Tests records against a filter in memory. */
import { createRequire } from 'node:module'
import type { Query } from 'mingo/query'

// Loaded with the first filter, because the library is large.
const require = createRequire(import.meta.url)
let load = (): ((filter: object) => Query) => {
  const { Query: MingoQuery } = require('mingo/query') as typeof import('mingo/query')
  const { Context } = require('mingo/core') as typeof import('mingo/core')
  const operators = require('mingo/operators/query') as typeof import('mingo/operators/query')
  const options = { context: Context.init({ query: { ...operators } }), scriptEnabled: false }
  const create = (filter: object) => new MingoQuery({ ...filter }, options)
  load = () => create
  return create
}

/**
 * @param filter - in the language that `assertFilter` accepts; programs (`$where`) are refused
 * @returns a predicate, true for a matching record
 */
export function matcherOf(filter: object): (record: object) => boolean {
  let query: Query | undefined
  return record => {
    query ??= load()(filter)
    return query.test(record as never)
  }
}
