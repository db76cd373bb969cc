/** Reads the event stream of a subscription; reconnects, and reads on after the last notification. */
import { parseJsonObject } from '../../core/crypto/json.ts'
import { type Reader, readerToken } from './backend-signer.ts'
import { type EnvironmentInput, resolveEnvironment } from './environment.ts'
import { AndironError } from './errors.ts'
import { type CallOptions, sendForText, wait } from './http.ts'

/** A notification of an event stream. */
export interface StreamedNotification {
  /** The number of its last event: store it, and pass the next one as `from` after a restart. */
  readonly number: number
  /** The Bundle. */
  readonly bundle: { readonly resourceType: string; readonly [element: string]: unknown }
}

/** Options of {@link notifications}. */
export interface NotificationOptions extends CallOptions {
  /** The number of the first event. @default only events from now on */
  readonly from?: number
  /** The application, if the key belongs to several. */
  readonly applicationId?: string
}

/** Milliseconds before a stream is opened again: the first pause, and the longest. */
const PAUSES = [500, 30_000] as const

/**
 * Yields the notifications of a subscription with the channel `event-stream`, each once and in order. Opens the stream
 * again when the connection breaks or the gateway restarts. Returns when the subscription is off or deleted.
 * @param id - the `id` of the subscription
 * @param reader - the application's key, a `backendSigner`, or a function that gets a stream token from your server
 * @param environment - a base URL, the name of a deployment, or an environment from `loadEnvironment`
 * @throws AndironError with the gateway's `code` when it refuses the stream; the signal's reason
 * @example
 * ```ts
 * const token = () => fetch('/my-server/stream-token').then(answer => answer.text())
 * for await (const { number, bundle } of notifications(id, token, environment, { from: 17 })) show(number, bundle)
 * ```
 */
export async function* notifications(
  id: string,
  reader: Reader | (() => Promise<string>),
  environment: EnvironmentInput,
  { from, applicationId, signal }: NotificationOptions = {},
): AsyncGenerator<StreamedNotification, void, undefined> {
  const url = `${resolveEnvironment(environment).apiBaseUrl}/api/subscription/${encodeURIComponent(id)}/stream`
  const scope = 'read:questionnaire[*] read:collection[*]'
  let last = from === undefined ? undefined : from - 1
  let failures = 0
  for (;;) {
    try {
      const own = typeof reader === 'function' ? await reader() : undefined
      const query = own === undefined ? '' : `?token=${encodeURIComponent(own)}`
      const token =
        typeof reader === 'function'
          ? undefined
          : await readerToken(reader, scope, environment, {
              signal,
              ...(applicationId !== undefined && { applicationId }),
            })
      const headers = {
        accept: 'text/event-stream, application/problem+json',
        ...(last !== undefined && { 'last-event-id': String(last) }),
      }
      const texts = sendForText({
        ...{ url: `${url}${query}`, headers, repeatable: false, signal },
        ...(token !== undefined && { token }),
      })
      for await (const { event, number, data } of messagesOf(texts)) {
        failures = 0
        if (event === 'end') {
          const { reason } = parseJsonObject(data)
          if (reason === 'off' || reason === 'deleted') return
          break
        }
        // The first message is the handshake: its number is the last one before the stream.
        const isNew = last !== undefined && number > last
        last = Math.max(last ?? 0, number)
        if (isNew) yield { number, bundle: parseJsonObject(data) as StreamedNotification['bundle'] }
      }
    } catch (error) {
      if (!isPassing(error)) throw error
    }
    const pause = Math.min(PAUSES[1], PAUSES[0] * 2 ** Math.min(failures++, 10))
    // Half is random, so that the clients of a gateway that restarts do not return at once.
    await wait(pause / 2 + (Math.random() * pause) / 2, signal)
  }
}

/** A refusal ends the iteration; a broken connection and a busy gateway do not. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof AndironError)) return false
  if (error.code === 'AND_NETWORK') return true
  const { status = 0 } = error
  return status === 429 || status >= 500
}

interface Message {
  readonly event: string
  readonly number: number
  readonly data: string
}

/** The messages of an event stream (WHATWG HTML, "Server-sent events"), as this gateway writes them. */
async function* messagesOf(texts: AsyncIterable<string>): AsyncGenerator<Message, void, undefined> {
  let rest = ''
  for await (const text of texts) {
    const blocks = (rest + text).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = new Map(
        block.split('\n').map(line => {
          const at = line.indexOf(':')
          return [line.slice(0, at), line.slice(at + 1).trimStart()] as const
        }),
      )
      const data = fields.get('data')
      if (data !== undefined)
        yield { event: fields.get('event') ?? 'message', number: Number(fields.get('id') ?? 0), data }
    }
  }
}
