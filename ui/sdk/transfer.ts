/** Transfers of encrypted bytes on signed URLs. They carry no token, and errors never contain the URL. */
import { AndironError, sdkError } from './errors.ts'
import { failureOf } from './failure.ts'
import { type CallOptions, endpointOf } from './http.ts'
import { inSteps, type OnProgress } from './progress.ts'
import { createXhr, sendByXhr } from './xhr.ts'

export interface TransferOptions extends CallOptions {
  /** Called as bytes move. If a page cannot track an upload, it is called only at the end. */
  readonly onProgress?: OnProgress | undefined
}

interface Signed {
  /** Signed, and therefore secret during its lifetime. */
  readonly url: string
}

export interface UploadRequest extends Signed, TransferOptions {
  readonly headers: Readonly<Record<string, string>>
}

export interface Upload extends UploadRequest {
  readonly bytes: Uint8Array<ArrayBuffer>
}

export interface Download extends Signed, TransferOptions {
  /** The exact number of bytes; this many are allocated, once. */
  readonly size: number
}

/** Uploads bytes, once: a signed URL lives for seconds, and a retry needs a new one. */
export const upload = ({ bytes, ...request }: Upload): Promise<void> => prepareUpload(bytes)(request)

/**
 * Hands bytes to the browser, which takes seconds for hundreds of megabytes, before the seconds of a signed URL
 * begin. Each call of the result uploads them.
 */
export function prepareUpload(bytes: Uint8Array<ArrayBuffer>): (request: UploadRequest) => Promise<void> {
  // Sending hundreds of megabytes as an ArrayBuffer crashes a Chromium page; a Blob is streamed.
  const blob = createXhr() && new Blob([bytes])
  return async ({ url, headers, signal, onProgress }) => {
    const report = inSteps(bytes.length, onProgress)
    await attempt('PUT', url, signal, async endpoint => {
      const xhr = createXhr()
      if (xhr && blob) {
        const request = { method: 'PUT', url, headers, body: blob, signal, report } as const
        const { status, text } = await sendByXhr(xhr, request)
        if (status < 200 || status > 299) throw failureOf(endpoint, status, text, 'AND_HTTP')
      } else await ask(endpoint, url, { method: 'PUT', ...bodyOf(bytes, headers, report) }, signal)
      report(bytes.length)
    })
  }
}

/**
 * True if an upload was refused for its URL, as one is that expired before it was used: another one may help. An object
 * store of S3 has no code of ours, and no common one for an expired URL.
 */
export const isUrlRefused = (cause: unknown): boolean =>
  cause instanceof AndironError &&
  (cause.code === 'AND_OBJECT_FORBIDDEN' || (cause.code === 'AND_HTTP' && cause.status === 403))

export async function download({
  url,
  size,
  signal,
  onProgress,
}: Download): Promise<Uint8Array<ArrayBuffer>> {
  return attempt('GET', url, signal, async endpoint => {
    const { body } = await ask(endpoint, url, { method: 'GET' }, signal)
    const report = inSteps(size, onProgress)
    const bytes = new Uint8Array(size)
    let loaded = 0
    const reader = body?.getReader()
    for (let chunk = await reader?.read(); chunk?.value; chunk = await reader?.read()) {
      if (loaded + chunk.value.length <= size) bytes.set(chunk.value, loaded)
      loaded += chunk.value.length
      if (loaded > size) await reader?.cancel()
      else report(loaded)
    }
    if (loaded !== size) throw sdkError('AND_BAD_ANSWER', [endpoint, `${size} bytes`])
    return bytes
  })
}

/** Converts a network failure to an error of the SDK. */
export async function attempt<T>(
  method: 'PUT' | 'GET',
  url: string,
  signal: AbortSignal | undefined,
  work: (endpoint: string) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted()
  const endpoint = endpointOf({ url }).replace('GET', method)
  try {
    return await work(endpoint)
  } catch (cause) {
    signal?.throwIfAborted()
    if (!(cause instanceof TypeError)) throw cause
    throw sdkError('AND_NETWORK', [endpoint], { cause })
  }
}

/** Sends a request that carries nothing but its signed URL. */
export async function ask(
  endpoint: string,
  url: string,
  init: RequestInit,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const response = await fetch(url, {
    ...init,
    ...(signal && { signal }),
    credentials: 'omit',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
  })
  if (response.ok) return response
  throw failureOf(endpoint, response.status, await response.text(), 'AND_HTTP')
}

/** Bytes per chunk of a stream. */
const CHUNK = 256 * 1024

/**
 * A body whose progress is tracked without copying, if a request can state its length beside a stream: not in
 * browsers.
 */
function bodyOf(
  bytes: Uint8Array<ArrayBuffer>,
  headers: Upload['headers'],
  report: (loaded: number) => void,
): RequestInit & { duplex?: 'half' } {
  const counted = { ...headers, 'content-length': String(bytes.length) }
  if (!new Request('http://localhost', { method: 'PUT', headers: counted }).headers.has('content-length')) {
    return { headers, body: new Blob([bytes]) }
  }
  let sent = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        report(sent)
        const chunk = bytes.subarray(sent, sent + CHUNK)
        sent += chunk.length
        if (chunk.length > 0) controller.enqueue(chunk)
        else controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  return { headers: counted, body, duplex: 'half' }
}
