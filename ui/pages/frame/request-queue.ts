/** The queue of an application's requests, each with the person's decision; rendered by `request-queue-view.tsx`. */
import type { Questionnaire } from 'fhir/r5.js'
import { containedForm } from '../../../fhir/model/contained-form.ts'
import type { ConsentPurpose } from '../../../fhir/resources/consent-required.ts'
import { objects } from '../../../fhir/values/unchecked-json.ts'
import { uids } from '../../../schemas/uids.ts'
import { sentenceOf } from '../../react/errors.ts'
import {
  type Message,
  type NoticePayload,
  REPLIES,
  type Reply,
  type Request,
  type RequestPayload,
} from '../../react/messages.ts'
import { AndironError } from '../../sdk/errors.ts'
import type { StorageKeyPair } from '../../sdk/key-pair.ts'
import type { Progress } from '../../sdk/progress.ts'
import type { Details } from './fill-in.ts'
import type { Answer } from './frame-pairing.ts'
import type { Consents } from './remembered-consents.ts'

/** A request to store data. */
export type Ask =
  | Message<'SUBMIT_DATA', RequestPayload<'SUBMIT_DATA'>>
  | Message<'SUBMIT_BINARY_DATA', RequestPayload<'SUBMIT_BINARY_DATA'>>

export interface Waiting {
  /** Counter that identifies a request. */
  readonly number: number
  readonly ask: Ask
  readonly origin: string
  /** The questionnaire that the data belongs to; `undefined` if the request does not say. */
  readonly questionnaire: string | undefined
  /** The details that the person has to enter. */
  readonly wants: readonly (keyof Details)[]
}

/** Parts that stay stored if a later step of a request fails: a file without its description, or a consent. */
export type Kept = 'file' | 'consent'

/** The end of a request. */
export interface Outcome {
  readonly request: Waiting
  /** `undefined` if the data are stored. */
  readonly failure?: { readonly error: unknown; readonly kept: Kept | undefined }
}

export interface RequestQueueState {
  /** The origin of the application's page, once the browser or a message proves it. */
  readonly origin: string | undefined
  /** The profile that receives the data. */
  readonly keyPair: StorageKeyPair | undefined
  /** True while the person chooses a profile. */
  readonly choosing: boolean
  /** The request that awaits a decision. */
  readonly waiting: Waiting | undefined
  /** The number of further requests in the queue. */
  readonly more: number
  /** The request that is being carried out. */
  readonly working: Waiting | undefined
  readonly progress: Progress | undefined
  /** The name of a file whose upload has stopped, until the person continues or gives up. */
  readonly stopped: string | undefined
  /** The end of the last request, until the next decision. */
  readonly outcome: Outcome | undefined
}

export interface RequestQueueOptions {
  readonly application: { readonly applicationId: string; readonly name: string }
  /** The profile that the person chose earlier for this application. */
  readonly keyPair?: StorageKeyPair | undefined
  /** The origin of the application's page, if the browser proves it. */
  readonly origin?: string | undefined
  /** Storage for remembered consents; absent if storage is not the person's own (partitioned). */
  readonly consents: Consents | undefined
  /** Stores the data of an accepted request. */
  store(ask: Ask, keyPair: StorageKeyPair, options: StoreOptions): Promise<Reply<Ask['type']>>
  /** Sends the application a message that is not a reply. */
  say: Answer
}

/** The consent that a form requires, as displayed. */
export interface RequiredConsent {
  /** The `_id` of the form. */
  readonly form: string
  readonly purposes: readonly ConsentPurpose[]
}

export interface StoreOptions {
  readonly signal: AbortSignal
  /** Given if the service asks for it; absent without the person's decision. */
  readonly consent?: RequiredConsent | undefined
  readonly details: Details
  onProgress(progress: Progress): void
  onKept(kept: Kept): void
  /** The upload of a file has stopped; resolves with true if the person continues. */
  onStopped(fileName: string): Promise<boolean>
}

interface Entry extends Waiting {
  readonly id: string | undefined
  readonly answer: Answer
  readonly controller: AbortController
}

/** The requests of an application, answered one after the other as the person decides. */
export class RequestQueue {
  readonly #consents: RequestQueueOptions['consents']
  readonly #store: RequestQueueOptions['store']
  readonly #say: Answer
  readonly #applicationId: string
  readonly #applicationName: string
  readonly #listeners = new Set<() => void>()
  readonly #entries: Entry[] = []
  readonly #opening = new Map<Answer, string | undefined>()
  #origin: string | undefined
  #keyPair: StorageKeyPair | undefined
  #choosing = false
  #number = 0
  #working: Entry | undefined
  #progress: Progress | undefined
  #stopped: { readonly fileName: string; readonly end: (isContinued: boolean) => void } | undefined
  #outcome: Outcome | undefined
  #state: RequestQueueState

  constructor({ application, consents, store, say, keyPair, origin }: RequestQueueOptions) {
    this.#consents = consents
    this.#store = store
    this.#say = say
    this.#applicationId = application.applicationId
    this.#applicationName = application.name
    this.#keyPair = keyPair
    this.#origin = origin
    this.#state = this.#look()
  }

  // Bound, because React calls both without the queue.
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly read = (): RequestQueueState => this.#state

  take(request: Request, origin: string, answer: Answer): void {
    this.#origin = origin
    if (request.type === 'CANCEL') this.#cancel(request.payload.request)
    else if (request.type === 'OPEN_WALLET') {
      if (this.#keyPair && !request.payload.manage) {
        answer('SESSION_READY', { sessionPublicKey: this.#keyPair.did })
        return
      }
      if (this.#keyPair) this.#choosing = true
      this.#opening.set(answer, request.id)
    } else {
      const controller = new AbortController()
      this.#entries.push({
        number: ++this.#number,
        ask: request,
        id: request.id,
        origin,
        answer,
        controller,
        ...aboutOf(request),
      })
    }
    this.#next()
  }

  /** Sends the current profile to an application that has just connected, from a page of this origin. */
  greet(origin = this.#origin): void {
    this.#origin = origin
    this.#changed()
    if (this.#keyPair) this.#say('SESSION_READY', { sessionPublicKey: this.#keyPair.did })
  }

  connect(chosen: StorageKeyPair): void {
    this.#keyPair = chosen
    this.#choosing = false
    this.#outcome = undefined
    const { did } = chosen
    this.#consents?.remember({
      applicationId: this.#applicationId,
      applicationName: this.#applicationName,
      did,
    })
    const session = { sessionPublicKey: did }
    if (this.#opening.size === 0) this.#say('SESSION_READY', session)
    for (const answer of this.#opening.keys()) answer('SESSION_READY', session)
    this.#opening.clear()
    this.#next()
  }

  /** Returns to the choice of a profile; queued requests stay queued. */
  disconnect(): void {
    this.#choosing = true
    this.#changed()
  }

  /**
   * Accepts the request.
   * @param seen - the request as displayed: an application may change its requests at any time
   * @param consent - the consent that was displayed with it
   */
  agree(seen: Waiting, details: Details, remember: boolean, consent?: RequiredConsent): void {
    const [entry] = this.#entries
    if (!entry || entry !== seen || !this.#keyPair || this.#working) return
    const key = this.#keyOf(entry)
    if (remember && key.questionnaire !== '')
      this.#consents?.remember({ ...key, applicationName: this.#applicationName })
    void this.#work(entry, this.#keyPair, details, consent)
  }

  /** Continues the upload that has stopped, or gives it up. */
  resume(isContinued: boolean): void {
    this.#stopped?.end(isContinued)
  }

  decline(): void {
    if (this.#working) return
    this.#outcome = undefined
    // Declining to choose a profile declines every request that needs one.
    for (const each of this.#state.choosing ? [...this.#entries] : this.#entries.slice(0, 1)) {
      this.#leave(each)
      each.answer('ERROR', this.#declined())
    }
    if (this.#state.choosing) {
      for (const answer of this.#opening.keys()) answer('ERROR', this.#declined())
      this.#opening.clear()
      this.#choosing = false
    }
    this.#next()
  }

  #look(): RequestQueueState {
    const waiting = this.#working || this.#choosing || !this.#keyPair ? undefined : this.#entries[0]
    return {
      origin: this.#origin,
      keyPair: this.#keyPair,
      choosing: this.#choosing || !this.#keyPair,
      waiting,
      working: this.#working,
      progress: this.#progress,
      stopped: this.#stopped?.fileName,
      outcome: this.#outcome,
      more: Math.max(0, this.#entries.length - 1),
    }
  }

  #changed(): void {
    this.#state = this.#look()
    for (const listener of this.#listeners) listener()
  }

  #keyOf({ questionnaire }: Waiting) {
    return {
      applicationId: this.#applicationId,
      questionnaire: questionnaire ?? '',
      did: this.#keyPair?.did ?? '',
    }
  }

  /** True if the person has consented earlier. Details to enter are requested every time. */
  #isAgreed(entry: Entry): boolean {
    return (
      entry.questionnaire !== undefined &&
      entry.wants.length === 0 &&
      (this.#consents?.has(this.#keyOf(entry)) ?? false)
    )
  }

  #next(): void {
    const [entry] = this.#entries
    if (entry && this.#keyPair && !this.#working && !this.#choosing && this.#isAgreed(entry))
      void this.#work(entry, this.#keyPair, {})
    else this.#changed()
  }

  async #work(
    entry: Entry,
    signer: StorageKeyPair,
    details: Details,
    consent?: RequiredConsent,
  ): Promise<void> {
    const { ask, answer, controller } = entry
    this.#working = entry
    this.#progress = undefined
    this.#outcome = undefined
    this.#changed()
    const { signal } = controller
    const onProgress = (step: Progress) => {
      this.#progress = step
      answer('PROGRESS', { loaded: step.loaded, total: step.total })
      this.#changed()
    }
    const onStopped = async (fileName: string) => {
      if (signal.aborted) return false
      const isContinued = await new Promise<boolean>(end => {
        this.#stopped = { fileName, end }
        signal.addEventListener('abort', () => end(false), { once: true })
        this.#changed()
      })
      this.#stopped = undefined
      this.#changed()
      return isContinued
    }
    let kept: Kept | undefined
    const onKept = (what: Kept) => {
      kept = what
    }
    try {
      const reply = await this.#store(ask, signer, {
        ...{ signal, details, consent },
        ...{ onProgress, onKept, onStopped },
      })
      this.#outcome = { request: entry }
      answer(REPLIES[ask.type], reply as never)
    } catch (error) {
      this.#outcome = { request: entry, failure: { error, kept } }
      answer('ERROR', wireOf(error))
    }
    this.#working = undefined
    this.#leave(entry)
    this.#next()
  }

  #leave(entry: Entry): void {
    const at = this.#entries.indexOf(entry)
    if (at >= 0) this.#entries.splice(at, 1)
  }

  #cancel(id: string): void {
    for (const [answer, opened] of this.#opening) {
      if (opened !== id) continue
      this.#opening.delete(answer)
      answer('ERROR', this.#declined())
    }
    const entry = this.#entries.find(each => each.id === id)
    if (!entry) return
    entry.controller.abort(new DOMException('The application cancelled the request', 'AbortError'))
    // A request in progress replies when it ends.
    if (entry === this.#working) return
    this.#leave(entry)
    entry.answer('ERROR', this.#declined())
  }

  #declined() {
    return { error: sentenceOf('AND_DECLINED'), code: 'AND_DECLINED' }
  }
}

/** The parts of a request that the person sees or has to fill in. */
function aboutOf({ type, payload }: Ask): Pick<Waiting, 'questionnaire' | 'wants'> {
  if (type === 'SUBMIT_BINARY_DATA') {
    const [, questionnaire] = /^questionnaire\/([^/]+)/.exec(payload.reference) ?? []
    return { questionnaire, wants: [] }
  }
  const { schemaId, submission, interpolateSocials = {} } = payload
  // A consent for a form applies to responses to it, and to nothing else that refers to it.
  const questionnaire = schemaId === uids.QuestionnaireResponse ? formAnswered(submission) : undefined
  const wants = (['emailAddress', 'twitter'] as const).filter(
    detail => interpolateSocials[detail] !== undefined,
  )
  return { questionnaire: typeof questionnaire === 'string' ? questionnaire : undefined, wants }
}

/**
 * Names the form of an adaptive response by the service's tag: a consent to `#adaptive` would be one to all of them.
 */
function formAnswered(response: Readonly<Record<string, unknown>>): unknown {
  const { questionnaire } = response
  if (typeof questionnaire !== 'string' || questionnaire[0] !== '#') return questionnaire
  const { meta, derivedFrom } = (containedForm(response) ?? {}) as Partial<Questionnaire>
  const [tag] = objects(meta?.tag).filter(({ system }) => system === 'urn:andiron:questionnaire')
  return tag ? tag['code'] : derivedFrom?.[0]
}

/** The error for the application: code, message and issues; never a stack. */
function wireOf(error: unknown): NoticePayload<'ERROR'> {
  if (error instanceof AndironError) {
    const { message, code, issues } = error
    return {
      error: message.slice(0, 2000),
      code,
      ...(issues && {
        issues: issues.slice(0, 1000) as readonly object[] as readonly Record<string, unknown>[],
      }),
    }
  }
  const why = error instanceof Error ? error.message : String(error)
  return { error: sentenceOf('AND_WALLET_FAILED', why.slice(0, 300)), code: 'AND_WALLET_FAILED' }
}
