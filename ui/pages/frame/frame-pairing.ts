/** The frame's end of a pairing: permitted origins, channel and rate; every message is validated first. */
import { sentenceOf } from '../../react/errors.ts'
import {
  createNonce,
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

/** The target of messages; a `Window` is one. */
export interface Peer {
  postMessage(message: unknown, options: { readonly targetOrigin: string }): void
}

export interface LinkOptions {
  /** The target that receives this frame's messages: its `window`. */
  readonly home: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>
  /** The window that opened or embeds the frame. */
  readonly peer: Peer
  /** The origins of the application's callback URLs: messages from and to other origins are dropped. */
  readonly origins: readonly string[]
  readonly applicationId: string
  /** Called when an application with the library has paired; it has received no earlier message. */
  onPaired(origin: string): void
  /** Called with each request and its reply function. */
  onRequest(request: Request, origin: string, answer: Answer): void
}

export type Answer = <T extends NoticeType>(type: T, payload: NoticePayload<T>) => void

export interface Link {
  /** Sends a message that is not a reply. */
  say: Answer
  end(): void
}

/** Starts to listen, and announces this to the application. */
export function openLink({ home, peer, origins, applicationId, onPaired, onRequest }: LinkOptions): Link {
  const frameNonce = createNonce()
  const seen = new Set<string>()
  let requestCount = 0
  let open = 0
  /**
   * Before pairing, send to each of the application's origins: the browser delivers only to the peer's actual
   * origin.
   */
  let send = (message: object) => {
    for (const targetOrigin of origins) peer.postMessage(message, { targetOrigin })
  }
  /** Set synchronously with the check: of two simultaneous attempts, one succeeds. */
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
    onPaired(origin)
  }

  function take(request: Request | Malformed, origin: string): void {
    const { id } = request
    const withId = id === undefined ? {} : { id }
    const answer: Answer = (type, payload) => send({ type, payload, ...withId })
    if (id !== undefined) {
      // Replaying a message is not a second request.
      if (seen.has(id)) return
      seen.add(id)
    }
    const objection = objectionTo(request)
    if (objection) tell(answer, ...objection)
    else if (!('malformed' in request)) serve(request, origin, answer)
    // Stop answering an application that keeps sending.
    if (++requestCount >= 2 * MOST_REQUESTS) end()
  }

  function objectionTo(request: Request | Malformed): Sentence | undefined {
    if ('malformed' in request)
      return [request.isTooLarge ? 'AND_MESSAGE_TOO_LARGE' : 'AND_BAD_MESSAGE', request.malformed]
    if (request.type === 'CANCEL') return undefined
    if (requestCount >= MOST_REQUESTS) return ['AND_WALLET_BUSY', `${requestCount} were made`]
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
