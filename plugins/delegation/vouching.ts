/** Whether a registered application stands behind a person's request for a delegation. */
import type { FastifyRequest } from 'fastify'
import { addressFor } from '../../core/index.ts'
import type { DelegationRequest } from '../../schemas/delegation.ts'

/**
 * By a proof, a JWT of the application's key with `sub` the person and scope `vouch`; or by the browser's word that the request
 * comes from a page of the application, or from the wallet frame, which listens to no other page.
 */
export async function isVouchedFor(request: FastifyRequest): Promise<boolean> {
  const { applicationId, applicationProof } = request.body as DelegationRequest
  const { applications, gateway } = request.server
  const application = applicationId === undefined ? undefined : await applications.get(applicationId)
  if (!application) return false
  const { origin } = request.headers
  if (applicationProof === undefined) {
    const pages = [...application.origins, gateway.baseUrl, addressFor(request, gateway)].map(originOf)
    return origin !== undefined && pages.includes(origin)
  }
  return (
    (await applications.proved(application.applicationId, applicationProof, request.caller)) !== undefined
  )
}

const originOf = (url: string): string => new URL(url).origin
