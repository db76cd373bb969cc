/** Search results as a FHIR searchset. */
import type { FhirResource, FhirType } from '../../core/index.ts'
import { tellings } from './outcome.ts'
import type { Query } from './query.ts'
import type { Found } from './search.ts'
import { subsetOf } from './subset.ts'

export interface Entry {
  readonly type: FhirType
  readonly resource: FhirResource
  readonly mode: 'match' | 'include'
}

/** The parts of a query that its result repeats; without `count` the result is one page. */
export type Listed = Omit<Query, 'count'> & Partial<Pick<Query, 'count'>>

/** @param url - the URL of the search, without a query: `https://profile.example/fhir/Observation` */
export function searchsetOf(
  entries: readonly Entry[],
  { total, next, leftOut }: Pick<Found, 'total' | 'next' | 'leftOut'>,
  query: Listed,
  url: string,
): FhirResource {
  const base = url.slice(0, url.lastIndexOf('/fhir/') + '/fhir'.length)
  const outcomes = [leftOut, query.warnings.length > 0 && tellings('warning', query.warnings)]
  const entry = [
    ...entries.map(({ type, resource, mode }) => ({
      fullUrl: `${base}/${type.type}/${resource['id']}`,
      resource: subsetOf(resource, type, query),
      search: { mode },
    })),
    ...outcomes.flatMap(resource => (resource ? [{ resource, search: { mode: 'outcome' } }] : [])),
  ]
  const link = [
    { relation: 'self', url: linkTo(url, query, query.cursor) },
    ...(next === undefined ? [] : [{ relation: 'next', url: linkTo(url, query, next) }]),
  ]
  return {
    resourceType: 'Bundle',
    type: 'searchset',
    ...(total !== undefined && { total }),
    link,
    ...(entry.length > 0 && { entry }),
  }
}

/** The URL of a search with its applied parameters and a cursor. */
function linkTo(url: string, { understood, count }: Listed, cursor: string | undefined): string {
  const search = new URLSearchParams(understood.filter(([name]) => name !== '_count') as [string, string][])
  if (count !== undefined) search.set('_count', String(count))
  if (cursor !== undefined) search.set('_cursor', cursor)
  return `${url}?${search}`
}
