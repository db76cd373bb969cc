/** Requests of the pages to the gateway that serves them. */
import type { Problem } from '../../../schemas/problem.ts'
import { taken } from './loading/first-requests.ts'

export interface GatewayRequest {
  /** Sent as a POST. */
  readonly body?: object
}

/** An error response of the gateway, with its own message. */
export class Refused extends Error {
  override readonly name = 'Refused'
  /** The gateway's error code: `AND_…`. */
  readonly code: string

  constructor({ code, detail }: Problem) {
    super(detail)
    this.code = code
  }
}

/** Returns the JSON response of a path of this origin. @throws Refused */
export async function ask<T>(path: string, { body }: GatewayRequest = {}): Promise<T> {
  const answer = await (body
    ? fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    : (taken(path) ?? fetch(path)))
  const read = (await answer.json()) as unknown
  if (!answer.ok) throw new Refused(read as Problem)
  return read as T
}
