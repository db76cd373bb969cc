/** The queue of an application's requests, each with the person's decision; rendered by `frame.tsx`. */
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
import type { Consents } from './consents.ts'
import type { Details } from './fill-in.ts'
import type { Answer } from './link.ts'

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

export interface RequestQueueState {
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
}

export interface RequestQueueOptions {
  readonly application: { readonly applicationId: string; readonly name: string }
  /** The profile that the person chose earlier for this application. */
  readonly keyPair?: StorageKeyPair | undefined
  /** Storage for remembered consents; absent if storage is not the person's own (partitioned). */
  readonly consents: Consents | undefined
  /** Stores the data of an accepted request. */
  store(ask: Ask, keyPair: StorageKeyPair, options: StoreOptions): Promise<Reply<Ask['type']>>
  /** Sends the application a message that is not a reply. */
  say: Answer
}

export interface StoreOptions {
  readonly signal: AbortSignal
  readonly details: Details
  onProgress(progress: Progress): void
}

export interface RequestQueue {
  subscribe(listener: () => void): () => void
  read(): RequestQueueState
  take(request: Request, origin: string, answer: Answer): void
  /** Sends the current profile to an application that has just connected. */
  greet(): void
  connect(keyPair: StorageKeyPair): void
  /** Returns to the choice of a profile; queued requests stay queued. */
  disconnect(): void
  /**
   * Accepts the request.
   * @param seen - the request as displayed: an application may change its requests at any time
   */
  agree(seen: Waiting, details: Details, remember: boolean): void
  decline(): void
}

interface Entry extends Waiting {
  readonly id: string | undefined
  readonly answer: Answer
  readonly controller: AbortController
}

export function createRequestQueue(options: RequestQueueOptions): RequestQueue {
  const { application, consents, store, say } = options
  const { applicationId, name: applicationName } = application
  const listeners = new Set<() => void>()
  const entries: Entry[] = []
  const opening = new Map<Answer, string | undefined>()
  let keyPair = options.keyPair
  let choosing = false
  let number = 0
  let working: Entry | undefined
  let progress: Progress | undefined
  let state: RequestQueueState = look()

  function look(): RequestQueueState {
    const waiting = working || choosing || !keyPair ? undefined : entries[0]
    return {
      keyPair,
      choosing: choosing || !keyPair,
      waiting,
      working,
      progress,
      more: Math.max(0, entries.length - 1),
    }
  }

  function changed(): void {
    state = look()
    for (const listener of listeners) listener()
  }

  const keyOf = ({ questionnaire }: Waiting) => ({
    applicationId,
    questionnaire: questionnaire ?? '',
    did: keyPair?.did ?? '',
  })

  /** True if the person has consented earlier. Details to enter are requested every time. */
  const isAgreed = (entry: Entry): boolean =>
    entry.questionnaire !== undefined && entry.wants.length === 0 && (consents?.has(keyOf(entry)) ?? false)

  function next(): void {
    const [entry] = entries
    if (entry && keyPair && !working && !choosing && isAgreed(entry)) void work(entry, keyPair, {})
    else changed()
  }

  async function work(entry: Entry, signer: StorageKeyPair, details: Details): Promise<void> {
    const { ask, answer, controller } = entry
    working = entry
    progress = undefined
    changed()
    const { signal } = controller
    const onProgress = (step: Progress) => {
      progress = step
      answer('PROGRESS', { loaded: step.loaded, total: step.total })
      changed()
    }
    try {
      const reply = await store(ask, signer, { signal, details, onProgress })
      answer(REPLIES[ask.type], reply as never)
    } catch (error) {
      answer('ERROR', wireOf(error))
    }
    working = undefined
    leave(entry)
    next()
  }

  function leave(entry: Entry): void {
    const at = entries.indexOf(entry)
    if (at >= 0) entries.splice(at, 1)
  }

  function cancel(id: string): void {
    for (const [answer, opened] of opening) {
      if (opened !== id) continue
      opening.delete(answer)
      answer('ERROR', declined())
    }
    const entry = entries.find(each => each.id === id)
    if (!entry) return
    entry.controller.abort(new DOMException('The application gave it up', 'AbortError'))
    // A request in progress replies when it ends.
    if (entry === working) return
    leave(entry)
    entry.answer('ERROR', declined())
  }

  const declined = () => ({ error: sentenceOf('AND_DECLINED'), code: 'AND_DECLINED' })

  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    read: () => state,

    take(request, origin, answer) {
      if (request.type === 'CANCEL') cancel(request.payload.request)
      else if (request.type === 'OPEN_WALLET') {
        if (keyPair && !request.payload.manage)
          return answer('SESSION_READY', { sessionPublicKey: keyPair.did })
        if (keyPair) choosing = true
        opening.set(answer, request.id)
      } else {
        const controller = new AbortController()
        entries.push({
          number: ++number,
          ask: request,
          id: request.id,
          origin,
          answer,
          controller,
          ...aboutOf(request),
        })
      }
      next()
    },

    greet() {
      if (keyPair) say('SESSION_READY', { sessionPublicKey: keyPair.did })
    },

    connect(chosen) {
      keyPair = chosen
      choosing = false
      const { did } = chosen
      consents?.remember({ applicationId, applicationName, did })
      const session = { sessionPublicKey: did }
      if (opening.size === 0) say('SESSION_READY', session)
      for (const answer of opening.keys()) answer('SESSION_READY', session)
      opening.clear()
      next()
    },

    disconnect() {
      choosing = true
      changed()
    },

    agree(seen, details, remember) {
      const [entry] = entries
      if (!entry || entry !== seen || !keyPair || working) return
      const key = keyOf(entry)
      if (remember && key.questionnaire !== '') consents?.remember({ ...key, applicationName })
      void work(entry, keyPair, details)
    },

    decline() {
      if (working) return
      // Declining to choose a profile declines every request that needs one.
      for (const each of state.choosing ? [...entries] : entries.slice(0, 1)) {
        leave(each)
        each.answer('ERROR', declined())
      }
      if (state.choosing) {
        for (const answer of opening.keys()) answer('ERROR', declined())
        opening.clear()
        choosing = false
      }
      next()
    },
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
  const questionnaire = schemaId === uids.QuestionnaireResponse ? submission['questionnaire'] : undefined
  const wants = (['emailAddress', 'twitter'] as const).filter(
    detail => interpolateSocials[detail] !== undefined,
  )
  return { questionnaire: typeof questionnaire === 'string' ? questionnaire : undefined, wants }
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
