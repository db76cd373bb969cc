/** The calls on the page about consent: they compile, and their own tests run the functions. */
import { consents, type Environment, giveConsent, type StorageKeyPair, withdrawConsent } from '@andiron/sdk'

declare const sessionKeyPair: StorageKeyPair
declare const environment: Environment
declare const formId: string

const terms = { application: 'sleep-study', form: formId }
const until = '2027-01-01T00:00:00Z'
await giveConsent(sessionKeyPair, { ...terms, purposes: ['statistics'], until }, environment)
await withdrawConsent(sessionKeyPair, terms, environment)
for (const { text } of await consents(sessionKeyPair, environment)) console.log(text)
await withdrawConsent(sessionKeyPair, { program: 'https://assistant.example/client' }, environment)
