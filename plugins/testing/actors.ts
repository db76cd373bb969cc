/** The actors of a test: people and applications with keys of their own, all synthetic, and their requests. */
import type { FastifyInstance, InjectOptions } from 'fastify'
import {
  addressOf,
  createKeyPair,
  createSelfSignedJwt,
  type KeyPair,
  type SelfSignedJwt,
  signTypedData,
  toHex,
} from '../../core/crypto/index.ts'
import { registrationTypedData } from '../../schemas/application.ts'
import type { StoredQuestionnaire } from '../../schemas/questionnaire.ts'
import { uids } from '../../schemas/uids.ts'

/** A person or an application: the holder of a key. */
export interface Actor {
  readonly keyPair: KeyPair
  /** The DID of the key. */
  readonly did: string
  /**
   * The `Authorization` header of a new token with these scopes.
   * @throws Error if the claims cannot be signed
   */
  bearer(scopes: readonly string[], claims?: TokenClaims): Record<string, string>
}

/** Claims of a test token besides its scopes, such as another lifetime. */
export type TokenClaims = Partial<Omit<SelfSignedJwt, 'keyPair' | 'scopes'>>

/** A registered application. */
export interface Application extends Actor {
  readonly applicationId: string
  /** The key of the account that controls the application. */
  readonly control: KeyPair
}

/** The fields of a registration that a test may choose. */
export interface ApplicationTerms {
  /** @default a new id for each application */
  readonly applicationId?: string
  /** @default 'A synthetic study' */
  readonly name?: string
  /** @default https://study.example/app */
  readonly callbackUrls?: readonly string[]
}

/** A submission of a person. */
export interface TestSubmission {
  /** The record. */
  readonly submission: object
  /** The application through which the person submits; optional for collections that are `personal`. */
  readonly application?: Pick<Application, 'applicationId'>
  /** The uid of the collection. @default that of QuestionnaireResponse */
  readonly schemaId?: string
  /** Further headers, such as `idempotency-key`. */
  readonly headers?: Readonly<Record<string, string>>
}

/** A response of the gateway. */
export type TestResponse = Awaited<ReturnType<typeof sendRequest>>

/** Seconds since the epoch. */
export const now = (): number => Math.floor(Date.now() / 1000)

/** The `Authorization` header of a token that the key signs now. */
export const bearer = (
  keyPair: KeyPair,
  scopes: readonly string[],
  claims: TokenClaims = {},
): Record<string, string> => ({
  authorization: `Bearer ${createSelfSignedJwt({ keyPair, scopes, now: now(), ...claims })}`,
})

const actorOf = (keyPair: KeyPair): Actor => ({
  keyPair,
  did: keyPair.did,
  bearer: (scopes, claims) => bearer(keyPair, scopes, claims),
})

/**
 * A synthetic person with a key of their own. People need no registration.
 * @param keyPair - the key of the person. A new one by default.
 * @example
 * const anna = person()
 * const response = await app.inject({ url: '/api/sleep-goal', headers: anna.bearer(['read']) })
 */
export const person = (keyPair: KeyPair = createKeyPair()): Actor => actorOf(keyPair)

/**
 * Registers a synthetic application, as its operator does.
 * @throws Error with the response if the gateway refuses the registration
 * @example
 * const study = await application(app, { name: 'Sleep study' })
 */
export async function application(app: FastifyInstance, terms: ApplicationTerms = {}): Promise<Application> {
  const keyPair = createKeyPair()
  const unregistered = {
    ...actorOf(keyPair),
    applicationId: terms.applicationId ?? `study-${toHex(keyPair.publicKey).slice(-8)}`,
    control: createKeyPair(),
  }
  const body = registrationOf(unregistered, terms, app.gateway.config.wallet.domainName)
  accepted(
    await sendRequest(app, 'POST', '/api/application', unregistered.bearer(['write:application']), body),
    'application',
  )
  return unregistered
}

/** The body of a registration, signed by the control key. */
export function registrationOf(
  { applicationId, keyPair, control }: Pick<Application, 'applicationId' | 'keyPair' | 'control'>,
  terms: object = {},
  domainName = 'Andiron Health Wallet',
) {
  const about = {
    applicationId,
    name: 'A synthetic study',
    callbackUrls: ['https://study.example/app'],
    did: keyPair.did,
    controlAddress: addressOf(control.publicKey),
    nonce: toHex(createKeyPair().publicKey).slice(0, 32),
    ...terms,
  }
  return { ...about, signature: signTypedData(registrationTypedData(about, domainName), control.privateKey) }
}

/**
 * Publishes a FHIR Questionnaire, as its application does.
 * @returns the stored questionnaire; its `_id` is the answer to `questionnaire` in responses
 * @throws Error with the response and all its issues if the gateway refuses the form
 * @example
 * const form = await publishForm(app, study, { resourceType: 'Questionnaire', status: 'active', item: [] })
 */
export async function publishForm(
  app: FastifyInstance,
  { keyPair }: Pick<Application, 'keyPair'>,
  questionnaire: object,
): Promise<StoredQuestionnaire> {
  const headers = bearer(keyPair, ['write:questionnaire'])
  const response = await sendRequest(app, 'POST', '/api/questionnaire', headers, questionnaire)
  return accepted(response, 'questionnaire').json() as StoredQuestionnaire
}

/**
 * Submits a record as a person does. Returns the response also if the gateway refuses the record: check its
 * `statusCode`, and the `code` of its body.
 * @example
 * const night = { date: '2026-01-14', minutesAsleep: 431 }
 * const response = await submit(app, person(), { application: study, schemaId: NIGHTS, submission: night })
 * assert.equal(response.statusCode, 201)
 */
export async function submit(
  app: FastifyInstance,
  { keyPair }: Pick<Actor, 'keyPair'>,
  { submission, application, schemaId, headers = {} }: TestSubmission,
): Promise<TestResponse> {
  const body = {
    ...submissionOf(submission, schemaId),
    ...(application && { applicationId: application.applicationId }),
  }
  const signed = bearer(keyPair, ['write'])
  return sendRequest(app, 'POST', '/api/submission', { ...signed, ...headers }, body)
}

/** The body of a submission without an application. */
export const submissionOf = (submission: object, schemaId: string = uids.QuestionnaireResponse) => ({
  timestamp: new Date().toISOString(),
  schemaId,
  submission,
})

/** Sends a request with a JSON body. */
export const sendRequest = (
  app: FastifyInstance,
  method: InjectOptions['method'],
  url: string,
  headers: object,
  body?: object,
) =>
  app.inject({
    method,
    url,
    headers: headers as Record<string, string>,
    ...(body && { body }),
  } as InjectOptions)

function accepted(response: TestResponse, what: string): TestResponse {
  if (response.statusCode === 201) return response
  throw new Error(`The gateway refused the ${what} with ${response.statusCode}: ${response.body}`)
}
