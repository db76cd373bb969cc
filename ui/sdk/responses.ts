/** Reads the responses to a questionnaire, for the application that published it. */
import type { Bundle, BundleEntry, OperationOutcome, QuestionnaireResponse } from 'fhir/r4.js'
import { hasOmissions, type Omissions, omissionsIn } from '../../fhir/resources/omissions.ts'
import type { ResponseActivity } from '../../schemas/questionnaire.ts'
import { type Reader, readerToken } from './backend-signer.ts'
import type { EnvironmentInput } from './environment.ts'
import { send, sendForBytes, sendForJson, sendForText } from './http.ts'
import { type PublishOptions, urlOf } from './questionnaires.ts'

export type { Omissions, ResponseActivity }

/** Filters and options for reading responses. */
export interface ReadOptions extends PublishOptions {
  /** Only responses that were stored at this time or later. */
  readonly since?: Date | string
  /** Only responses that were submitted at this time: `ge2026-03-01`, or two bounds. */
  readonly authored?: string | readonly [string, string]
  /**
   * How `subject` names people: by their DID, or by a pseudonym for this application alone.
   * @default 'did'
   */
  readonly subject?: 'did' | 'pseudonym'
  /** Responses per page, at most 200. @default the gateway's */
  readonly count?: number
  /**
   * Called for each page with the number of withheld responses: written without the service, or changed
   * since.
   */
  readonly onOmissions?: (leftOut: Omissions) => void
}

/**
 * A page of responses: a FHIR searchset. An entry with search mode `outcome` reports the withheld responses,
 * with reasons.
 */
export type ResponsePage<R = QuestionnaireResponse> = Omit<Bundle, 'entry'> & {
  readonly entry?: readonly (Omit<BundleEntry, 'resource'> & { readonly resource?: R | OperationOutcome })[]
}

/**
 * Reads every response to a form of the application, oldest first. The next page is requested when the
 * previous one is consumed. Responses that exist when reading begins are yielded once. A failed page is
 * retried if possible; otherwise the iteration throws.
 *
 * @typeParam R - the response type, if the form is more specific than FHIR
 * @param applicationKeypair - the application's, from `deriveApplicationKeypair`, or a `backendSigner`
 * @param questionnaireId - the public `_id` of the form
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @param options - a span of time, a page size, and `onOmissions` for responses that are not attested
 * @throws AndironError with the gateway's `code`, and `issues` if there are any
 * @example
 * ```ts
 * for await (const response of readResponses(sessionKeyPair, formId, environment)) console.log(response.item)
 * ```
 */
export async function* readResponses<R extends object = QuestionnaireResponse>(
  applicationKeypair: Reader,
  questionnaireId: string,
  environment: EnvironmentInput,
  options: ReadOptions = {},
): AsyncGenerator<R, void, undefined> {
  const { onOmissions, signal } = options
  for await (const { entry = [] } of readResponsePages<R>(
    applicationKeypair,
    questionnaireId,
    environment,
    options,
  ))
    for (const { resource, search } of entry) {
      signal?.throwIfAborted()
      if (resource === undefined) continue
      if (search?.mode !== 'outcome') yield resource as R
      else {
        const leftOut = omissionsIn(resource as OperationOutcome)
        if (hasOmissions(leftOut)) onOmissions?.(leftOut)
      }
    }
}

/**
 * Reads the responses as `readResponses` does, page by page.
 * @typeParam R - the response type, if the form is more specific than FHIR
 * @param applicationKeypair - the application's, from `deriveApplicationKeypair`, or a `backendSigner`
 * @param questionnaireId - the public `_id` of the form
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @param options - a span of time and a page size
 * @throws AndironError with the gateway's `code`, and `issues` if there are any
 */
export async function* readResponsePages<R extends object = QuestionnaireResponse>(
  applicationKeypair: Reader,
  questionnaireId: string,
  environment: EnvironmentInput,
  options: Omit<ReadOptions, 'onOmissions'> = {},
): AsyncGenerator<ResponsePage<R>, void, undefined> {
  const { signal } = options
  const url = `${urlOf(environment, questionnaireId)}/responses`
  let search = searchOf(options)
  while (true) {
    // A token per page: reading may take longer than a token lives.
    const token = await readerToken(
      applicationKeypair,
      `read:questionnaire[${questionnaireId}]`,
      environment,
      options,
    )
    const request = { url: `${url}${search}`, token, repeatable: true, signal }
    const page = await sendForJson<ResponsePage<R>>(request, ['resourceType'])
    yield page
    const next = page.link?.find(({ relation }) => relation === 'next')?.url
    if (next === undefined) return
    // Only the query of the link is used, so the token never goes to another address.
    search = new URL(next, url).search
  }
}

/**
 * Reads the responses as a table (CSV, RFC 4180), piece by piece: a row for each response, a column for each
 * question of every revision of the form. Withheld responses are not reported. Throws if the table is
 * incomplete.
 * @param applicationKeypair - the application's, from `deriveApplicationKeypair`, or a `backendSigner`
 * @param questionnaireId - the public `_id` of the form
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @param options - a span of time
 * @throws AndironError with the gateway's `code`, and `issues` if there are any
 */
export async function* readResponsesAsCsv(
  applicationKeypair: Reader,
  questionnaireId: string,
  environment: EnvironmentInput,
  options: Omit<ReadOptions, 'onOmissions'> = {},
): AsyncGenerator<string, void, undefined> {
  yield* sendForText({
    url: `${urlOf(environment, questionnaireId)}/responses${searchOf(options)}`,
    token: await readerToken(
      applicationKeypair,
      `read:questionnaire[${questionnaireId}]`,
      environment,
      options,
    ),
    headers: { accept: 'text/csv' },
    repeatable: false,
    signal: options.signal,
  })
}

/** Options of {@link readResponseActivity}. */
export interface ActivityOptions extends PublishOptions {
  /** The number of days until now, today included, at most 90. @default 30 */
  readonly days?: number
  /** Only responses that were stored after this instant: `last` of an earlier result. */
  readonly after?: string
  /** Minutes by which the clock of the reader is ahead of UTC. @default 0 */
  readonly utcOffset?: number
}

/**
 * Counts the responses to a form by day and lists the times of the latest, without reading an answer.
 * @param applicationKeypair - the application's, from `deriveApplicationKeypair`, or a `backendSigner`
 * @param questionnaireId - the public `_id` of the form
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @param options - the period, and the time zone of its days
 * @throws AndironError with the gateway's `code`, and `issues` if there are any
 */
export async function readResponseActivity(
  applicationKeypair: Reader,
  questionnaireId: string,
  environment: EnvironmentInput,
  options: ActivityOptions = {},
): Promise<ResponseActivity> {
  const { days, after, utcOffset, signal } = options
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries({ days, after, utcOffset }))
    if (value !== undefined) search.set(name, String(value))
  const scope = `read:questionnaire[${questionnaireId}]`
  return sendForJson(
    {
      url: `${urlOf(environment, questionnaireId)}/activity?${search}`,
      token: await readerToken(applicationKeypair, scope, environment, options),
      // A caller that polls tries again later, and no sooner than the gateway permits.
      repeatable: after === undefined,
      signal,
    },
    ['responses', 'since', 'last', 'days', 'latest'],
  )
}

/**
 * Reads the codebook of a form as CSV: a row for each column of `readResponsesAsCsv`, with its question, type and
 * values.
 * @param applicationKeypair - the application's, from `deriveApplicationKeypair`, or a `backendSigner`
 * @param questionnaireId - the public `_id` of the form
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @param options - `applicationId` if the key belongs to several; `signal` cancels the call
 * @throws AndironError with the gateway's `code`, and `issues` if there are any
 */
export async function readCodebook(
  applicationKeypair: Reader,
  questionnaireId: string,
  environment: EnvironmentInput,
  options: PublishOptions = {},
): Promise<string> {
  const scope = `read:questionnaire[${questionnaireId}]`
  return send({
    url: `${urlOf(environment, questionnaireId)}/codebook`,
    token: await readerToken(applicationKeypair, scope, environment, options),
    headers: { accept: 'text/csv' },
    repeatable: true,
    signal: options.signal,
  })
}

/** A file in a response. */
export interface ResponseFile {
  /** `id` of the response. */
  readonly response: string
  /** `id` of the attachment in it. */
  readonly attachment: string
}

/**
 * Downloads a file in a response, whether its person is named by a DID or by a pseudonym. The gateway decrypts it. Its
 * name and type are in the attachment, and are claims of the person.
 * @param applicationKeypair - the application's, from `deriveApplicationKeypair`, or a `backendSigner`
 * @param questionnaireId - the public `_id` of the form
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @param options - `applicationId` if the key belongs to several; `signal` cancels the call
 * @throws AndironError with the gateway's `code`
 */
export async function downloadResponseFile(
  applicationKeypair: Reader,
  questionnaireId: string,
  { response, attachment }: ResponseFile,
  environment: EnvironmentInput,
  options: PublishOptions = {},
): Promise<Blob> {
  const scope = `read:questionnaire[${questionnaireId}]`
  const place = `responses/${encodeURIComponent(response)}/attachments/${encodeURIComponent(attachment)}`
  const parts: Uint8Array<ArrayBuffer>[] = []
  for await (const part of sendForBytes({
    url: `${urlOf(environment, questionnaireId)}/${place}`,
    token: await readerToken(applicationKeypair, scope, environment, options),
    headers: { accept: '*/*' },
    repeatable: false,
    signal: options.signal,
  }))
    parts.push(part)
  return new Blob(parts)
}

function searchOf({ since, authored, subject, count }: ReadOptions): string {
  const search = new URLSearchParams()
  if (since !== undefined) search.set('_since', typeof since === 'string' ? since : since.toISOString())
  if (authored !== undefined) for (const each of [authored].flat()) search.append('authored', each)
  if (subject !== undefined) search.set('subject', subject)
  if (count !== undefined) search.set('_count', String(count))
  return `?${search}`
}
