/** The resources of events, as far as the subscriber may read them now. */
import type { FastifyInstance } from 'fastify'
import { type Context, type FhirResource, noteReading } from '../../core/index.ts'
import { servedAs } from '../../fhir/resources/served-resource.ts'
import type { EventBody } from './events.ts'
import type { NumberedEvent, Subscription } from './subscription.ts'

/** The context of a subscriber: their key, with the scopes of the token that made the subscription. */
export const subscriberContext = (
  app: FastifyInstance,
  { did, owner, applicationId, scopes, backend }: Subscription,
): Context => ({
  ...{ app, log: app.log, now: new Date() },
  caller: { did, key: owner, applicationId, scopes, ...(backend && { backend }) },
})

/** True if the application is registered, and the backend that subscribed is too. */
export async function stillSubscribes(
  app: FastifyInstance,
  { applicationId, owner, backend }: Subscription,
): Promise<boolean> {
  const application = await app.applications.get(applicationId)
  if (application?.key !== owner) return false
  if (backend === undefined) return true
  return app.hasDecorator('backends') && (await app.backends.get(backend.id)) !== undefined
}

/**
 * Reads the resources of events like a request of the subscriber: the same checks of scope, publisher, hooks and
 * attestation, and an entry in the audit trail of each person. What is not readable is left out.
 */
export async function readableResources(
  app: FastifyInstance,
  subscription: Subscription,
  events: readonly NumberedEvent[],
): Promise<ReadonlyMap<string, FhirResource>> {
  const { gateway, applications } = app
  const resources = new Map<string, FhirResource>()
  const context = subscriberContext(app, subscription)
  const read = []
  for (const { body } of events) {
    const { type: name = '', focus } = JSON.parse(body) as EventBody
    const type = gateway.fhir.types.get(name)
    const record = await type?.find?.(focus, context).catch(refusal)
    if (record === undefined) continue
    read.push(record)
    const serving = { fhirVersion: subscription.release, baseUrl: `${gateway.baseUrl}/fhir` }
    resources.set(record._id, servedAs(record, serving) as FhirResource)
  }
  const client = await applications.readerOf(context.caller)
  await noteReading(gateway, { client, action: 'notifyResponse' }, read)
  return resources
}

/** A refusal leaves the resource out; a failure of ours is tried again later. */
function refusal(error: unknown): undefined {
  const { statusCode = 500 } = (error ?? {}) as { statusCode?: number }
  if (statusCode >= 500) throw error
}
