/** Sealed bytes on signed URLs: no token goes with them, and the URL is in no error. */
import { sdkError } from './errors.ts'
import { failureOf } from './failure.ts'
import { type CallOptions, endpointOf } from './http.ts'

export interface Transfer extends CallOptions {
  readonly method: 'PUT' | 'GET' | 'DELETE'
  /** Signed, and so a secret for as long as it lives. */
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array<ArrayBuffer>
}

/** Sends one request, once: a signed URL lives for seconds, and a second attempt needs a new one. */
export async function transfer({
  method,
  url,
  headers,
  body,
  signal,
}: Transfer): Promise<Uint8Array<ArrayBuffer>> {
  const endpoint = endpointOf({ url }).replace('GET', method)
  try {
    const response = await fetch(url, {
      method,
      ...(headers && { headers }),
      ...(body && { body }),
      ...(signal && { signal }),
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
    })
    if (response.ok) return new Uint8Array(await response.arrayBuffer())
    throw failureOf(endpoint, response.status, await response.text(), 'AND_HTTP')
  } catch (cause) {
    signal?.throwIfAborted()
    if (!(cause instanceof TypeError)) throw cause
    throw sdkError('AND_NETWORK', [endpoint], { cause })
  }
}
