/**
 * Rows sealed for one node and signed by another: ECIES over secp256k1 with HKDF-SHA-256 and AES-256-GCM. The
 * gateway that relays them can neither read nor make one.
 */
import { createCipheriv, createDecipheriv, createECDH, hash, hkdfSync } from 'node:crypto'
import {
  assertSignedBy,
  type KeyPair,
  noble,
  type Primitives,
  publicKeyOf,
  readCompact,
  signCompact,
} from '../../../core/crypto/index.ts'
import { refusal } from '../../../core/node.ts'

/** The context of a box: part of its key and of its signature. */
export interface BoxContext {
  readonly move: string
  /** DIDs in the `did:key` spelling. */
  readonly from: string
  readonly to: string
}

const PUBLIC_KEY = 33
const TAG = 16
/** Each key seals one text, so the nonce may be constant. */
const NONCE = new Uint8Array(12)
/** A distinct `typ`, so that the signature never passes for that of a token. */
const HEADER = { alg: 'ES256K', typ: 'andiron-move' } as const

/** Seals a text under the public key of `to`, and signs the result with the key of `from`. */
export function sealBox(
  text: Uint8Array,
  context: BoxContext,
  sequence: number,
  key: KeyPair,
  primitives: Primitives = noble,
): string {
  const pair = createECDH('secp256k1')
  pair.generateKeys()
  const ephemeral = pair.getPublicKey(null, 'compressed') as unknown as Buffer
  const receiver = publicKeyOf(context.to)
  const secret = pair.computeSecret(receiver)
  const purpose = purposeOf(context, sequence)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret, ephemeral, receiver, purpose), NONCE)
  const sealed = Buffer.concat([ephemeral, cipher.update(text), cipher.final(), cipher.getAuthTag()])
  const statement = { ...context, sequence, digest: hash('sha256', sealed, 'hex') }
  return `${signCompact(HEADER, statement, key.privateKey, primitives)}~${sealed.toString('base64')}`
}

/** Opens a box of this context. @throws NodeError for any other, without saying which check failed */
export function openBox(
  box: string,
  context: BoxContext,
  key: KeyPair,
  primitives: Primitives = noble,
): { readonly sequence: number; readonly text: Buffer } {
  try {
    const at = box.indexOf('~')
    const sealed = Buffer.from(box.slice(at + 1), 'base64')
    const token = readCompact(box.slice(0, at))
    assertSignedBy(token, publicKeyOf(context.from), primitives)
    const { move, from, to, sequence, digest } = token.payload
    const isOurs =
      token.header['typ'] === HEADER.typ &&
      token.header['alg'] === HEADER.alg &&
      move === context.move &&
      from === context.from &&
      to === context.to &&
      digest === hash('sha256', sealed, 'hex')
    if (!isOurs || typeof sequence !== 'number' || !Number.isSafeInteger(sequence)) throw new Error('other')
    const ephemeral = sealed.subarray(0, PUBLIC_KEY)
    const pair = createECDH('secp256k1')
    pair.setPrivateKey(key.privateKey)
    const secret = pair.computeSecret(ephemeral)
    const purpose = purposeOf(context, sequence)
    const decipher = createDecipheriv(
      'aes-256-gcm',
      keyOf(secret, ephemeral, publicKeyOf(context.to), purpose),
      NONCE,
      { authTagLength: TAG },
    )
    decipher.setAuthTag(sealed.subarray(-TAG))
    return {
      sequence,
      text: Buffer.concat([decipher.update(sealed.subarray(PUBLIC_KEY, -TAG)), decipher.final()]),
    }
  } catch (cause) {
    throw Object.assign(refusal('MoveRefusedError', 'The box is not one of this move'), { cause })
  }
}

const purposeOf = ({ move, from, to }: BoxContext, sequence: number): Uint8Array =>
  Buffer.from(JSON.stringify(['andiron move 1', move, from, to, sequence]))

function keyOf(secret: Uint8Array, ephemeral: Uint8Array, receiver: Uint8Array, purpose: Uint8Array) {
  return new Uint8Array(hkdfSync('sha256', secret, Buffer.concat([ephemeral, receiver]), purpose, 32))
}
