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
} from '../../schemas/aggregate.ts'
import { type EnvironmentInput, resolveEnvironment } from './environment.ts'
import { sendForJson } from './http.ts'
import type { Signer } from './key-pair.ts'
import { type PublishOptions, tokenOf, urlOf } from './questionnaires.ts'

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
 * Queries aggregates of the responses. A person counts once, by their newest response that passes the filter.
 * Numbers have noise, and groups of fewer people than the margin are withheld. The result is cached: see
 * `asOf`, and `refresh`. A query that does not fit the form is refused with every issue.
 *
 * @param applicationKeypair - the key pair of the application that published the questionnaire
 * @param questionnaireId - the `_id` of the questionnaire
 * @param question - the query
 * @param environment - a name, a base URL, or the configuration of a deployment
 * @throws AndironError with every issue of the query; or because the privacy budget is used up
 * @example
 * ```ts
 * const { result } = await aggregate(
 *   applicationKeypair,
 *   questionnaireId,
 *   { measures: [{ linkId: 'age', op: 'mean' }] },
 *   'production',
 * )
 * ```
 */
export async function aggregate(
  applicationKeypair: Signer,
  questionnaireId: string,
  question: Aggregation,
  environment: EnvironmentInput,
  options: AskOptions = {},
): Promise<AggregateAnswer> {
  return sendForJson(
    {
      method: 'POST',
      url: `${urlOf(environment, questionnaireId)}/aggregate${refreshOf(options)}`,
      token: tokenOf(applicationKeypair, scopeOf(questionnaireId), options),
      body: question,
      // A cached result costs no budget.
      repeatable: !options.refresh,
      signal: options.signal,
    },
    ANSWERED,
  )
}

/**
 * Reads the remaining privacy budget of a questionnaire. Costs nothing.
 *
 * @param applicationKeypair - the key pair of the application that published the questionnaire
 */
export async function readAggregateBudget(
  applicationKeypair: Signer,
  questionnaireId: string,
  environment: EnvironmentInput,
  options: PublishOptions = {},
): Promise<AggregateBudget> {
  const token = tokenOf(applicationKeypair, scopeOf(questionnaireId), options)
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

/** Saves a query under a name of the application's choice, replacing any query of that name. */
export async function saveQuery(
  applicationKeypair: Signer,
  name: string,
  query: Query,
  environment: EnvironmentInput,
  options: SaveOptions = {},
): Promise<KeptQuery> {
  const { ifMatch, isNew, signal } = options
  let etag = ''
  const kept = await sendForJson<Query>(
    {
      method: 'PUT',
      url: queryUrl(environment, name),
      token: tokenOf(applicationKeypair, scopeOf(query.questionnaire), options),
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
 * Runs the query that is saved under a name.
 *
 * @param name - the name under which it was saved
 */
export async function runQuery(
  applicationKeypair: Signer,
  name: string,
  questionnaireId: string,
  environment: EnvironmentInput,
  options: AskOptions = {},
): Promise<AggregateAnswer> {
  const token = tokenOf(applicationKeypair, scopeOf(questionnaireId), options)
  const url = `${queryUrl(environment, name)}${refreshOf(options)}`
  return sendForJson({ url, token, repeatable: !options.refresh, signal: options.signal }, ANSWERED)
}

const queryUrl = (environment: EnvironmentInput, name: string): string =>
  `${resolveEnvironment(environment).apiBaseUrl}/api/query/${encodeURIComponent(name)}`
