/** Creating a self-signed token. */
import { hash } from 'node:crypto'
import { createRequire } from 'node:module'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { createSelfSignedJwt } from '../../core/crypto/jwt.ts'
import { noble, type Primitives } from '../../core/crypto/primitives.ts'
import { libsecp256k1 } from '../../core/keys/native.ts'
import { type Candidate, compare, type Scale } from '../harness.ts'
import { each, now, people } from '../people.ts'
import { didJwt } from './did-jwt.ts'

const native: typeof import('secp256k1') = createRequire(import.meta.url)('secp256k1/bindings')
const digest = new Uint8Array(hash('sha256', 'a signing input', 'buffer'))
const claims = { iat: now, exp: now + 3600, nonce: '00112233445566778899aabbccddeeff', scopes: ['write'] }

const ours = (primitives: Primitives): Candidate => ({
  name: `andiron on ${primitives.name}`,
  run: call => createSelfSignedJwt({ keyPair: each(people, call), ...claims, now }, primitives),
})

const theirs = ({ createJWT, ES256KSigner }: NonNullable<typeof didJwt>): Candidate => {
  const signers = people.map(({ did, privateKey }) => ({ issuer: did, signer: ES256KSigner(privateKey) }))
  return { name: 'did-jwt', run: call => createJWT(claims, each(signers, call), { alg: 'ES256K' }) }
}

export const signing = (scale: Scale) =>
  compare(
    'Sign a token',
    [
      {
        name: 'floor: secp256k1/bindings, digest at hand',
        run: call => native.ecdsaSign(digest, each(people, call).privateKey),
      },
      ours(libsecp256k1()),
      ours(noble),
      {
        name: '@noble/curves, digest at hand',
        run: call => secp256k1.sign(digest, each(people, call).privateKey, { prehash: false }),
      },
      ...(didJwt ? [theirs(didJwt)] : []),
    ],
    scale,
  )
