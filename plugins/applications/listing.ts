/** Lists the applications of a control key for a caller with that key's signature. */
import { hashTypedData } from '../../core/crypto/index.ts'
import type { Gateway } from '../../core/index.ts'
import { type ApplicationList, type ApplicationListing, listingTypedData } from '../../schemas/application.ts'
import { ListingExpired, WrongControlKey } from './errors.ts'
import { show, type WriteContext } from './registration.ts'
import type { Applications } from './registry.ts'

const HOUR = 60 * 60 * 1000

/** @throws ListingExpired, WrongControlKey, ChainRequired, ChainUnreachable */
export async function listed(
  { config }: Gateway,
  applications: Applications,
  { controlAddress, expires, signature }: ApplicationListing,
  { app, caller, now }: WriteContext,
): Promise<ApplicationList> {
  const left = Date.parse(expires) - now.getTime()
  if (!(left > 0 && left <= HOUR)) throw new ListingExpired(expires)
  // The signature covers the DID of the token: without that token it is worthless.
  const signed = listingTypedData({ controlAddress, did: caller.did, expires }, config.wallet.domainName)
  if (!(await app.wallets.provedBy(controlAddress, hashTypedData(signed), signature)))
    throw new WrongControlKey(app.wallets.chainHint)
  const found = await applications.ofControl(controlAddress)
  return { applications: found.map(application => show(application, true)) }
}
