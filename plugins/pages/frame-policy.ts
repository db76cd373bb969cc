/** The policy of the wallet frame: the pages that may embed it, and the origins to which it sends data. */
import type { FastifyRequest } from 'fastify'
import { type App, isWebOrigin, webOriginOf } from '../../core/index.ts'
import type { Policy } from './policy.ts'

const NOBODY = "'none'"

/**
 * The policy of the frame: pages of the requesting application may embed it, and it may connect to the nodes
 * and the object store.
 */
export async function framePolicy({ query }: FastifyRequest, app: App): Promise<Policy> {
  const { applicationId } = query as { readonly applicationId?: string }
  // A gateway without applications has no page that could embed the frame.
  const application =
    applicationId !== undefined && app.hasDecorator('applications')
      ? await app.applications.get(applicationId)
      : undefined
  return {
    // Validated again here: in a policy, `*` or a `;` would permit more than one page of one application.
    'frame-ancestors': application?.origins.filter(isWebOrigin).join(' ') || NOBODY,
    ...(await placesPolicy(app)),
  }
}

/** The page itself connects to the nodes and the object store. */
export const placesPolicy = async (app: App): Promise<Policy> => ({
  'connect-src': ["'self'", ...new Set(await placesOf(app))].join(' '),
})

/** The origins to which the browser sends a person's data directly. */
async function placesOf({ gateway }: App): Promise<string[]> {
  const { objects, records } = gateway
  const { url } = await objects.sign({ method: 'GET', key: 'any', expiresIn: 1 })
  return [url, ...records.nodes.map(node => node.url)].flatMap(place => webOriginOf(place) ?? [])
}
