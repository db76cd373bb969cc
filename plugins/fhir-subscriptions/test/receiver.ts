/** A receiver of notifications, written from the specification: it may refuse, and keeps what it accepts. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Test } from 'tap'

export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  // biome-ignore lint/suspicious/noExplicitAny: a Bundle of any version, as a client parses it.
  readonly bundle: any
  readonly at: number
}

export interface Receiver {
  readonly url: string
  readonly received: readonly Received[]
  /** The status of the next answers; 0 closes the connection. */
  status: number
  /** Milliseconds before each answer. */
  pause: number
  /** The accepted notifications of a type. */
  ofType(type: string): Received[]
  /** The `webhook-id` of each request, accepted or not. */
  readonly ids: readonly string[]
  /** Numbers of the accepted events, in the order of their arrival. */
  numbers(): number[]
  close(): void
}

/** The type in SubscriptionStatus, or in Parameters. */
// biome-ignore lint/suspicious/noExplicitAny: see above.
export function typeOf(bundle: any): string {
  const status = bundle.entry[0].resource
  if (status.resourceType === 'SubscriptionStatus') return status.type
  return status.parameter.find(({ name }: { name: string }) => name === 'type').valueCode
}

// biome-ignore lint/suspicious/noExplicitAny: see above.
export const eventsOf = (bundle: any): any[] => bundle.entry[0].resource.notificationEvent ?? []

export async function startReceiver(t: Test): Promise<Receiver> {
  const received: Received[] = []
  const ids: string[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', part => parts.push(part))
    request.on('end', () => {
      // A test may change it before the answer is sent.
      const { status } = receiver
      ids.push(String(request.headers['webhook-id']))
      if (status === 0) return request.socket.destroy()
      if (status < 300) {
        const body = Buffer.concat(parts).toString()
        const { url: path = '', headers } = request
        received.push({ path, headers, body, bundle: JSON.parse(body), at: Date.now() })
      }
      setTimeout(() => response.writeHead(status).end(), receiver.pause)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/notify`,
    ...{ received, ids },
    ...{ status: 204, pause: 0 },
    ofType: type => received.filter(({ bundle }) => typeOf(bundle) === type),
    numbers: () =>
      received.flatMap(({ bundle }) => eventsOf(bundle).map(({ eventNumber }) => Number(eventNumber))),
    close: () => server.close(),
  }
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return receiver
}

/** Waits until something is true, for at most some seconds. */
export async function until(isTrue: () => unknown, seconds = 15): Promise<void> {
  const end = Date.now() + seconds * 1000
  while (!(await isTrue())) {
    if (Date.now() > end) throw new Error('It has not come to pass')
    await new Promise(resolve => setTimeout(resolve, 25))
  }
}
