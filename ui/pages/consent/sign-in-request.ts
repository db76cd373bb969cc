/** Reads a sign-in request from the gateway and sends the decision. */
import type { KeyPair } from '../../../core/crypto/keys.ts'
import type { ConsentAnswer, Signin as SigninSchema } from '../../../schemas/consent.ts'
import type { Infer } from '../../../schemas/types.ts'
import { ask } from '../shell/gateway-request.ts'
import { signinPath } from '../shell/loading/first-requests.ts'

export type Signin = Infer<typeof SigninSchema>

export const readSignin = (id: string): Promise<Signin> => ask<Signin>(signinPath(id))

/** Signs exactly the requested claims and returns the URL to continue at. */
export async function approve(id: string, keyPair: KeyPair, { claims, lifetime }: Signin): Promise<string> {
  const { aud: audience, nonce, scopes, client_id, client_name } = claims
  const { createSelfSignedJwt } = await import('../../../core/crypto/jwt.ts')
  const token = createSelfSignedJwt({
    ...{ keyPair, scopes, now: Math.floor(Date.now() / 1000), lifetime, audience, nonce },
    extra: { client_id, client_name },
  })
  const { redirect } = await ask<Infer<typeof ConsentAnswer>>(`${signinPath(id)}/approve`, {
    body: { token },
  })
  return redirect
}

export async function decline(id: string): Promise<string> {
  const { redirect } = await ask<Infer<typeof ConsentAnswer>>(`${signinPath(id)}/deny`, { body: {} })
  return redirect
}
