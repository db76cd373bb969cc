/** The service worker of this page: registered where the gateway offers the app, and removed where it does not. */
import { forgetCopies } from '../keys/profile-copies.ts'

const WORKER = '/profile-worker.js'
const SCOPE = '/profile'
/** The prefix of the names of its caches. */
const CACHES = 'andiron-profile-'

/** True if the gateway offers this page as an app. */
export const isInstallable = (): boolean => document.querySelector('link[rel=manifest]') !== null

/** A browser may deny workers and storage: the page works without them. */
export async function settleWorker(): Promise<void> {
  // Absent without a secure context, and in private windows of some browsers.
  const { serviceWorker } = navigator as { readonly serviceWorker?: ServiceWorkerContainer }
  if (isInstallable()) {
    const policy = globalThis.trustedTypes?.createPolicy('andiron-worker', { createScriptURL: () => WORKER })
    await serviceWorker?.register(policy?.createScriptURL('') ?? WORKER, { scope: SCOPE })
    return
  }
  // The copies go also where there is no worker, or where it cannot be removed.
  await Promise.allSettled([forgetCopies(), serviceWorker && removeFrom(serviceWorker)])
}

async function removeFrom(workers: ServiceWorkerContainer): Promise<void> {
  await (await workers.getRegistration(SCOPE))?.unregister()
  const names = await caches.keys()
  await Promise.all(names.filter(name => name.startsWith(CACHES)).map(name => caches.delete(name)))
}
