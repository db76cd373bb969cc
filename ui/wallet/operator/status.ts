/** Reads the state of the gateway with the operator's key. */
import type { OperatorStatus } from '../../../schemas/operator-status.ts'

/** The key was refused. */
export class KeyRefused extends Error {
  override readonly name = 'KeyRefused'
}

/** @throws KeyRefused, or an error with a sentence for the operator */
export async function readStatus(key: string, signal: AbortSignal): Promise<OperatorStatus> {
  const response = await fetch('/api/operator/status', {
    headers: { authorization: `Bearer ${key}` },
    credentials: 'omit',
    signal,
  })
  if (response.status === 401) throw new KeyRefused('This key does not open the page.')
  if (response.status === 429)
    throw new Error(`Too many requests. Try again in ${response.headers.get('retry-after') ?? '60'} seconds.`)
  if (!response.ok) throw new Error(`The gateway answers ${response.status}.`)
  return (await response.json()) as OperatorStatus
}
