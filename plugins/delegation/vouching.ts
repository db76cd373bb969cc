/** Checks that a registered application vouches for a person's request for a delegation. */
import { addressFor, type RequestOf } from '../../core/index.ts'
import type { DelegationRequest } from '../../schemas/delegation.ts'

/**
 * True with a proof, a JWT of the application's key with `sub` the person and scope `vouch`; or if the
 * browser's Origin header names a page of the application, or the wallet frame, which accepts messages from
 * no other page.
 */
export async function isVouchedFor(request: RequestOf<{ body: typeof DelegationRequest }>): Promise<boolean> {
  const { applicationId, applicationProof } = request.body
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
