/** Uploads by XMLHttpRequest, the only API with which every browser reports upload progress. */

/** The APIs in use. Declared here, because compiling for Node lacks the browser's types. */
interface Xhr {
  readonly upload: { onprogress: (event: { readonly loaded: number }) => void }
  readonly status: number
  readonly responseText: string
  onload: () => void
  onerror: () => void
  onabort: () => void
  onloadend: () => void
  open(method: string, url: string): void
  setRequestHeader(name: string, value: string): void
  send(body: Blob): void
  abort(): void
}

export interface XhrRequest {
  readonly method: 'PUT'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Blob
  readonly signal: AbortSignal | undefined
  readonly report: (sent: number) => void
}

export interface XhrAnswer {
  readonly status: number
  readonly text: string
}

/** Creates a request; `undefined` outside pages. */
export function createXhr(): Xhr | undefined {
  const { XMLHttpRequest } = globalThis as unknown as { readonly XMLHttpRequest?: new () => Xhr }
  return XMLHttpRequest && new XMLHttpRequest()
}

/**
 * Sends the bytes and resolves with the response, whatever its status.
 * @throws TypeError without a response, as `fetch` does; the signal's reason if aborted
 */
export function sendByXhr(
  xhr: Xhr,
  { method, url, headers, body, signal, report }: XhrRequest,
): Promise<XhrAnswer> {
  return new Promise((resolve, reject) => {
    const stop = () => xhr.abort()
    xhr.open(method, url)
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value)
    xhr.upload.onprogress = ({ loaded }) => report(loaded)
    xhr.onload = () => resolve({ status: xhr.status, text: xhr.responseText })
    xhr.onerror = () => reject(new TypeError('The request was not answered'))
    xhr.onabort = () => reject(signal?.reason)
    xhr.onloadend = () => signal?.removeEventListener('abort', stop)
    signal?.addEventListener('abort', stop, { once: true })
    xhr.send(body)
  })
}
