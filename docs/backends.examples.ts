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
import { notifications, verifyNotification } from '@andiron/sdk/notifications'

declare const applicationKeyPair: StorageKeyPair
declare const jwks: BackendRegistration['jwks'] & object
declare const environment: Environment
declare const signer: BackendSigner
declare const formId: string
declare const request: { readonly headers: Record<string, string> }
declare const body: string
declare const show: (number: number, bundle: object) => void

const name = 'Nightly export'
await registerBackend(applicationKeyPair, 'sleep-study', { name, jwks }, environment)

const terms = { endpoint: 'https://study.example/notify', forms: [formId] }
const subscription = await subscribe(signer, terms, environment)
const secret = await subscriptionSecret(signer, subscription.id, environment)

const { id, bundle } = await verifyNotification({ headers: request.headers, body }, { secret, environment })

const token = () => fetch('/my-server/stream-token').then(answer => answer.text())
for await (const { number, bundle } of notifications(id, token, environment)) show(number, bundle)

export const results = { id, bundle }
