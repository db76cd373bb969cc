/** Encrypts what belongs to a profile under keys that derive from its own, one for each purpose. */
import { encodeUtf8 } from '../../../core/crypto/bytes.ts'
import type { StorageKeyPair } from '../../sdk/key-pair.ts'

export type Owner = Pick<StorageKeyPair, 'did' | 'privateKey'>

/** The purposes are part of the derivation: a change makes what is stored unreadable. */
export type Purpose = 'copy on a device, version 1' | 'picture of a profile, version 1'

const IV_BYTES = 12

/** AES-256-GCM under HKDF-SHA-256 of the key of the profile: the initialization vector, then the ciphertext. */
export async function seal(owner: Owner, purpose: Purpose, secret: Uint8Array): Promise<Uint8Array> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const key = await keyOf(owner, purpose)
  const sealed = await crypto.subtle.encrypt(parametersOf(iv, owner), key, new Uint8Array(secret))
  const whole = new Uint8Array(IV_BYTES + sealed.byteLength)
  whole.set(iv)
  whole.set(new Uint8Array(sealed), IV_BYTES)
  return whole
}

/** Undefined if it was sealed for another profile or purpose, or changed since. */
export async function unseal(
  owner: Owner,
  purpose: Purpose,
  sealed: Uint8Array,
): Promise<Uint8Array | undefined> {
  const [iv, content] = [new Uint8Array(sealed.slice(0, IV_BYTES)), new Uint8Array(sealed.slice(IV_BYTES))]
  const key = await keyOf(owner, purpose)
  return crypto.subtle.decrypt(parametersOf(iv, owner), key, content).then(
    opened => new Uint8Array(opened),
    () => undefined,
  )
}

/** The owner is authenticated: what belongs to one profile never passes for that of another. */
const parametersOf = (iv: Uint8Array<ArrayBuffer>, { did }: Owner): AesGcmParams => ({
  ...{ name: 'AES-GCM', iv },
  additionalData: new Uint8Array(encodeUtf8(did)),
})

async function keyOf({ privateKey }: Owner, purpose: Purpose): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', new Uint8Array(privateKey), 'HKDF', false, [
    'deriveKey',
  ])
  const info = new Uint8Array(encodeUtf8(`andiron ${purpose}`))
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(32), info },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
}
