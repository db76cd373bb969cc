/** Opens the frame: identifies the application, its origins and the available keys, then listens. */
import type { Questionnaire } from 'fhir/r5.js'
import type { Application } from '../../../schemas/application.ts'
import { loadEnvironment } from '../../sdk/environment.ts'
import type { StorageKeyPair } from '../../sdk/key-pair.ts'
import { fetchQuestionnaire } from '../../sdk/questionnaires.ts'
import { type Keyring, openKeyring } from '../keys/keyring.ts'
import { openIdentity } from '../keys/storage-keys.ts'
import { ask } from '../shell/gateway-request.ts'
import type { Language } from '../shell/language/page-languages.ts'
import { languageNow, words } from '../shell/language/page-texts.ts'
import { applicationPath } from '../shell/loading/first-requests.ts'
import { whenIdle } from '../shell/loading/when-idle.ts'
import { Said } from '../shell/run-action.ts'
import { openLink } from './frame-pairing.ts'
import { type Consents, consentsIn } from './remembered-consents.ts'
import { RequestQueue } from './request-queue.ts'

/** The content of the screen. */
export interface Frame {
  readonly application: Application
  readonly requestQueue: RequestQueue
  /** The keys of this browser; `undefined` if the frame is embedded and cannot access them. */
  readonly keyring: Keyring | undefined
  /** `undefined` if storage is partitioned. */
  readonly consents: Consents | undefined
  /** True if it is embedded in a page of the application, which may cover it. */
  readonly embedded: boolean
  /** The form, in this language if it is translated. */
  questionnaire(id: string, language?: Language): Promise<Questionnaire>
  close(): void
}

const loadStore = () => import('./store-accepted.ts')
/** The screen at the end of a request. */
export const loadOutcome = () => import('./request-outcome.tsx')

/** @throws Said */
export async function openFrame(address: URL): Promise<Frame> {
  const applicationId = address.searchParams.get('applicationId')
  const embedded = window.parent !== window
  const peer = embedded ? window.parent : (window.opener as Window | null)
  if (!applicationId || !peer) throw new Said(() => words.forApplications)

  const [environment, application] = await Promise.all([
    loadEnvironment(address.origin),
    ask<Application>(applicationPath(applicationId)),
  ])
  const origins = originsOf(application, address.searchParams.get('origin'))
  const origin = openerIn(application, origins)
  const keyring = await reachableKeys(embedded)
  const consents = keyring && consentsIn(localStorage)
  const known = new Map<string, Promise<Questionnaire>>()
  const questionnaire = (id: string, language = languageNow()) => {
    const key = `${language} ${id}`
    const fetched =
      known.get(key) ??
      (fetchQuestionnaire(id, environment, { language }) as Promise<unknown> as Promise<Questionnaire>)
    known.set(key, fetched)
    fetched.catch(() => known.delete(key))
    return fetched
  }

  // Loaded while the person reads, because the first screen needs neither.
  whenIdle(() => {
    for (const load of [loadStore, loadOutcome]) load().catch(() => {})
  })
  const requestQueue = new RequestQueue({
    application,
    consents,
    keyPair: await chosenBefore(applicationId, keyring, consents),
    origin,
    async store(request, keyPair, options) {
      const { store } = await loadStore()
      return store(request, keyPair, options, { environment, questionnaire })
    },
    say: (type, payload) => link.say(type, payload),
  })
  const link = openLink({
    ...{ home: window, peer, origins, applicationId },
    onPaired(from) {
      requestQueue.greet(from)
      sayHeight()
    },
    onRequest: (request, origin, answer) => requestQueue.take(request, origin, answer),
  })
  /** Not in `DIALOG_READY`: the content is drawn later, and changes. */
  const sayHeight = () => {
    const { height } = document.documentElement.getBoundingClientRect()
    // A hidden frame has no height.
    if (embedded && height > 0) link.say('RESIZE', { height: Math.ceil(height) })
  }
  new ResizeObserver(sayHeight).observe(document.documentElement)
  const leave = () => link.say('DIALOG_CLOSING', {})
  addEventListener('pagehide', leave)
  const close = () => (embedded ? leave() : window.close())
  requestQueue.greet()
  return { application, requestQueue, keyring, consents, embedded, questionnaire, close }
}

function originsOf({ name, callbackUrls }: Application, said: string | null): readonly string[] {
  const origins = [...new Set(callbackUrls.map(url => new URL(url).origin))]
  if (said === null) return origins
  if (origins.includes(said)) return [said]
  throw new Said(() => words.notItsPage({ name, origin: said }))
}

/**
 * The origin of the page that opened or embeds this one; `undefined` if the page withholds it.
 * @throws Said for a page of somebody else: it would get no message, but the person would take it for the application's
 */
function openerIn({ name }: Application, origins: readonly string[]): string | undefined {
  const opener = document.referrer && new URL(document.referrer).origin
  if (origins.includes(opener)) return opener
  if (opener && opener !== location.origin)
    throw new Said(() => words.openedByOther({ name, origin: opener }))
  return undefined
}

/**
 * In another site's page, the browser partitions or denies storage for this frame. No key is ever created
 * there: if a frame finds one, the storage is the person's own.
 */
async function reachableKeys(embedded: boolean): Promise<Keyring | undefined> {
  if (!embedded) return openKeyring()
  try {
    const keyring = await openKeyring()
    return keyring.known.length > 0 ? keyring : undefined
  } catch {
    return undefined
  }
}

/** The profile that the person chose earlier for this application, unless revoked. */
export async function chosenBefore(
  applicationId: string,
  keyring: Keyring | undefined,
  consents: Consents | undefined,
): Promise<StorageKeyPair | undefined> {
  if (!keyring || !consents) return undefined
  const connected = consents
    .list()
    .filter(consent => consent.applicationId === applicationId && consent.questionnaire === undefined)
  for (const { did } of connected) {
    const identity = keyring.known.find(each => each.did === did)
    if (identity) return openIdentity(keyring.vault, identity, keyring.environment)
  }
  return undefined
}
