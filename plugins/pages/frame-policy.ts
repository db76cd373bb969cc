/** The policy of the wallet frame: who may stand around it, and where it sends what people store. */
import type { FastifyRequest } from 'fastify'
import { type App, isWebOrigin, webOriginOf } from '../../core/index.ts'
import type { Policy } from './policy.ts'

const NOBODY = "'none'"

/** Pages of the application that asks may embed the frame; the nodes and the object store are asked by it. */
export async function framePolicy({ query }: FastifyRequest, app: App): Promise<Policy> {
  const { applicationId } = query as { readonly applicationId?: string }
  // A gateway without applications has nobody who could ask.
  const application =
    applicationId !== undefined && app.hasDecorator('applications')
      ? await app.applications.get(applicationId)
      : undefined
  return {
    // Checked here again: in a policy, `*` or a `;` would be more than one page of one application.
    'frame-ancestors': application?.origins.filter(isWebOrigin).join(' ') || NOBODY,
    ...(await placesPolicy(app)),
  }
}

/** The nodes and the object store are asked by the page itself. */
export const placesPolicy = async (app: App): Promise<Policy> => ({
  'connect-src': ["'self'", ...new Set(await placesOf(app))].join(' '),
})

/** Where a person's data go from the browser itself. */
async function placesOf({ gateway }: App): Promise<string[]> {
  const { objects, records } = gateway
  const { url } = await objects.sign({ method: 'GET', key: 'any', expiresIn: 1 })
  return [url, ...records.nodes.map(node => node.url)].flatMap(place => webOriginOf(place) ?? [])
}
