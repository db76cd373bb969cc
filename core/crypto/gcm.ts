/**
 * AES-256-GCM over whole files. In Node by `node:crypto`, in slices: WebCrypto copies a file before and after its work,
 * which takes longer than the cipher. In browsers by WebCrypto.
 */
import { gcm } from '@noble/ciphers/webcrypto.js'
import { free } from './bytes.ts'

interface Gcm {
  /** Returns the ciphertext and its tag. */
  encrypt(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>>
  /** Takes the ciphertext and its tag; throws if either was altered. */
  decrypt(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>>
}

/** The used part of `node:crypto`. Declared here, because compiling for browsers lacks the types of Node. */
interface Cipher {
  update(bytes: Uint8Array): Uint8Array
  final(): Uint8Array
  getAuthTag(): Uint8Array
  setAuthTag(tag: Uint8Array): void
}
type Create = (
  name: string,
  key: Uint8Array,
  nonce: Uint8Array,
  options: { readonly authTagLength: number },
) => Cipher
interface NodeCrypto {
  readonly createCipheriv: Create
  readonly createDecipheriv: Create
}

const { process } = globalThis as {
  readonly process?: { readonly getBuiltinModule?: (name: string) => NodeCrypto | undefined }
}

/** The overhead of a sealed file: the tag. */
export const TAG_BYTES = 16
/** Bytes per call of the cipher: they stay in the cache, and the memory for them is used again. */
const SLICE = 64 * 1024
/** Bytes between two pauses for the other work of the process: some milliseconds. */
const TURN = 4 * 1024 * 1024

/** @param native - `node:crypto` */
export function gcmOf(
  key: Uint8Array,
  nonce: Uint8Array,
  native: NodeCrypto | undefined = process?.getBuiltinModule?.('node:crypto'),
): Gcm {
  if (native === undefined) return gcm(key, nonce)
  const options = { authTagLength: TAG_BYTES }
  return {
    async encrypt(bytes) {
      const cipher = native.createCipheriv('aes-256-gcm', key, nonce, options)
      const sealed = new Uint8Array(bytes.length + TAG_BYTES)
      await pass(bytes, cipher, sealed)
      cipher.final()
      sealed.set(cipher.getAuthTag(), bytes.length)
      return sealed
    },
    async decrypt(bytes) {
      const decipher = native.createDecipheriv('aes-256-gcm', key, nonce, options)
      const length = Math.max(0, bytes.length - TAG_BYTES)
      const opened = new Uint8Array(length)
      await pass(bytes.subarray(0, length), decipher, opened)
      decipher.setAuthTag(bytes.subarray(length))
      decipher.final()
      return opened
    },
  }
}

async function pass(bytes: Uint8Array, cipher: Cipher, into: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; at += SLICE) {
    if (at > 0 && at % TURN === 0) await new Promise(resolve => setTimeout(resolve))
    const piece = cipher.update(bytes.subarray(at, at + SLICE))
    into.set(piece, at)
    free(piece)
  }
}
