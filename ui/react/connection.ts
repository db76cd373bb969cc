/** The application's end of a pairing: two nonces, one port, and a reply or an error for every request. */
import { asError, errorFrom, reactError } from './failure.ts'
import {
  createNonce,
  MOST_OPEN,
  type NoticePayload,
  REPLIES,
  type RepliedType,
  type Reply,
  type RequestPayload,
  readNotice,
  VERSION,
} from './messages.ts'

export interface Connection {
  /** Sends a request and resolves with the payload of the reply. Always settles: on `end` at the latest. */
  request<T extends RepliedType>(
    type: T,
    payload: RequestPayload<T>,
    options: RequestOptions,
  ): Promise<Reply<T>>
  /** The number of pending requests. */
  readonly open: number
  /** Fails the pending requests and removes the listeners. */
  end(reason: Error): void
}

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined
  /** Called with the completed part, from 0 to 1. */
  readonly onProgress?: ((part: number) => void) | undefined
  /** Milliseconds. */
  readonly timeout: number
}

export interface PairingOptions {
  /** The window that receives the messages. */
  readonly home: Pick<Window, 'addEventListener' | 'removeEventListener'>
  readonly frame: Window
  /** The origin of the wallet. Messages of other origins are ignored, and none are sent to them. */
  readonly origin: string
  readonly applicationId: string
  /** Milliseconds within which the frame must answer. */
  readonly timeout: number
  onSession(sessionPublicKey: string): void
  /** Called with the height of the frame's content, in CSS pixels. */
  onResize(height: number): void
  /** Called when the person closes the frame. */
  onClosing(): void
}

interface Open {
  resolve(reply: unknown): void
  reject(error: Error): void
  readonly onProgress: RequestOptions['onProgress']
}

/** Pairs with a frame that is opening. Earlier requests wait for the pairing. */
export function pair(options: PairingOptions): Connection {
  const { home, frame, origin, applicationId, timeout, onSession, onResize, onClosing } = options
  const open = new Map<string, Open & { readonly type: RepliedType }>()
  const { port1: port, port2: theirs } = new MessageChannel()
  let welcomed = () => {}
  let failed = (_reason: Error) => {}
  const paired = new Promise<void>((succeed, fail) => {
    welcomed = succeed
    failed = fail
  })
  // Without pending requests, a missing answer is not an error.
  paired.catch(() => {})
  const nonce = createNonce()
  const timer = setTimeout(() => end(reactError('AND_DIALOG_UNREACHABLE', origin, applicationId)), timeout)

  const arrived = ({ source, origin: from, data }: MessageEvent<unknown>) => {
    if (source !== frame || from !== origin) return
    const notice = readNotice(data)
    if (notice === undefined || 'malformed' in notice) return
    if (notice.type === 'ERROR') return end(errorFrom(notice.payload))
    if (notice.type !== 'DIALOG_READY') return
    const { versions, nonce: frameNonce } = notice.payload
    if (!versions.includes(VERSION)) {
      return end(reactError('AND_WALLET_VERSION', versions.join(', '), VERSION))
    }
    // Pair once: a second page in the same window is another frame.
    home.removeEventListener('message', arrived as EventListener)
    const hello = { type: 'HELLO', payload: { version: VERSION, frameNonce, nonce, applicationId } }
    frame.postMessage(hello, { targetOrigin: origin, transfer: [theirs] })
  }
  home.addEventListener('message', arrived as EventListener)

  port.onmessage = ({ data }: MessageEvent<unknown>) => {
    const notice = readNotice(data)
    if (notice === undefined || 'malformed' in notice) return
    if (notice.type === 'WELCOME') {
      if (notice.payload.nonce !== nonce) return end(reactError('AND_BAD_MESSAGE', 'WELCOME'))
      clearTimeout(timer)
      return welcomed()
    }
    if (notice.type === 'DIALOG_CLOSING') return onClosing()
    if (notice.type === 'RESIZE') return onResize(notice.payload.height)
    if (notice.type === 'SESSION_READY') onSession(notice.payload.sessionPublicKey)
    const pending = notice.id === undefined ? undefined : open.get(notice.id)
    if (pending === undefined) return
    if (notice.type === 'ERROR') pending.reject(errorFrom(notice.payload))
    else if (notice.type === 'PROGRESS') pending.onProgress?.(partOf(notice.payload))
    else if (notice.type === REPLIES[pending.type]) pending.resolve(notice.payload)
  }

  function request<T extends RepliedType>(
    type: T,
    payload: RequestPayload<T>,
    { signal, onProgress, timeout: patience }: RequestOptions,
  ): Promise<Reply<T>> {
    signal?.throwIfAborted()
    if (open.size >= MOST_OPEN) throw reactError('AND_WALLET_BUSY', `${open.size} are open`)
    const id = crypto.randomUUID()
    return new Promise((succeed, fail) => {
      const settle = () => {
        clearTimeout(late)
        signal?.removeEventListener('abort', stop)
        return open.delete(id)
      }
      const reject = (error: Error) => {
        if (!settle()) return
        if (sent) port.postMessage({ type: 'CANCEL', payload: { request: id } })
        fail(error)
      }
      const stop = () => reject(asError(signal?.reason))
      const late = setTimeout(() => reject(reactError('AND_DIALOG_TIMEOUT', patience / 1000)), patience)
      signal?.addEventListener('abort', stop, { once: true })
      let sent = false
      open.set(id, {
        type,
        onProgress,
        reject,
        resolve(reply) {
          settle()
          succeed(reply as Reply<T>)
        },
      })
      paired
        .then(() => {
          if (!open.has(id)) return
          port.postMessage({ type, id, payload })
          sent = true
        })
        .catch(cause => reject(asError(cause)))
    })
  }

  function end(reason: Error): void {
    clearTimeout(timer)
    home.removeEventListener('message', arrived as EventListener)
    failed(reason)
    for (const { reject } of open.values()) reject(reason)
    // A cancellation is still delivered to a frame that stays open.
    setTimeout(() => port.close())
  }

  return {
    request,
    get open() {
      return open.size
    },
    end,
  }
}

const partOf = ({ loaded, total }: NoticePayload<'PROGRESS'>): number => (total > 0 ? loaded / total : 0)
