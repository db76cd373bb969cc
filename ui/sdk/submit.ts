/** Submits a person's record through the gateway to the storage nodes. */
import { type Submission, SubmissionAnswer } from '../../schemas/submission.ts'
import { type EnvironmentInput, resolveEnvironment } from './environment.ts'
import { sdkError } from './errors.ts'
import { type LanguageOptions, sendForJson } from './http.ts'
import { createJWTForStorageKeys } from './jwt.ts'
import type { Signer } from './key-pair.ts'
import { checkPayload, type SubmissionPayload, wireOf } from './payload.ts'

export interface SubmitOptions extends LanguageOptions {
  /** Your own id of this submission, to retry it in another session. @default random per call */
  readonly idempotencyKey?: string
  /**
   * The `traceparent` of your own trace (W3C Trace Context), which the gateway continues if it trusts you, and
   * links otherwise. Anything of another form is not sent.
   */
  readonly traceparent?: string | undefined
}

/** A `traceparent` of version 00. */
const TRACEPARENT = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/

/**
 * Submits a record. Resolves when every storage node has it. The record is stored once, even if the call is
 * retried.
 * @param keypair - the person's, from `deriveStorageKeypair`
 * @param submissionPayload - the application, the time, the uid of the collection, and the record
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @param options - an `idempotencyKey` to repeat the call in another session; `language` of the issues; `signal`
 * cancels the call
 * @throws AndironError with every issue: `AND_INVALID_SUBMISSION` before anything is sent, else the gateway's
 * code
 * @example
 * ```ts
 * await submitData(
 *   sessionKeyPair,
 *   {
 *     applicationId: 'sleep-study',
 *     timestamp: new Date(),
 *     schemaId: QuestionnaireResponseSchema.schemaUid,
 *     submission: response,
 *   },
 *   environment,
 * )
 * ```
 */
export async function submitData<T extends object>(
  keypair: Signer,
  submissionPayload: SubmissionPayload<T>,
  environment: EnvironmentInput,
  options: SubmitOptions = {},
): Promise<SubmissionAnswer> {
  const body = wireOf(submissionPayload)
  const issues = checkPayload(body)
  if (issues.length > 0) {
    const summary = issues.map(({ expression }) => expression).join(', ')
    throw sdkError('AND_INVALID_SUBMISSION', [`see the issues with ${summary}`], { issues })
  }
  return sendSubmission(keypair, body, environment, options)
}

/** Sends a submission unchanged. */
export async function sendSubmission(
  keypair: Signer,
  body: Submission,
  environment: EnvironmentInput,
  { language, signal, traceparent, idempotencyKey = crypto.randomUUID() }: SubmitOptions,
): Promise<SubmissionAnswer> {
  const { apiBaseUrl } = resolveEnvironment(environment)
  return sendForJson(
    {
      method: 'POST',
      url: `${apiBaseUrl}/api/submission`,
      token: createJWTForStorageKeys(keypair, { scopes: ['write'] }),
      headers: {
        'idempotency-key': idempotencyKey,
        ...(traceparent !== undefined && TRACEPARENT.test(traceparent) && { traceparent }),
      },
      body,
      repeatable: true,
      language,
      signal,
    },
    SubmissionAnswer.required,
  )
}
