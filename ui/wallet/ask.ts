/** What the pages ask of the gateway that serves them. */
import type { Problem } from '../../schemas/problem.ts'

export interface Asked {
  /** @default 'GET', or 'POST' with a body */
  readonly method?: string
  readonly body?: object
  /** Bearer token. */
  readonly token?: string
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
export async function ask<T>(path: string, { method, body, token }: Asked = {}): Promise<T> {
  const answer = await fetch(path, {
    method: method ?? (body ? 'POST' : 'GET'),
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const read = (await answer.json()) as unknown
  if (!answer.ok) throw new Refused(read as Problem)
  return read as T
}
