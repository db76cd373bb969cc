/** The FHIR Subscription by which the study's server is notified of new responses. */
import { type BackendSigner, listSubscriptions, subscribe as request, subscriptionSecret } from '@andiron/sdk'
import type { StudySettings } from './setup.ts'

/**
 * Subscribes, unless an earlier start has.
 * @returns the secret that signs the notifications
 */
export async function subscribe(
  signer: BackendSigner,
  { service, formId, origin }: StudySettings,
): Promise<string> {
  const endpoint = `${origin}/notify`
  const known = (await listSubscriptions(signer, service)).find(each => each.endpoint === endpoint)
  // A notification says that there is something to read, and nothing else.
  const terms = { endpoint, forms: [formId], content: 'empty', maxCount: 100 } as const
  const { id } = known ?? (await request(signer, terms, service))
  return subscriptionSecret(signer, id, service)
}
