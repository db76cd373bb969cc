/** Questionnaires: published by an application, read by anyone, and their responses read by the application. */
import type { Bundle, Questionnaire, QuestionnaireResponse } from 'fhir/r4.js'
import { type EnvironmentInput, resolveEnvironment } from './environment.ts'
import { type CallOptions, sendForJson } from './http.ts'
import { createJWTForStorageKeys } from './jwt.ts'
import type { Signer } from './key-pair.ts'

/** A questionnaire as it is stored: `_id` is the public id, `publisher` the application's DID. */
export type StoredQuestionnaire<Q = Questionnaire> = Q & {
  readonly _id: string
  readonly _created: string
  readonly _updated: string
  readonly publisher: string
}

export interface PublishOptions extends CallOptions {
  /** The application that publishes, where its key speaks for several. */
  readonly applicationId?: string
}

export interface ReadOptions extends PublishOptions {
  /** Responses on a page, at most 200. */
  readonly count?: number
}

/** A page of responses: a FHIR searchset. An entry with search mode `outcome` says what was left out, and why. */
export type ResponsePage = Bundle<QuestionnaireResponse>

const STORED = ['resourceType', '_id', 'publisher']

/** Publishes a questionnaire. A refusal lists every issue. The type is free: real forms mix FHIR R4 and R5. */
export async function registerQuestionnaire<Q extends object>(
  keypair: Signer,
  questionnaire: Q,
  environment: EnvironmentInput,
  options: PublishOptions = {},
): Promise<StoredQuestionnaire<Q>> {
  const { apiBaseUrl } = resolveEnvironment(environment)
  return sendForJson(
    {
      method: 'POST',
      url: `${apiBaseUrl}/api/questionnaire`,
      token: tokenOf(keypair, 'write:questionnaire', options),
      body: questionnaire,
      // Sent twice it would be published twice.
      repeatable: false,
      signal: options.signal,
    },
    STORED,
  )
}

/** Publishes a questionnaire in place of the one with this id. */
export async function updateQuestionnaire<Q extends object>(
  keypair: Signer,
  id: string,
  questionnaire: Q,
  environment: EnvironmentInput,
  options: PublishOptions = {},
): Promise<StoredQuestionnaire<Q>> {
  return sendForJson(
    {
      method: 'PUT',
      url: urlOf(environment, id),
      token: tokenOf(keypair, 'write:questionnaire', options),
      body: questionnaire,
      repeatable: true,
      signal: options.signal,
    },
    STORED,
  )
}

/** Reads a questionnaire by its public id. */
export async function fetchQuestionnaire(
  id: string,
  environment: EnvironmentInput,
  { signal }: CallOptions = {},
): Promise<StoredQuestionnaire> {
  return sendForJson({ url: urlOf(environment, id), repeatable: true, signal }, STORED)
}

/** The responses to a questionnaire of the application, page by page. */
export async function* readResponses(
  applicationKeypair: Signer,
  questionnaireId: string,
  environment: EnvironmentInput,
  options: ReadOptions = {},
): AsyncGenerator<ResponsePage, void, undefined> {
  const { count, signal } = options
  const url = `${urlOf(environment, questionnaireId)}/responses`
  let search = count === undefined ? '' : `?_count=${count}`
  while (true) {
    // A token for each page: reading may take longer than one lives.
    const token = tokenOf(applicationKeypair, `read:questionnaire[${questionnaireId}]`, options)
    const page = await sendForJson<ResponsePage>({ url: url + search, token, repeatable: true, signal }, [
      'resourceType',
    ])
    yield page
    const next = page.link?.find(({ relation }) => relation === 'next')?.url
    if (next === undefined) return
    // Only its query is followed: the token goes to no other address than the one it is made for.
    search = new URL(next, url).search
  }
}

function urlOf(environment: EnvironmentInput, id: string): string {
  return `${resolveEnvironment(environment).apiBaseUrl}/api/questionnaire/${encodeURIComponent(id)}`
}

function tokenOf(keypair: Signer, scope: string, { applicationId }: PublishOptions): string {
  return createJWTForStorageKeys(keypair, {
    scopes: [scope],
    ...(applicationId !== undefined && { applicationId }),
  })
}
