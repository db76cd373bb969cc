/** What the responses to a questionnaire say together: asked by the application that published it, also under names. */
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

/** The scope that asks about people together, and reads none of their responses. */
const scopeOf = (questionnaireId: string) => `aggregate:questionnaire[${questionnaireId}]`

export interface AskOptions extends PublishOptions {
  /** Counts again, in place of the answer that is kept. Costs as much as a new question, and is not tried again by itself. */
  readonly refresh?: boolean
}

/**
 * Asks what people answered. A person counts once, by the newest of their responses that the filter lets through; numbers have noise, and
 * groups of fewer people than the margin are withheld. The answer is kept: see `asOf`, and `refresh`. A question that does not fit the form
 * is refused with every issue.
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
      // What was asked before is free.
      repeatable: !options.refresh,
      signal: options.signal,
    },
    ANSWERED,
  )
}

/** Reads what may still be asked of the responses to a questionnaire. Costs nothing. */
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
  /** The `etag` of the query that is to be replaced: another one is left as it is, and the call refused (`AND_QUERY_CHANGED`). */
  readonly ifMatch?: string
  /** Refuses to replace any query of that name. */
  readonly isNew?: boolean
}

/** A query as it is kept, and what tells it from another one. */
export interface KeptQuery {
  readonly query: Query
  readonly etag: string
}

/** Keeps a question under a name of the application's own, in place of the one that has it. */
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
      // A second attempt with a precondition could be refused because the first one was not.
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

/** Asks the question that is kept under a name. */
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
