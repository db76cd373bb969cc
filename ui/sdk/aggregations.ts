/**
 * Aggregate queries of the responses to a questionnaire, by the application that published it; queries can be
 * saved.
 */
import type {
  AggregateAnswer,
  AggregateBudget,
  AggregateGroup,
  Aggregation,
  Query,
  QueryList,
} from '../../schemas/aggregate.ts'
import type { DeepReadonly } from '../../schemas/types.ts'
import { type Reader, readerToken } from './backend-signer.ts'
import { type EnvironmentInput, resolveEnvironment } from './environment.ts'
import { send, sendForJson } from './http.ts'
import { type PublishOptions, urlOf } from './questionnaires.ts'

export type { AggregateAnswer, AggregateBudget, AggregateGroup, Aggregation, Query }

const ANSWERED = ['message', 'result', 'suppressed']

/** The scope for aggregates, which does not permit reading a response. */
const scopeOf = (questionnaireId: string) => `aggregate:questionnaire[${questionnaireId}]`

export interface AskOptions extends PublishOptions {
  /**
   * Computes a new result in place of the cached one. Costs as much as a new query, and is not retried
   * automatically.
   */
  readonly refresh?: boolean
}

/**
 * Queries aggregates of the responses to a form, without reading a response. A person counts once, by the
 * newest of their responses that passes the filter. Every number has noise, and groups of fewer people than
 * the margin are withheld. The result is cached: see `asOf`, and `refresh`.
 * @param applicationKeypair - the application's, from `deriveApplicationKeypair`, or a `backendSigner`
 * @param questionnaireId - the public `_id` of the form
 * @param question - measures, and optionally a grouping and a filter
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @param options - `refresh` computes a new result, at the cost of a new query
 * @throws AndironError 422 with every issue where the question does not fit the form, 429 when the privacy
 * budget is spent
 * @example
 * ```ts
 * const query = { measures: [{ linkId: 'hours', op: 'mean' }] } as const
 * const { result } = await aggregate(sessionKeyPair, formId, query, environment)
 * ```
 */
export async function aggregate(
  applicationKeypair: Reader,
  questionnaireId: string,
  question: DeepReadonly<Aggregation>,
  environment: EnvironmentInput,
  options: AskOptions = {},
): Promise<AggregateAnswer> {
  return sendForJson(
    {
      method: 'POST',
      url: `${urlOf(environment, questionnaireId)}/aggregate${refreshOf(options)}`,
      token: await readerToken(applicationKeypair, scopeOf(questionnaireId), environment, options),
      body: question,
      // A cached result costs no budget.
      repeatable: !options.refresh,
      signal: options.signal,
    },
    ANSWERED,
  )
}

/**
 * Reads the privacy budget of a form. Costs nothing.
 * @param applicationKeypair - the application's, from `deriveApplicationKeypair`, or a `backendSigner`
 * @param questionnaireId - the public `_id` of the form
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @param options - `applicationId` if the key belongs to several; `signal` cancels the call
 * @throws AndironError with the gateway's `code`, and `issues` if there are any
 */
export async function readAggregateBudget(
  applicationKeypair: Reader,
  questionnaireId: string,
  environment: EnvironmentInput,
  options: PublishOptions = {},
): Promise<AggregateBudget> {
  const token = await readerToken(applicationKeypair, scopeOf(questionnaireId), environment, options)
  const url = `${urlOf(environment, questionnaireId)}/aggregate`
  return sendForJson({ url, token, repeatable: true, signal: options.signal }, [
    'certainty',
    'days',
    'margin',
  ])
}

const refreshOf = ({ refresh }: AskOptions): string => (refresh ? '?refresh=true' : '')

export interface SaveOptions extends PublishOptions {
  /** The `etag` of the query to replace. If it has changed, the call is refused (`AND_QUERY_CHANGED`). */
  readonly ifMatch?: string
  /** Refuses to replace an existing query of that name. */
  readonly isNew?: boolean
}

/** A saved query, with its version. */
export interface KeptQuery {
  readonly query: Query
  readonly etag: string
}

/**
 * Saves a query under a name of the application, replacing any query of that name.
 * @param applicationKeypair - the application's, from `deriveApplicationKeypair`, or a `backendSigner`
 * @param name - the application's own
 * @param query - the form and its query
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @param options - `ifMatch` or `isNew`, to replace no other query by mistake
 * @throws AndironError `AND_QUERY_CHANGED` when another query has the name; 422 with every issue
 */
export async function saveQuery(
  applicationKeypair: Reader,
  name: string,
  query: DeepReadonly<Query>,
  environment: EnvironmentInput,
  options: SaveOptions = {},
): Promise<KeptQuery> {
  const { ifMatch, isNew, signal } = options
  let etag = ''
  const kept = await sendForJson<Query>(
    {
      method: 'PUT',
      url: queryUrl(environment, name),
      token: await readerToken(applicationKeypair, scopeOf(query.questionnaire), environment, options),
      body: query,
      headers: {
        ...(ifMatch !== undefined && { 'if-match': ifMatch }),
        ...(isNew && { 'if-none-match': '*' }),
      },
      // With a precondition, a retry could be refused because the first attempt succeeded.
      repeatable: ifMatch === undefined && !isNew,
      onAnswer: headers => {
        etag = headers.get('etag') ?? ''
      },
      signal,
    },
    ['questionnaire', 'measures'],
  )
  return { query: kept, etag }
}

/**
 * Runs a saved query.
 * @param applicationKeypair - the application's, from `deriveApplicationKeypair`, or a `backendSigner`
 * @param name - as it was saved
 * @param questionnaireId - the public `_id` of the form
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @param options - `refresh` computes a new result, at the cost of a new query
 * @throws AndironError with the gateway's `code`, and `issues` if there are any
 */
export async function runQuery(
  applicationKeypair: Reader,
  name: string,
  questionnaireId: string,
  environment: EnvironmentInput,
  options: AskOptions = {},
): Promise<AggregateAnswer> {
  const token = await readerToken(applicationKeypair, scopeOf(questionnaireId), environment, options)
  const url = `${queryUrl(environment, name)}${refreshOf(options)}`
  return sendForJson({ url, token, repeatable: !options.refresh, signal: options.signal }, ANSWERED)
}

/** A saved query with its name. */
export type NamedQuery = QueryList['queries'][number]

/**
 * Lists the saved queries of the application, oldest first.
 * @param applicationKeypair - the application's, from `deriveApplicationKeypair`, or a `backendSigner`
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @param options - `applicationId` if the key belongs to several; `signal` cancels the call
 * @throws AndironError with the gateway's `code`
 */
export async function listQueries(
  applicationKeypair: Reader,
  environment: EnvironmentInput,
  options: PublishOptions = {},
): Promise<readonly NamedQuery[]> {
  const token = await readerToken(applicationKeypair, scopeOf('*'), environment, options)
  const url = `${resolveEnvironment(environment).apiBaseUrl}/api/query`
  const { queries } = await sendForJson<QueryList>({ url, token, repeatable: true, signal: options.signal }, [
    'queries',
  ])
  return queries
}

/**
 * Deletes a saved query. Its results stay charged to the privacy budget of the form.
 * @param applicationKeypair - the application's, from `deriveApplicationKeypair`, or a `backendSigner`
 * @param name - as it was saved
 * @param questionnaireId - the public `_id` of the form
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @param options - `applicationId` if the key belongs to several; `signal` cancels the call
 * @throws AndironError 404 when the application has none with this name
 */
export async function deleteQuery(
  applicationKeypair: Reader,
  name: string,
  questionnaireId: string,
  environment: EnvironmentInput,
  options: PublishOptions = {},
): Promise<void> {
  const token = await readerToken(applicationKeypair, scopeOf(questionnaireId), environment, options)
  const url = queryUrl(environment, name)
  await send({ method: 'DELETE', url, token, repeatable: false, signal: options.signal })
}

const queryUrl = (environment: EnvironmentInput, name: string): string =>
  `${resolveEnvironment(environment).apiBaseUrl}/api/query/${encodeURIComponent(name)}`
