/** The frame's end of a pairing: who may speak to it, on which way, how often; every message is looked at before it counts. */
import { sentenceOf } from '../../react/errors.ts'
import {
  isHello,
  type Malformed,
  MOST_OPEN,
  MOST_REQUESTS,
  type NoticePayload,
  type NoticeType,
  PROTOCOL,
  type Request,
  readRequest,
  VERSION,
} from '../../react/messages.ts'

/** What a window can be told; a `Window` is one. */
export interface Peer {
  postMessage(message: unknown, options: { readonly targetOrigin: string }): void
}

export interface LinkOptions {
  /** Where messages for this frame arrive: its `window`. */
  readonly home: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>
  /** The window that opened the frame, or that it stands in. */
  readonly peer: Peer
  /** The origins of the application's callback URLs: nobody else is heard, nothing goes elsewhere. */
  readonly origins: readonly string[]
  readonly applicationId: string
  /** An application with the library is there, and has heard nothing of what was said before. */
  onPaired(): void
  /** A request, and how it is answered. */
  onRequest(request: Request, origin: string, answer: Answer): void
}

export type Answer = <T extends NoticeType>(type: T, payload: NoticePayload<T>) => void

export interface Link {
  /** Says something that answers nothing. */
  say: Answer
  end(): void
}

/** Begins to listen, and says so to the application. */
export function openLink({ home, peer, origins, applicationId, onPaired, onRequest }: LinkOptions): Link {
  const frameNonce = createNonce()
  const seen = new Set<string>()
  let asked = 0
  let open = 0
  /** Before anybody has spoken, each of the application's origins is told: the browser hands it only to where the peer is. */
  let send = (message: object) => {
    for (const targetOrigin of origins) peer.postMessage(message, { targetOrigin })
  }
  /** Set in the same turn in which it is read: of two that begin at once, one is heard. */
  let paired: { readonly origin: string; readonly port?: MessagePort } | undefined

  function arrived(event: Event): void {
    const { source, origin, data, ports } = event as MessageEvent<unknown>
    if (source !== (peer as unknown) || !origins.includes(origin)) return
    if (paired && (paired.port || paired.origin !== origin)) return
    const sendThere = (message: object) => peer.postMessage(message, { targetOrigin: origin })
    if (!isHello(data)) {
      const request = readRequest(data)
      if (request === undefined) return
      paired = { origin }
      send = sendThere
      take(request, origin)
      return
    }
    const [port] = ports
    if (paired || port === undefined || ports.length > 1 || data.payload.frameNonce !== frameNonce) return
    const { version, nonce, applicationId: whose } = data.payload
    if (version !== VERSION) {
      refuse(sendThere, 'AND_WALLET_VERSION', VERSION, version)
      return
    }
    if (whose !== applicationId) {
      refuse(sendThere, 'AND_WRONG_APPLICATION', applicationId)
      return
    }
    paired = { origin, port }
    send = message => port.postMessage(message)
    port.onmessage = ({ data }: MessageEvent<unknown>) => {
      const request = readRequest(data)
      if (request) take(request, origin)
    }
    send({ type: 'WELCOME', payload: { nonce } })
    onPaired()
  }

  function take(request: Request | Malformed, origin: string): void {
    const { id } = request
    const withId = id === undefined ? {} : { id }
    const answer: Answer = (type, payload) => send({ type, payload, ...withId })
    if (id !== undefined) {
      // The same message again, from whoever kept it, is no second request.
      if (seen.has(id)) return
      seen.add(id)
    }
    const objection = objectionTo(request)
    if (objection) tell(answer, ...objection)
    else if (!('malformed' in request)) serve(request, origin, answer)
    // Whoever goes on and on is not answered any more.
    if (++asked >= 2 * MOST_REQUESTS) end()
  }

  function objectionTo(request: Request | Malformed): Sentence | undefined {
    if ('malformed' in request) return ['AND_BAD_MESSAGE', request.malformed]
    if (request.type === 'CANCEL') return undefined
    if (asked >= MOST_REQUESTS) return ['AND_WALLET_BUSY', `${asked} were made`]
    if (open >= MOST_OPEN) return ['AND_WALLET_BUSY', `${open} wait for an answer`]
    const { payload } = request
    return 'applicationId' in payload && payload.applicationId !== applicationId
      ? ['AND_WRONG_APPLICATION', applicationId]
      : undefined
  }

  function serve(request: Request, origin: string, answer: Answer): void {
    if (request.type !== 'CANCEL') open++
    let answered = false
    onRequest(request, origin, (type, payload) => {
      if (answered) return
      answered = type !== 'PROGRESS'
      if (answered) open--
      answer(type, payload)
    })
  }

  const refuse = (there: (message: object) => void, ...why: Sentence) =>
    tell((type, payload) => there({ type, payload }), ...why)

  function end(): void {
    home.removeEventListener('message', arrived)
    paired?.port?.close()
    send = () => {}
  }

  home.addEventListener('message', arrived)
  send({ type: 'DIALOG_READY', payload: { protocol: PROTOCOL, versions: [VERSION], nonce: frameNonce } })
  return { say: (type, payload) => send({ type, payload }), end }
}

type Sentence = Parameters<typeof sentenceOf>

const tell = (answer: Answer, ...why: Sentence): void =>
  answer('ERROR', { error: sentenceOf(...why), code: why[0] })

const createNonce = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, '0')).join('')
