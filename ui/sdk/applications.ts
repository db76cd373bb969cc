/** Applications: registered and changed with their control key, readable by anyone. */
import { randomBytes, toBase64url } from '../../core/crypto/bytes.ts'
import { hashTypedData } from '../../core/crypto/eip712.ts'
import { createKeyPair } from '../../core/crypto/keys.ts'
import {
  Application,
  ApplicationList,
  type ApplicationListing,
  type ApplicationRegistration,
  listingTypedData,
  registrationTypedData,
} from '../../schemas/application.ts'
import type { SignTypedData, WalletTypedData } from './derive.ts'
import { type EnvironmentInput, loadEnvironment, resolveEnvironment } from './environment.ts'
import { type CallOptions, sendForJson } from './http.ts'
import { createJWTForStorageKeys } from './jwt.ts'
import { keyPairIn, type Signer } from './key-pair.ts'
import { canonicalSignature } from './wallet-signature.ts'

export type { Application }

/** The owner's description of an application. */
export type ApplicationDescription = Pick<ApplicationRegistration, 'applicationId' | 'name' | 'callbackUrls'>

/** The account that controls an application, with its signing function: a wallet. */
export interface ControlKey {
  readonly address: string
  readonly signFn: SignTypedData
}

/**
 * Reads a registered application.
 * @param applicationId - as it was registered, or the DID under which it publishes forms
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @param options - `signal` cancels the call
 * @throws AndironError 404 when there is none
 */
export async function fetchWelshareApp(
  applicationId: string,
  environment: EnvironmentInput,
  { signal }: CallOptions = {},
): Promise<Application> {
  const { apiBaseUrl } = resolveEnvironment(environment)
  return sendForJson(
    { url: urlOf(apiBaseUrl, applicationId), repeatable: true, signal },
    Application.required,
  )
}

/**
 * Registers an application: the control key signs its description, and the application's own key proves that
 * the caller holds it.
 * @param keypair - the application's, from `deriveApplicationKeypair`
 * @param application - `applicationId`, `name`, and the `callbackUrls` whose origins may use the wallet
 * @param controlKey - the wallet that may change the application later
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @param options - `signal` cancels the call
 * @throws AndironError 409 when the id is taken, 422 with every issue, 429 beyond the quota
 * @example
 * ```ts
 * const wallet = createSoftwareWallet()
 * const { sessionKeyPair } = await deriveApplicationKeypair(wallet.signFn, wallet.address, 'sleep-study')
 * const callbackUrls = ['https://study.example/']
 * const application = { applicationId: 'sleep-study', name: 'Sleep', callbackUrls }
 * await registerApplication(sessionKeyPair, application, wallet, environment)
 * ```
 */
export async function registerApplication(
  keypair: Signer,
  application: ApplicationDescription,
  controlKey: ControlKey,
  environment: EnvironmentInput,
  { signal }: CallOptions = {},
): Promise<Application> {
  const { apiBaseUrl } = resolveEnvironment(environment)
  const body = await sign(keypair, application, controlKey, environment)
  return sendForJson(
    {
      method: 'POST',
      url: `${apiBaseUrl}/api/application`,
      token: tokenOf(keypair),
      body,
      // Repeating the same signed message completes an interrupted registration.
      repeatable: true,
      signal,
    },
    Application.required,
  )
}

/**
 * Changes the name or the callback URLs of an application, or replaces its key. The id, the control key and the
 * identity stay: the DID of the first key.
 * @param keypair - the application's, from `deriveApplicationKeypair`, or the one that replaces it
 * @param application - the whole new description
 * @param controlKey - the wallet that registered it
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @param options - `overlap` is the time in seconds for which a replaced key is still accepted, a day by default;
 * `signal` cancels the call
 * @throws AndironError with the gateway's `code`, and `issues` if there are any
 */
export async function updateApplication(
  keypair: Signer,
  application: ApplicationDescription,
  controlKey: ControlKey,
  environment: EnvironmentInput,
  { signal, overlap }: CallOptions & { readonly overlap?: number } = {},
): Promise<Application> {
  const { apiBaseUrl } = resolveEnvironment(environment)
  const signed = await sign(keypair, application, controlKey, environment)
  const body = overlap === undefined ? signed : { ...signed, overlap }
  return sendForJson(
    {
      method: 'PUT',
      url: urlOf(apiBaseUrl, application.applicationId),
      token: tokenOf(keypair),
      body,
      // The first attempt that arrives uses up the nonce.
      repeatable: false,
      signal,
    },
    Application.required,
  )
}

/** Lifetime of a signed listing, in milliseconds. */
const LISTING = 5 * 60_000

/**
 * Lists the applications of a control key. The wallet signs once, for a key made for this call.
 * @param controlKey - the wallet that registered them
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @param options - `signal` cancels the call
 * @throws AndironError with the gateway's `code`, and `issues` if there are any
 */
export async function listApplications(
  { address, signFn }: ControlKey,
  environment: EnvironmentInput,
  { signal }: CallOptions = {},
): Promise<readonly Application[]> {
  const { apiBaseUrl, eip712Domain, didPrefix } = await loadEnvironment(environment)
  const keypair = createKeyPair(undefined, didPrefix)
  const expires = new Date(Date.now() + LISTING).toISOString()
  const listing = { controlAddress: address, did: keypair.did, expires }
  const signature = await signedBy({ address, signFn }, listingTypedData(listing, eip712Domain.name))
  const { applications } = await sendForJson<ApplicationList>(
    {
      method: 'POST',
      url: `${apiBaseUrl}/api/application/$list`,
      token: createJWTForStorageKeys(keypair, { scopes: ['read:application'] }),
      body: { controlAddress: address, expires, signature } satisfies ApplicationListing,
      repeatable: true,
      signal,
    },
    ApplicationList.required,
  )
  return applications
}

const urlOf = (apiBaseUrl: string, applicationId: string): string =>
  `${apiBaseUrl}/api/application/${encodeURIComponent(applicationId)}`

const tokenOf = (keypair: Signer): string =>
  createJWTForStorageKeys(keypair, { scopes: ['write:application'] })

async function sign(
  keypair: Signer,
  { applicationId, name, callbackUrls }: ApplicationDescription,
  { address, signFn }: ControlKey,
  environment: EnvironmentInput,
): Promise<ApplicationRegistration> {
  const { eip712Domain } = await loadEnvironment(environment)
  const registration = {
    applicationId,
    name,
    callbackUrls,
    did: keyPairIn(keypair).did,
    controlAddress: address,
    nonce: toBase64url(randomBytes(24)),
  }
  const signature = await signedBy(
    { address, signFn },
    registrationTypedData(registration, eip712Domain.name),
  )
  return { ...registration, signature }
}

async function signedBy({ address, signFn }: ControlKey, typedData: WalletTypedData): Promise<string> {
  return canonicalSignature(await signFn(typedData), hashTypedData(typedData), address)
}
