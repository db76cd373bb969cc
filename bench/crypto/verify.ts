/** Verifying a self-signed token for the first time. */
import { hash } from 'node:crypto'
import { createRequire } from 'node:module'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { fromBase64url, toHex } from '../../core/crypto/bytes.ts'
import { publicKeyOf } from '../../core/crypto/did.ts'
import { verifyJwt } from '../../core/crypto/jwt.ts'
import { noble, type Primitives } from '../../core/crypto/primitives.ts'
import { libsecp256k1, nodeCrypto } from '../../core/keys/native.ts'
import { type Candidate, compare, type Scale } from '../harness.ts'
import { arriving, each, now, people, TOKENS_EACH, tokens } from '../people.ts'
import { didJwt } from './did-jwt.ts'

const native: typeof import('secp256k1') = createRequire(import.meta.url)('secp256k1/bindings')

/** The remaining work on a token once everything but the curve is done. */
const parts = tokens.map((token, at) => {
  const end = token.lastIndexOf('.')
  return {
    signature: fromBase64url(token.slice(end + 1)),
    digest: new Uint8Array(hash('sha256', token.slice(0, end), 'buffer')),
    publicKey: each(people, Math.floor(at / TOKENS_EACH)).publicKey,
  }
})

const ours = (primitives: Primitives): Candidate => ({
  name: `andiron on ${primitives.name}`,
  run: call => verifyJwt(arriving(call), { now, primitives }),
})

/** A local DID document; the peer would fetch it. */
const resolve = async (did: string) => ({
  didResolutionMetadata: {},
  didDocumentMetadata: {},
  didDocument: {
    id: did,
    verificationMethod: [
      {
        id: `${did}#1`,
        type: 'EcdsaSecp256k1VerificationKey2019',
        controller: did,
        publicKeyHex: toHex(publicKeyOf(did)),
      },
    ],
  },
})

const theirs = ({ verifyJWT }: NonNullable<typeof didJwt>): Candidate => ({
  name: 'did-jwt',
  run: call => verifyJWT(arriving(call), { resolver: { resolve } }),
})

export const verification = (scale: Scale) =>
  compare(
    'Verify a token, cold',
    [
      {
        name: 'floor: secp256k1/bindings, digest and key at hand',
        run(call) {
          const { signature, digest, publicKey } = each(parts, call)
          return native.ecdsaVerify(signature, digest, publicKey)
        },
      },
      ours(libsecp256k1()),
      ours(nodeCrypto()),
      ours(noble),
      {
        name: '@noble/curves, digest and key at hand',
        run(call) {
          const { signature, digest, publicKey } = each(parts, call)
          return secp256k1.verify(signature, digest, publicKey, { prehash: false })
        },
      },
      ...(didJwt ? [theirs(didJwt)] : []),
    ],
    scale,
  )
