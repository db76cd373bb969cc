/** The crypto backend on a server: native code if it loads, OpenSSL otherwise. */

import { createECDH, createPublicKey, hash, type KeyObject, verify } from 'node:crypto'
import { createRequire } from 'node:module'
import { LRUCache } from 'lru-cache'
import { getPublicKey } from '../crypto/curve.ts'
import { noble, type Primitives } from '../crypto/primitives.ts'
import { growing } from '../growing.ts'

const sha256 = (bytes: Uint8Array): Uint8Array => hash('sha256', bytes, 'buffer')

/** libsecp256k1. @throws if neither a prebuilt nor a compiled binding is installed */
export function libsecp256k1(): Primitives {
  // The package's main entry silently falls back to slow JavaScript; this one fails.
  const native: typeof import('secp256k1') = createRequire(import.meta.url)('secp256k1/bindings')
  return {
    name: 'libsecp256k1',
    verify: (signature, message, publicKey) => native.ecdsaVerify(signature, sha256(message), publicKey),
    sign: (message, privateKey) => native.ecdsaSign(sha256(message), privateKey).signature,
    recover: (signature, parity, hash) => native.ecdsaRecover(signature, parity, hash, false),
    sha256,
  }
}

/** The compressed public key of a valid private key; OpenSSL takes a hundredth of the time of JavaScript. */
export function publicKeyFrom(privateKey: Uint8Array): Uint8Array {
  try {
    const pair = createECDH('secp256k1')
    pair.setPrivateKey(privateKey)
    return Uint8Array.from(pair.getPublicKey(null, 'compressed') as unknown as Uint8Array)
  } catch {
    return getPublicKey(privateKey)
  }
}

/**
 * The bytes before a compressed point in a SubjectPublicKeyInfo: id-ecPublicKey, secp256k1, a bit string of
 * 33 bytes.
 */
const SPKI_HEADER = Buffer.from('3036301006072a8648ce3d020106052b8104000a032200', 'hex')

/** The compressed base point: a key that loads wherever the curve is supported. */
const GENERATOR = Buffer.from('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798', 'hex')

/** The OpenSSL of Node.js. @throws if it was built without the curve */
export function nodeCrypto(): Primitives {
  // Building a key costs about as much as a verification with it, and the same callers return.
  const keys = new LRUCache<string, KeyObject>(growing(1000))
  const keyOf = (publicKey: Uint8Array): KeyObject => {
    const id = Buffer.from(publicKey).toString('latin1')
    const cached = keys.get(id)
    if (cached !== undefined) return cached
    const key = createPublicKey({
      key: Buffer.concat([SPKI_HEADER, publicKey]),
      format: 'der',
      type: 'spki',
    })
    keys.set(id, key)
    return key
  }
  keyOf(GENERATOR)
  return {
    name: 'node:crypto',
    verify: (signature, message, publicKey) =>
      verify('sha256', message, { key: keyOf(publicKey), dsaEncoding: 'ieee-p1363' }, signature),
    // OpenSSL uses random nonces and returns a high s half of the time.
    sign: noble.sign,
    recover: noble.recover,
    sha256,
  }
}

/** The fastest backend that loads on this machine; its `name` identifies it. */
export async function choosePrimitives(
  backends: readonly (() => Primitives)[] = [libsecp256k1, nodeCrypto],
): Promise<Primitives> {
  for (const load of backends) {
    try {
      return load()
    } catch {
      // Unavailable on this machine: try the next one; the last one runs everywhere.
    }
  }
  return noble
}
