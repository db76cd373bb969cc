/** The calls on the pages about backends and notifications: they compile, and their own tests run the functions. */
import {
  type BackendRegistration,
  type BackendSigner,
  type Environment,
  registerBackend,
  type StorageKeyPair,
  subscribe,
  subscriptionSecret,
} from '@andiron/sdk'
import { verifyNotification } from '@andiron/sdk/notifications'

declare const applicationKeyPair: StorageKeyPair
declare const jwks: BackendRegistration['jwks'] & object
declare const environment: Environment
declare const signer: BackendSigner
declare const formId: string
declare const request: { readonly headers: Record<string, string> }
declare const body: string

const name = 'Nightly export'
await registerBackend(applicationKeyPair, 'sleep-study', { name, jwks }, environment)

const terms = { endpoint: 'https://study.example/notify', forms: [formId] }
const subscription = await subscribe(signer, terms, environment)
const secret = await subscriptionSecret(signer, subscription.id, environment)

const { id, bundle } = await verifyNotification({ headers: request.headers, body }, { secret, environment })

export const results = { id, bundle }
