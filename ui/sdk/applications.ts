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
 *
 * @throws AndironError if there is no application with this id
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
 * Registers an application. The control key signs its description; the application's own key signs a proof of
 * possession.
 *
 * @param keypair - the application's, from `deriveApplicationKeypair`
 * @param controlKey - the wallet of the application's owner
 * @throws AndironError with every issue of the description
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
 * Changes the name or the callback URLs of an application. The id and both keys cannot change.
 *
 * @param keypair - the application's, from `deriveApplicationKeypair`
 */
export async function updateApplication(
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
 * Lists the applications of a control key. The control key signs once, for a temporary key made for this
 * call.
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
