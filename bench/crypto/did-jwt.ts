/** `did-jwt`, another implementation of the same tokens: installed apart, by `npm install --prefix bench/peers/crypto`. */
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

type Signer = (data: string) => Promise<string>

/** The part of the package that is compared. */
interface DidJwt {
  ES256KSigner(privateKey: Uint8Array): Signer
  createJWT(
    payload: object,
    options: { readonly issuer: string; readonly signer: Signer },
    header: { readonly alg: 'ES256K' },
  ): Promise<string>
  verifyJWT(
    jwt: string,
    options: { readonly resolver: { resolve(did: string): Promise<object> } },
  ): Promise<unknown>
}

/** Undefined where it is not installed. */
export const didJwt: DidJwt | undefined = await Promise.resolve()
  .then(() => createRequire(resolve('bench/peers/crypto/package.json')).resolve('did-jwt'))
  .then(
    path => import(pathToFileURL(path).href),
    () => undefined,
  )
