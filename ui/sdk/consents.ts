/** A person's decisions on the use of their records by applications. */
import { createSelfSignedJwt } from '../../core/crypto/jwt.ts'
import { ConsentList } from '../../schemas/record-consent.ts'
import { type EnvironmentInput, resolveEnvironment } from './environment.ts'
import { type CallOptions, sendForJson } from './http.ts'
import { createJWTForStorageKeys } from './jwt.ts'
import { keyPairIn, type Signer } from './key-pair.ts'

/**
 * The records of a decision: all that the application reads, those of one form, or of one custom collection; or all
 * that a program reads in the person's name.
 */
export type ConsentSubject = ApplicationRecords | { readonly program: string }

interface ApplicationRecords {
  readonly application: string
  /** The `id` of a form. */
  readonly form?: string
  /** The uid of a custom collection, instead of a form. */
  readonly collection?: string
}

/** The terms of a permission. */
export type ConsentTerms = ConsentSubject & {
  /** `records`: read and export them. `statistics`: count them in aggregates. @default both */
  readonly purposes?: readonly ('records' | 'statistics')[]
  /** An instant, as ISO 8601. @default at once */
  readonly from?: string
  /** An instant, as ISO 8601. @default until it is withdrawn */
  readonly until?: string
}

/** A decision as FHIR Consent (R4); `text.div` is its sentence. */
export interface FhirConsent {
  readonly resourceType: 'Consent'
  readonly status: 'active' | 'inactive'
  readonly [element: string]: unknown
}

/**
 * Permits the use of the person's records. It replaces an earlier decision on the same records.
 * @param keypair - the person's, from `deriveStorageKeypair`
 * @param terms - the application, and optionally the form, the purposes and the period
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @param options - `signal` cancels the call
 * @throws AndironError 422 with every issue, 409 if a later decision exists
 * @example
 * ```ts
 * const terms = { application: 'sleep-study', form: formId, until: '2027-01-01T00:00:00Z' }
 * await giveConsent(sessionKeyPair, terms, environment)
 * ```
 */
export function giveConsent(
  keypair: Signer,
  { purposes = ['records', 'statistics'], ...terms }: ConsentTerms,
  environment: EnvironmentInput,
  options: CallOptions = {},
): Promise<FhirConsent> {
  return decide(keypair, { ...terms, decision: 'permit', purposes }, environment, options)
}

/**
 * Withdraws the use of the person's records, within ten seconds. It ends neither copies that were already made nor
 * statistics that were already published.
 * @param keypair - the person's, from `deriveStorageKeypair`
 * @param subject - the application, and optionally the form or the collection
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @param options - `signal` cancels the call
 * @throws AndironError 422 with every issue, 409 if a later decision exists
 * @example
 * ```ts
 * await withdrawConsent(sessionKeyPair, { application: 'sleep-study' }, environment)
 * ```
 */
export function withdrawConsent(
  keypair: Signer,
  subject: ConsentSubject,
  environment: EnvironmentInput,
  options: CallOptions = {},
): Promise<FhirConsent> {
  return decide(keypair, { ...subject, decision: 'deny', purposes: [] }, environment, options)
}

/**
 * Lists the decisions in effect, oldest first.
 * @param keypair - the person's, from `deriveStorageKeypair`
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @param options - `signal` cancels the call
 * @throws AndironError with the gateway's `code`
 */
export async function consents(
  keypair: Signer,
  environment: EnvironmentInput,
  { signal }: CallOptions = {},
): Promise<readonly FhirConsent[]> {
  const token = createJWTForStorageKeys(keypair, { scopes: ['read'] })
  const list = await sendForJson<ConsentList>(
    { url: urlIn(environment), token, repeatable: true, signal },
    ConsentList.required,
  )
  return list.consents as unknown as readonly FhirConsent[]
}

async function decide(
  keypair: Signer,
  terms: object,
  environment: EnvironmentInput,
  { signal }: CallOptions,
): Promise<FhirConsent> {
  const consent = JSON.parse(JSON.stringify({ ...terms, at: new Date().toISOString() })) as object
  const signed = createSelfSignedJwt({
    ...{ keyPair: keyPairIn(keypair), scopes: ['consent'], now: Math.floor(Date.now() / 1000) },
    audience: resolveEnvironment(environment).apiBaseUrl,
    extra: { consent },
  })
  const token = createJWTForStorageKeys(keypair, { scopes: ['write:consent'] })
  const { consents } = await sendForJson<ConsentList>(
    {
      ...{ url: urlIn(environment), token, method: 'POST', body: { consent, signed } },
      // The same decision again changes nothing.
      ...{ repeatable: true, signal },
    },
    ConsentList.required,
  )
  return consents[0] as unknown as FhirConsent
}

const urlIn = (environment: EnvironmentInput): string =>
  `${resolveEnvironment(environment).apiBaseUrl}/api/consent`
