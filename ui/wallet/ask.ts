/** What the pages ask of the gateway that serves them. */
import type { Problem } from '../../schemas/problem.ts'

export interface Asked {
  /** Sent as a POST. */
  readonly body?: object
}

/** The gateway's refusal, in its own words. */
export class Refused extends Error {
  override readonly name = 'Refused'
  /** A row of the gateway's tables: `AND_…`. */
  readonly code: string

  constructor({ code, detail }: Problem) {
    super(detail)
    this.code = code
  }
}

/** The JSON that a path of this origin answers. @throws Refused */
export async function ask<T>(path: string, { body }: Asked = {}): Promise<T> {
  const answer = await fetch(path, {
    method: body ? 'POST' : 'GET',
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  const read = (await answer.json()) as unknown
  if (!answer.ok) throw new Refused(read as Problem)
  return read as T
}
