/** HTTP requests with safe retries. Every error names its endpoint. */
import { isJsonObject } from '../../core/crypto/json.ts'
import { AndironError, type SdkErrorCode, sdkError } from './errors.ts'
import { failureOf } from './failure.ts'

/** Options of every operation. */
export interface CallOptions {
  /** Aborts the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/** Options of operations whose texts a person reads. */
export interface LanguageOptions extends CallOptions {
  /**
   * The languages of the reader as in `Accept-Language`: `de-AT, fr;q=0.8`. Forms, and the problems of answers, come in
   * the best that there is; `*` asks for the original form. Anything of another shape is not sent.
   * @default that of the browser; none elsewhere
   */
  readonly language?: string | undefined
}

/** The characters of the header. */
const LANGUAGES = /^[A-Za-z0-9*][A-Za-z0-9*,;=. -]{0,199}$/

export interface HttpRequest extends LanguageOptions {
  /** @default 'GET' */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly url: string
  readonly token?: string
  readonly body?: unknown
  /** In place of a body of JSON. */
  readonly form?: URLSearchParams
  readonly headers?: Readonly<Record<string, string>>
  /** True if sending it twice has the same effect as sending it once. */
  readonly repeatable: boolean
  /** The error code if the response has none. @default 'AND_HTTP' */
  readonly otherwise?: SdkErrorCode
  /** Called with the headers of a successful response. */
  readonly onAnswer?: (headers: Headers) => void
}

/** Milliseconds until a response must have arrived. */
const TIMEOUT = 30_000
/**
 * Milliseconds before the second and the third attempt; half is random, so that clients do not retry in
 * lockstep.
 */
const PAUSES = [400, 1600]
/** Maximum Retry-After of a busy service, in milliseconds. */
const LONGEST_WAIT = 10_000

/** True if a response says that the service is busy or temporarily unavailable. */
function isPassing({ status, problem }: AndironError): boolean {
  // From a proxy it concerns the gateway; from the gateway, a node's decision.
  if (status === 502 || status === 504) return problem === undefined
  return status === 429 || status === 503
}

/**
 * Sends a request, with retries if the service is unreachable or busy. Resolves with the text of the
 * response.
 */
export async function send(request: HttpRequest): Promise<string> {
  const pauses = request.repeatable ? PAUSES : []
  for (let attempt = 0; ; attempt++) {
    try {
      return await sendOnce(request)
    } catch (error) {
      const pause = pauses[attempt]
      if (pause === undefined || !(error instanceof Passing))
        throw error instanceof Passing ? error.cause : error
      await wait(error.wait ?? pause / 2 + (Math.random() * pause) / 2, request.signal)
    }
  }
}

/** As `send`, for a response that is a JSON object with at least these members. */
export async function sendForJson<T>(request: HttpRequest, members: readonly string[]): Promise<T> {
  const text = await send(request)
  const body = parsed(text)
  const missing = isJsonObject(body) ? members.find(member => !Object.hasOwn(body, member)) : ''
  if (missing === undefined) return body as T
  const wanted = missing === '' ? 'a JSON object' : `a JSON object with '${missing}'`
  throw sdkError('AND_BAD_ANSWER', [endpointOf(request), wanted])
}

/** The method and the URL without its query: the part that an error may show. */
export function endpointOf({ method = 'GET', url }: Pick<HttpRequest, 'method' | 'url'>): string {
  return `${method} ${url.replace(/[?#].*$/s, '')}`
}

/** A failure that a retry may resolve. */
class Passing extends Error {
  override readonly cause: AndironError
  readonly wait: number | undefined

  constructor(cause: AndironError, wait?: number) {
    super()
    this.cause = cause
    this.wait = wait
  }
}

/** Streams the text of a response. Sends the request once; throws if the response ends too early. */
export async function* sendForText(request: HttpRequest): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder()
  for await (const bytes of sendForBytes(request)) yield decoder.decode(bytes, { stream: true })
}

/** Streams the bytes of a response, as `sendForText` does its text. */
export async function* sendForBytes(
  request: HttpRequest,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const { signal, otherwise = 'AND_HTTP' } = request
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), TIMEOUT)
  const message = messageOf(request, signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal)
  try {
    const response = await fetch(message)
    // The body may take any time while data arrives.
    clearTimeout(timer)
    if (!response.ok) throw failureOf(endpointOf(request), response.status, await response.text(), otherwise)
    const reader = response.body?.getReader()
    for (let chunk = await reader?.read(); chunk?.value; chunk = await reader?.read()) yield chunk.value
  } catch (cause) {
    signal?.throwIfAborted()
    if (cause instanceof AndironError) throw cause
    throw sdkError('AND_NETWORK', [endpointOf(request)], { cause })
  } finally {
    clearTimeout(timer)
    timeout.abort()
  }
}

function messageOf(
  { method = 'GET', url, token, body, form, headers, language = '' }: HttpRequest,
  signal: AbortSignal,
): Request {
  return new Request(url, {
    method,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(LANGUAGES.test(language) && { 'accept-language': language }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(form && { body: form }),
    signal,
    // The token is the only credential; send no cookies and follow no redirects.
    credentials: 'omit',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
  })
}

async function sendOnce(request: HttpRequest): Promise<string> {
  const { signal, otherwise = 'AND_HTTP' } = request
  const timeout = AbortSignal.timeout(TIMEOUT)
  // Built before sending: a message that cannot be built is not a network failure.
  const message = messageOf(request, signal ? AbortSignal.any([signal, timeout]) : timeout)
  let response: Response
  let text: string
  try {
    response = await fetch(message)
    text = await response.text()
  } catch (cause) {
    signal?.throwIfAborted()
    throw new Passing(sdkError('AND_NETWORK', [endpointOf(request)], { cause }))
  }
  if (response.ok) {
    request.onAnswer?.(response.headers)
    return text
  }
  const failure = failureOf(endpointOf(request), response.status, text, otherwise)
  const wait = 1000 * Number(response.headers.get('retry-after') ?? 0)
  if (!isPassing(failure) || !(wait <= LONGEST_WAIT)) throw failure
  throw new Passing(failure, wait || undefined)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Resolves after a time; rejects with the signal's reason. */
export function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
