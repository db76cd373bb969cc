/** Sends thousands of requests, each of which must succeed. */
import autocannon from 'autocannon'

export interface Shot {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

const CONNECTIONS = 20

/**
 * Sends at least `amount` requests, and returns their number.
 * @param next - creates the next request; `call` counts from `first`
 * @throws Error if any response is not 2xx: a refusal is fast
 */
export async function fire(
  url: string,
  amount: number,
  first: number,
  next: (call: number) => Shot,
): Promise<number> {
  let call = first
  const { non2xx, errors, requests } = await autocannon({
    url,
    amount: Math.max(amount, CONNECTIONS),
    connections: CONNECTIONS,
    // It checks for completion as often as it samples.
    sampleInt: 50,
    requests: [{ setupRequest: request => ({ ...request, ...next(call++) }) }],
  })
  if (non2xx || errors) throw new Error(`${non2xx} refusals and ${errors} errors from ${next(first).path}`)
  return requests.total
}
