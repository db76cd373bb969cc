/** `/profile` as an installed app: its manifest, and the service worker that opens it without a network. */
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { App } from '../../core/index.ts'
import { policyHeader } from './policy.ts'

/** The built files; absent in a directory of pages without an app. */
export interface InstalledApp {
  readonly manifest: string
  readonly worker: string
}

/** The parts of the manifest that the gateway reads. */
export interface AppManifest {
  readonly name_localized?: object
  readonly icons: readonly Icon[]
}

/** An icon as the manifest of an app describes it. */
export interface Icon {
  /** A path of the gateway. */
  readonly src: string
  readonly type: string
  /** `any`, or as `192x192`. */
  readonly sizes: string
  readonly purpose?: string
}

export const MANIFEST = '/profile.webmanifest'

/**
 * Replaces the worker of browsers that have one, in which nothing else could remove it: it deletes what that one kept,
 * and itself.
 */
const REMOVAL = `addEventListener('install', () => skipWaiting())
addEventListener('activate', event => event.waitUntil((async () => {
  indexedDB.deleteDatabase('andiron-copies')
  const names = await caches.keys()
  await Promise.all(names.filter(name => name.startsWith('andiron-profile-')).map(name => caches.delete(name)))
  await registration.unregister()
})()))
`

/** Undefined unless all of it is there. */
export async function readInstalledApp(built: string): Promise<InstalledApp | undefined> {
  try {
    const [manifest, worker] = await Promise.all(
      ['profile.webmanifest', 'profile-worker.js'].map(file => readFile(resolve(built, file), 'utf8')),
    )
    return manifest === undefined || worker === undefined ? undefined : { manifest, worker }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** The page with a link to the manifest, without which it registers no worker and removes the one that it finds. */
export const withManifest = (html: string): string =>
  html.replace('</head>', `  <link rel="manifest" href="${MANIFEST}">\n  </head>`)

/** @param installed - absent if the option is off: then the worker of browsers that have one removes itself */
export function installedAppRoutes(app: App, installed: InstalledApp | undefined): void {
  app.get(MANIFEST, { schema: { hide: true, security: [] } }, async (_request, reply) =>
    installed === undefined
      ? reply.callNotFound()
      : reply
          .headers(HEADERS)
          .type('application/manifest+json')
          // Its type is none of a schema of answers.
          .serializer(String)
          .send(installed.manifest),
  )
  app.get('/profile-worker.js', { schema: { hide: true, security: [] } }, async (_request, reply) =>
    reply
      .headers({ ...HEADERS, 'content-security-policy': policyHeader() })
      .type('text/javascript; charset=utf-8')
      .send(installed?.worker ?? REMOVAL),
  )
}

/** Browsers ask for a new worker at each visit. */
const HEADERS = { 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' }
