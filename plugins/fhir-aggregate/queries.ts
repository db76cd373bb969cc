/** Aggregate queries that an application stores under names of its own. */
import { canonicalize } from '../../core/crypto/index.ts'
import { type Context, type Gateway, type StoredRecord, uuidOf, withLock } from '../../core/index.ts'
import type { Query, StoredQuery } from '../../schemas/aggregate.ts'
import { uids } from '../../schemas/uids.ts'
import { QueryChanged, TooManyQueries, UnknownQuery } from './errors.ts'

/** The precondition of a request on the query that it replaces (RFC 9110, section 13.1). */
export interface Precondition {
  readonly ifMatch?: string | undefined
  readonly ifNoneMatch?: string | undefined
}

export interface KeptQuery {
  readonly query: Query
  /** A strong validator: equal for equal queries. */
  readonly etag: string
}

export interface NamedQuery extends KeptQuery {
  readonly name: string
}

export interface Queries {
  /** Those of an application, oldest first. */
  of(application: string): Promise<readonly NamedQuery[]>
  /** @throws UnknownQuery */
  read(application: string, name: string): Promise<KeptQuery>
  /**
   * @returns true if there was none with that name
   * @throws QueryChanged, TooManyQueries, Busy while another one of the application is written
   */
  write(
    name: string,
    query: Query,
    precondition: Precondition,
    context: Context,
  ): Promise<KeptQuery & { readonly isNew: boolean }>
  /** @throws UnknownQuery, Busy while one of the application is written */
  remove(name: string, context: Context): Promise<void>
}

/** Saved queries of one application. */
export const MOST_QUERIES = 200

export function createQueries(gateway: Gateway): Queries {
  const idOf = (application: string, name: string) => uuidOf('query', `${application} ${name}`)
  const find = async (application: string, name: string) => {
    const record = await gateway.records.read(uids.Query, idOf(application, name))
    return record && keptOf(record)
  }
  async function read(application: string, name: string): Promise<KeptQuery> {
    const kept = await find(application, name)
    if (!kept) throw new UnknownQuery(name)
    return kept
  }
  async function of(application: string): Promise<readonly NamedQuery[]> {
    const { records } = await gateway.records.find(uids.Query, { application }, { limit: MOST_QUERIES })
    return records.map(record => ({ name: String(record['name']), ...keptOf(record) }))
  }
  return {
    read,
    of,
    async write(name, query, { ifMatch, ifNoneMatch }, context) {
      const application = context.caller.key
      const id = idOf(application, name)
      // A lock, because another request could read between this read and this write: each node keeps the last
      // write, and both would be within the limit.
      return withLock(lockOf(application), context, async () => {
        const present = await find(application, name)
        const isMet = (condition: string) =>
          present !== undefined && (condition === '*' || tagsIn(condition).includes(present.etag))
        if (ifMatch !== undefined && !isMet(ifMatch)) throw new QueryChanged(name)
        if (ifNoneMatch !== undefined && isMet(ifNoneMatch)) throw new QueryChanged(name)
        if (present === undefined && (await of(application)).length >= MOST_QUERIES)
          throw new TooManyQueries(MOST_QUERIES)
        const kept = keptOf({ ...query, name, application })
        const record: StoredQuery = { ...kept.query, name, application }
        if (present === undefined) await gateway.publish(uids.Query, id, record, context)
        else if (present.etag !== kept.etag) await gateway.republish(uids.Query, id, record, context)
        return { ...kept, isNew: present === undefined }
      })
    },
    async remove(name, context) {
      const application = context.caller.key
      await withLock(lockOf(application), context, async () => {
        await read(application, name)
        await gateway.unpublish(uids.Query, idOf(application, name))
      })
    },
  }
}

const lockOf = (application: string): string => `queries ${application}`

function keptOf(record: StoredRecord | StoredQuery): KeptQuery {
  const { questionnaire, title, measures, groupBy, filter } = record as unknown as Query
  const query = {
    ...{ questionnaire, measures },
    ...(title !== undefined && { title }),
    ...(groupBy !== undefined && { groupBy }),
    ...(filter !== undefined && { filter }),
  }
  return { query, etag: `"${uuidOf('query', canonicalize(query))}"` }
}

const tagsIn = (header: string) => header.split(',').map(tag => tag.trim())
