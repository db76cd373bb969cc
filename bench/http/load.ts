/** Requests by the thousand, each answered as it should be. */
import autocannon from 'autocannon'

export interface Shot {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

const CONNECTIONS = 20

/**
 * Fires at least `amount` requests, and says how many there were.
 * @param next - the request whose turn it is; `call` counts from `first`
 * @throws Error when one is not answered with 2xx: a refusal is fast
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
    // It looks whether it has finished as often as it takes samples.
    sampleInt: 50,
    requests: [{ setupRequest: request => ({ ...request, ...next(call++) }) }],
  })
  if (non2xx || errors) throw new Error(`${non2xx} refusals and ${errors} errors from ${next(first).path}`)
  return requests.total
}
