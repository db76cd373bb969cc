/** Notifications of new responses: a FHIR Subscription of the study's server, and the check of what arrives. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { BackendSigner } from '@andiron/sdk'
import type { StudySettings } from './setup.ts'

const R5 = 'application/fhir+json; fhirVersion=5.0'
/** Maximum age of a notification, in seconds: an old one may be a replay. */
const OLDEST = 300

/**
 * Subscribes, unless an earlier start has.
 * @returns the secret that signs the notifications
 */
export async function subscribe(
  signer: BackendSigner,
  { service, formId, origin }: StudySettings,
): Promise<string> {
  const token = await signer.tokenFor(`read:questionnaire[${formId}]`, service)
  async function send<T>(path: string, body?: object): Promise<T> {
    const answer = await fetch(`${service}${path}`, {
      headers: { authorization: `Bearer ${token}`, accept: R5, ...(body && { 'content-type': R5 }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return answer.json() as Promise<T>
  }

  const subscription = {
    resourceType: 'Subscription',
    status: 'requested',
    topic: `${service}/fhir/SubscriptionTopic/response-submitted`,
    filterBy: [{ filterParameter: 'questionnaire', value: formId }],
    channelType: { code: 'rest-hook' },
    endpoint: `${origin}/notify`,
    // A notification says that there is something to read, and nothing else.
    content: 'empty',
    maxCount: 100,
  }
  type Known = { readonly id: string; readonly endpoint?: string }
  const { entry = [] } = await send<{ entry?: { resource: Known }[] }>('/fhir/Subscription')
  const known = entry.find(({ resource }) => resource.endpoint === subscription.endpoint)?.resource
  const { id } = known ?? (await send<Known>('/fhir/Subscription', subscription))
  const { secret } = await send<{ secret: string }>(`/api/subscription/${id}/secret`)
  return secret
}

/** True for a notification that the gateway signed lately (Standard Webhooks). */
export function isSigned(secret: string, headers: IncomingHttpHeaders, body: string): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signatures = '' } = headers
  if (!(Math.abs(Date.now() / 1000 - Number(at)) <= OLDEST)) return false
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = Buffer.from(
    `v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`,
  )
  return String(signatures)
    .split(' ')
    .some(each => each.length === expected.length && timingSafeEqual(Buffer.from(each), expected))
}
