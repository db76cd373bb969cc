/** The sign-in, as the gateway tells it and takes the decision. */
import { createSelfSignedJwt } from '../../../core/crypto/jwt.ts'
import type { KeyPair } from '../../../core/crypto/keys.ts'
import type { ConsentAnswer, Signin as SigninSchema } from '../../../schemas/consent.ts'
import type { Problem } from '../../../schemas/problem.ts'
import type { Infer } from '../../../schemas/types.ts'

export type Signin = Infer<typeof SigninSchema>

export const readSignin = (id: string): Promise<Signin> => ask<Signin>(id, '')

/** Signs what was asked for, and nothing else, and returns where to go on. */
export async function approve(id: string, keyPair: KeyPair, { claims, lifetime }: Signin): Promise<string> {
  const { aud: audience, nonce, scopes, client_id, client_name } = claims
  const token = createSelfSignedJwt({
    ...{ keyPair, scopes, now: Math.floor(Date.now() / 1000), lifetime, audience, nonce },
    extra: { client_id, client_name },
  })
  const { redirect } = await ask<Infer<typeof ConsentAnswer>>(id, '/approve', { token })
  return redirect
}

export async function decline(id: string): Promise<string> {
  const { redirect } = await ask<Infer<typeof ConsentAnswer>>(id, '/deny', {})
  return redirect
}

async function ask<T>(id: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(`/authorize/${encodeURIComponent(id)}${path}`, {
    ...(body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
  const read = (await answer.json()) as unknown
  if (!answer.ok) throw new Error((read as Problem).detail)
  return read as T
}
