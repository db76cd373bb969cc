/** Reads the records of a custom collection, for the application that they were submitted for. */
import { hasOmissions, type Omissions } from '../../fhir/resources/omissions.ts'
import type { AggregateAnswer } from '../../schemas/aggregate.ts'
import type { RecordAggregation } from '../../schemas/record-aggregation.ts'
import type { DeepReadonly } from '../../schemas/types.ts'
import type { AskOptions } from './aggregations.ts'
import { type Reader, readerToken } from './backend-signer.ts'
import { type EnvironmentInput, resolveEnvironment } from './environment.ts'
import { sendForJson, sendForText } from './http.ts'
import type { PublishOptions } from './questionnaires.ts'

export type { RecordAggregation }

/** A record, with what the service adds to it. */
export type CollectedRecord<R = Readonly<Record<string, unknown>>> = R & {
  readonly _id: string
  /** The time of storage. */
  readonly _created: string
  /** The person. */
  readonly _owner?: string
}

/** A page of records; `next` is missing on the last one. */
export interface CollectionPage<R = Readonly<Record<string, unknown>>> {
  readonly records: readonly CollectedRecord<R>[]
  readonly leftOut: Pick<Omissions, 'unattested' | 'changed'>
  readonly next?: string
}

/** Filters and options for reading the records of a collection. */
export interface CollectionOptions extends PublishOptions {
  /** Only records that were stored at this time or later. */
  readonly since?: Date | string
  /** Records per page, at most 200. @default the gateway's */
  readonly count?: number
  /** Called for each page with the number of withheld records: written without the service, or changed since. */
  readonly onOmissions?: (leftOut: CollectionPage['leftOut']) => void
}

/**
 * Reads every record of a custom collection that was submitted for the application, oldest first. The next page is
 * requested when the previous one is consumed. A failed page is retried if possible; otherwise the iteration throws.
 *
 * @typeParam R - the type of a record
 * @param applicationKeypair - the application's, from `deriveApplicationKeypair`, or a `backendSigner`
 * @param collection - the uid of the collection: `collections` of `loadEnvironment`
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @param options - the earliest time, a page size, and `onOmissions` for records that are not attested
 * @throws AndironError with the gateway's `code`, and `issues` if there are any
 * @example
 * ```ts
 * const { collections } = await loadEnvironment(environment)
 * for await (const night of readCollection(sessionKeyPair, collections['sleep nights'], environment))
 * console.log(night)
 * ```
 */
export async function* readCollection<R extends object = Readonly<Record<string, unknown>>>(
  applicationKeypair: Reader,
  collection: string,
  environment: EnvironmentInput,
  options: CollectionOptions = {},
): AsyncGenerator<CollectedRecord<R>, void, undefined> {
  const { onOmissions, signal } = options
  for await (const page of readCollectionPages<R>(applicationKeypair, collection, environment, options)) {
    for (const record of page.records) {
      signal?.throwIfAborted()
      yield record
    }
    if (hasOmissions(page.leftOut)) onOmissions?.(page.leftOut)
  }
}

/**
 * Reads the records as `readCollection` does, page by page.
 * @typeParam R - the type of a record
 * @param applicationKeypair - the application's, from `deriveApplicationKeypair`, or a `backendSigner`
 * @param collection - the uid of the collection
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @param options - the earliest time and a page size
 * @throws AndironError with the gateway's `code`, and `issues` if there are any
 */
export async function* readCollectionPages<R extends object = Readonly<Record<string, unknown>>>(
  applicationKeypair: Reader,
  collection: string,
  environment: EnvironmentInput,
  options: Omit<CollectionOptions, 'onOmissions'> = {},
): AsyncGenerator<CollectionPage<R>, void, undefined> {
  const search = searchOf(options)
  while (true) {
    const page = await sendForJson<CollectionPage<R>>(
      {
        url: `${urlOf(environment, collection)}/records?${search}`,
        // A token per page: reading may take longer than a token lives.
        token: await readerToken(applicationKeypair, scopeOf('read', collection), environment, options),
        repeatable: true,
        signal: options.signal,
      },
      ['records', 'leftOut'],
    )
    yield page
    if (page.next === undefined) return
    search.set('cursor', page.next)
  }
}

/**
 * Reads the records as a table (CSV, RFC 4180), piece by piece: a row for each record, a column for each property of
 * the schema. Withheld records are not reported. Throws if the table is incomplete.
 * @param applicationKeypair - the application's, from `deriveApplicationKeypair`, or a `backendSigner`
 * @param collection - the uid of the collection
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @param options - the earliest time
 * @throws AndironError with the gateway's `code`, and `issues` if there are any
 */
export async function* readCollectionAsCsv(
  applicationKeypair: Reader,
  collection: string,
  environment: EnvironmentInput,
  options: Omit<CollectionOptions, 'onOmissions'> = {},
): AsyncGenerator<string, void, undefined> {
  yield* sendForText({
    url: `${urlOf(environment, collection)}/records?${searchOf(options)}`,
    token: await readerToken(applicationKeypair, scopeOf('read', collection), environment, options),
    headers: { accept: 'text/csv' },
    repeatable: false,
    signal: options.signal,
  })
}

/**
 * Queries aggregates of the records of a custom collection, under the terms of `aggregate`: a person counts once, by
 * the newest of their records that passes the filter, and every number has noise.
 * @param applicationKeypair - the application's, from `deriveApplicationKeypair`, or a `backendSigner`
 * @param collection - the uid of the collection
 * @param question - measures, and optionally a grouping and a filter
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @param options - `refresh` computes a new result, at the cost of a new query
 * @throws AndironError 422 with every issue where the question does not fit the schema, 429 when the privacy budget
 * is spent
 */
export async function aggregateCollection(
  applicationKeypair: Reader,
  collection: string,
  question: DeepReadonly<RecordAggregation>,
  environment: EnvironmentInput,
  options: AskOptions = {},
): Promise<AggregateAnswer> {
  return sendForJson(
    {
      method: 'POST',
      url: `${urlOf(environment, collection)}/aggregate${options.refresh ? '?refresh=true' : ''}`,
      token: await readerToken(applicationKeypair, scopeOf('aggregate', collection), environment, options),
      body: question,
      // A cached result costs no budget.
      repeatable: !options.refresh,
      signal: options.signal,
    },
    ['message', 'result', 'suppressed'],
  )
}

const scopeOf = (right: 'read' | 'aggregate', collection: string) => `${right}:collection[${collection}]`

const urlOf = (environment: EnvironmentInput, collection: string): string =>
  `${resolveEnvironment(environment).apiBaseUrl}/api/collection/${encodeURIComponent(collection)}`

function searchOf({ since, count }: Pick<CollectionOptions, 'since' | 'count'>): URLSearchParams {
  const search = new URLSearchParams()
  if (since !== undefined) search.set('_since', typeof since === 'string' ? since : since.toISOString())
  if (count !== undefined) search.set('_count', String(count))
  return search
}
