/** Questionnaires: published by an application, readable by anyone. */
import type { Questionnaire } from 'fhir/r4.js'
import type {
  PublishedQuestionnaire,
  PublishedQuestionnaires,
  QuestionnaireRevision,
  QuestionnaireRevisions,
} from '../../schemas/questionnaire.ts'
import type { Infer } from '../../schemas/types.ts'
import { type EnvironmentInput, resolveEnvironment } from './environment.ts'
import { type CallOptions, type LanguageOptions, sendForJson } from './http.ts'
import { createJWTForStorageKeys } from './jwt.ts'
import type { Signer } from './key-pair.ts'

export type { PublishedQuestionnaire, QuestionnaireRevision }

/** A stored questionnaire: `_id` is the public id, `publisher` the application's DID. */
export type StoredQuestionnaire<Q = Questionnaire> = Q & {
  readonly _id: string
  readonly _created: string
  readonly _updated: string
  readonly publisher: string
}

export interface PublishOptions extends CallOptions {
  /** The application that publishes, if a key belongs to several. */
  readonly applicationId?: string
}

const STORED = ['resourceType', '_id', 'publisher']

/**
 * Publishes a questionnaire. The type is free: real forms mix FHIR R4 and R5.
 * @param keypair - the application's, from `deriveApplicationKeypair`
 * @param questionnaire - a FHIR Questionnaire
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @param options - `applicationId` if the key belongs to several; `signal` cancels the call
 * @returns the form as it is stored; `_id` is its public id
 * @throws AndironError 422 with every issue of the form, 413 and 429 beyond a quota
 */
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
      // A retry would publish it twice.
      repeatable: false,
      signal: options.signal,
    },
    STORED,
  )
}

/**
 * Publishes a new revision of a questionnaire. Responses keep the revision that they answered.
 * @param keypair - the application's, from `deriveApplicationKeypair`
 * @param id - the public `_id`
 * @param questionnaire - the whole new form
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @param options - `applicationId` if the key belongs to several; `signal` cancels the call
 * @throws AndironError 422 with every issue of the form; 403 or 404 for a form of another publisher
 */
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

/** Options for reading a form. */
export interface FetchOptions extends LanguageOptions {
  /**
   * The revision: `meta.versionId` of a form, or the tag `urn:andiron:questionnaire-revision` of a response.
   * @default the newest
   */
  readonly versionId?: string | undefined
}

/**
 * Reads the newest revision of a questionnaire, or another one. Anyone may read it. To edit it, read the original with
 * `language: '*'`: a translation is refused by `updateQuestionnaire`.
 * @param id - the public `_id`
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @param options - `versionId` of a revision; `language` of the texts; `signal` cancels the call
 * @throws AndironError 404 when there is none
 */
export async function fetchQuestionnaire<Q extends object = Questionnaire>(
  id: string,
  environment: EnvironmentInput,
  { versionId, language, signal }: FetchOptions = {},
): Promise<StoredQuestionnaire<Q>> {
  const search = versionId === undefined ? '' : `?${new URLSearchParams({ versionId })}`
  const url = `${urlOf(environment, id)}${search}`
  return sendForJson({ url, repeatable: true, language, signal }, STORED)
}

/**
 * Lists the questionnaires that an application has published, oldest first.
 * @param keypair - the application's, from `deriveApplicationKeypair`
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @param options - `applicationId` if the key belongs to several; `signal` cancels the call
 * @throws AndironError with the gateway's `code`, and `issues` if there are any
 */
export async function listQuestionnaires(
  keypair: Signer,
  environment: EnvironmentInput,
  options: PublishOptions = {},
): Promise<readonly PublishedQuestionnaire[]> {
  const { apiBaseUrl } = resolveEnvironment(environment)
  const all: PublishedQuestionnaire[] = []
  for (let cursor: string | undefined; ; ) {
    const search = new URLSearchParams({ _count: '200', ...(cursor !== undefined && { cursor }) })
    const { questionnaires, next } = await sendForJson<Infer<typeof PublishedQuestionnaires>>(
      {
        url: `${apiBaseUrl}/api/questionnaire?${search}`,
        token: tokenOf(keypair, 'write:questionnaire', options),
        repeatable: true,
        signal: options.signal,
      },
      ['questionnaires'],
    )
    all.push(...questionnaires)
    if (next === undefined) return all
    cursor = next
  }
}

/**
 * Lists the revisions of a questionnaire of the application, oldest first.
 * @param keypair - the application's, from `deriveApplicationKeypair`
 * @param id - the public `_id`
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @param options - `applicationId` if the key belongs to several; `signal` cancels the call
 * @throws AndironError with the gateway's `code`, and `issues` if there are any
 */
export async function listRevisions(
  keypair: Signer,
  id: string,
  environment: EnvironmentInput,
  options: PublishOptions = {},
): Promise<readonly QuestionnaireRevision[]> {
  const all: QuestionnaireRevision[] = []
  for (let cursor: string | undefined; ; ) {
    const search = new URLSearchParams({ _count: '200', ...(cursor !== undefined && { cursor }) })
    const { revisions, next } = await sendForJson<Infer<typeof QuestionnaireRevisions>>(
      {
        url: `${urlOf(environment, id)}/revisions?${search}`,
        token: tokenOf(keypair, 'write:questionnaire', options),
        repeatable: true,
        signal: options.signal,
      },
      ['revisions'],
    )
    all.push(...revisions)
    if (next === undefined) return all
    cursor = next
  }
}

/** The URL of a questionnaire. */
export function urlOf(environment: EnvironmentInput, id: string): string {
  return `${resolveEnvironment(environment).apiBaseUrl}/api/questionnaire/${encodeURIComponent(id)}`
}

/** An application's token for one request. @param scopes - with spaces between them */
export function tokenOf(keypair: Signer, scopes: string, { applicationId }: PublishOptions): string {
  return createJWTForStorageKeys(keypair, {
    scopes: scopes.split(' '),
    ...(applicationId !== undefined && { applicationId }),
  })
}
