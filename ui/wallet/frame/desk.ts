/** What an application asks for, one thing after the other, with what the person says to it; drawn by `frame.tsx`. */
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

/** Something to store. */
export type Ask =
  | Message<'SUBMIT_DATA', RequestPayload<'SUBMIT_DATA'>>
  | Message<'SUBMIT_BINARY_DATA', RequestPayload<'SUBMIT_BINARY_DATA'>>

export interface Waiting {
  /** Counts up: tells one question from the next. */
  readonly number: number
  readonly ask: Ask
  readonly origin: string
  /** Whose answers these are, or what the file belongs to; `undefined` where nothing says so. */
  readonly questionnaire: string | undefined
  /** What the person is to fill in besides. */
  readonly wants: readonly (keyof Details)[]
}

export interface DeskState {
  /** The profile that is stored to. */
  readonly keyPair: StorageKeyPair | undefined
  /** Whether the person chooses a profile now. */
  readonly choosing: boolean
  /** What they decide on now. */
  readonly waiting: Waiting | undefined
  /** How many more there are after it. */
  readonly more: number
  /** What is being done: what the person agreed to. */
  readonly working: Waiting | undefined
  readonly progress: Progress | undefined
}

export interface DeskOptions {
  readonly application: { readonly applicationId: string; readonly name: string }
  /** The profile that the person chose for this application before. */
  readonly keyPair?: StorageKeyPair | undefined
  /** Where it is remembered what need not be asked again; nowhere in storage that is not the person's own. */
  readonly consents: Consents | undefined
  /** Stores what the person agreed to. */
  store(ask: Ask, keyPair: StorageKeyPair, options: StoreOptions): Promise<Reply<Ask['type']>>
  /** Tells the application something that it did not ask. */
  say: Answer
}

export interface StoreOptions {
  readonly signal: AbortSignal
  readonly details: Details
  onProgress(progress: Progress): void
}

export interface Desk {
  subscribe(listener: () => void): () => void
  read(): DeskState
  take(request: Request, origin: string, answer: Answer): void
  /** Tells an application that begins to speak which profile there is. */
  greet(): void
  connect(keyPair: StorageKeyPair): void
  /** Goes back to choosing a profile; what waits, waits. */
  disconnect(): void
  /**
   * The person agrees.
   * @param seen - what they saw when they did: an application may change what it asks for at any moment
   */
  agree(seen: Waiting, details: Details, remember: boolean): void
  decline(): void
}

interface Entry extends Waiting {
  readonly id: string | undefined
  readonly answer: Answer
  readonly controller: AbortController
}

export function createDesk(options: DeskOptions): Desk {
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
  let state: DeskState = look()

  function look(): DeskState {
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

  /** Whether the person said before that they need not be asked. What they are to fill in is asked for each time. */
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
    // What is under way answers when it has ended.
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
      // Who will not choose a profile declines everything that needs one.
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

/** What the person is told of a request, and asked. */
function aboutOf({ type, payload }: Ask): Pick<Waiting, 'questionnaire' | 'wants'> {
  if (type === 'SUBMIT_BINARY_DATA') {
    const [, questionnaire] = /^questionnaire\/([^/]+)/.exec(payload.reference) ?? []
    return { questionnaire, wants: [] }
  }
  const { schemaId, submission, interpolateSocials = {} } = payload
  // What is agreed to for a form is agreed to for responses to it, and for nothing else that names it.
  const questionnaire = schemaId === uids.QuestionnaireResponse ? submission['questionnaire'] : undefined
  const wants = (['emailAddress', 'twitter'] as const).filter(
    detail => interpolateSocials[detail] !== undefined,
  )
  return { questionnaire: typeof questionnaire === 'string' ? questionnaire : undefined, wants }
}

/** What an application is told of a failure: the code, the sentence and the issues; never a stack. */
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
