/**
 * The service worker of `/profile`: it keeps the files of one build, so that the page opens without a network. It
 * answers for the page and for these files; every other request of the page passes it by.
 */

/** Paths of the files; set by the build. */
declare const SHELL: readonly string[]
/** A digest of them; set by the build. */
declare const BUILD: string

/** The events of a worker; the types of a page lack them. */
interface WorkerEvent extends Event {
  readonly request: Request
  waitUntil(work: Promise<unknown>): void
  respondWith(answer: Promise<Response>): void
}

type WorkerEventName = 'install' | 'activate' | 'fetch'
const listen = (type: WorkerEventName, listener: (event: WorkerEvent) => void): void =>
  addEventListener(type, listener as EventListener)

const PAGE = '/profile'
const CACHES = 'andiron-profile-'
const CACHE = CACHES + BUILD
/** Milliseconds until the kept page is shown. */
const PATIENCE = 5000
/** Answers of a proxy without its gateway. */
const AWAY: readonly number[] = [502, 503, 504]

listen('install', event => event.waitUntil(install()))
listen('activate', event => event.waitUntil(removeOthers()))
listen('fetch', event => {
  const { method, mode, url } = event.request
  const { origin, pathname, search } = new URL(url)
  if (method !== 'GET' || origin !== location.origin || search !== '') return
  if (mode === 'navigate' && pathname === PAGE) event.respondWith(page(event))
  else if (SHELL.includes(pathname)) event.respondWith(file(event.request))
})

/** An older worker stays in charge until its last page is closed: that page may still need its files. */
async function install(): Promise<void> {
  const cache = await caches.open(CACHE)
  await cache.addAll(SHELL)
  // While gateways are being replaced, the page may be of another build. The browser tries again later.
  if (!(await keep(await fetch(PAGE, { cache: 'no-cache', credentials: 'omit' }))))
    throw new Error('The page is of another build')
}

async function removeOthers(): Promise<void> {
  const names = await caches.keys()
  const others = names.filter(name => name.startsWith(CACHES) && name !== CACHE)
  await Promise.all(others.map(name => caches.delete(name)))
}

/** The page of the gateway; the kept one if it cannot be reached. */
async function page(event: WorkerEvent): Promise<Response> {
  const kept = await keptFile(PAGE)
  if (!kept) return fetch(event.request)
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(), PATIENCE)
  try {
    const answer = await fetch(event.request, { signal: patience.signal })
    if (AWAY.includes(answer.status)) return kept
    // Its policy may have changed, of which the worker knows nothing.
    event.waitUntil(keep(answer.clone()).catch(() => {}))
    return answer
  } catch {
    return kept
  } finally {
    clearTimeout(timer)
  }
}

const file = async (request: Request): Promise<Response> =>
  (await keptFile(new URL(request.url).pathname)) ?? fetch(request)

/** Opens no cache: that would make one again which the page has removed. */
const keptFile = (path: string): Promise<Response | undefined> => caches.match(path, { cacheName: CACHE })

/** Keeps the page, if this worker has all of its files. */
async function keep(answer: Response): Promise<boolean> {
  const html = await answer.clone().text()
  const files = html.match(/\/assets\/[\w.-]+\.(?:js|css)/g) ?? []
  if (!answer.ok || files.length === 0 || !files.every(each => SHELL.includes(each))) return false
  await (await caches.open(CACHE)).put(PAGE, answer)
  return true
}
