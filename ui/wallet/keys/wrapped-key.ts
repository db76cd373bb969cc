/** A private key sealed under what only its owner has: a passphrase, or a passkey. */
import { encodeUtf8, fromBase64url, toBase64url } from '../../../core/crypto/bytes.ts'
import type { WrappedKey } from '../../../schemas/wallet.ts'
import { createPasskey, type Passkey, prfOf } from './passkey.ts'

/** What a person seals or opens a key with. */
export type Sealing =
  | { readonly way: 'passphrase'; readonly passphrase: string }
  | { readonly way: 'passkey' }

/** The passphrase or the passkey is not the one that the key was sealed with, or what was sealed has been changed. */
export class NotOpened extends Error {
  override readonly name = 'NotOpened'
}

/** OWASP's figure for PBKDF2-HMAC-SHA-256, as of 2023; it stands in the sealed key, so that it can grow. */
const ITERATIONS = 600_000

/** Characters that a passphrase must have: the sealed key waits where it can be tried without limit. */
export const SHORTEST_PASSPHRASE = 12

/**
 * Seals the 32 bytes of a private key.
 * @param label - whose key it is, a DID or an address; authenticated with it
 * @throws Error when the browser has no passkey that can seal
 */
export async function wrapKey(key: Uint8Array, label: string, sealing: Sealing): Promise<WrappedKey> {
  const salt = random(32)
  const iv = random(12)
  const made = sealing.way === 'passkey' ? await createPasskey(salt) : undefined
  const about = {
    ...{ version: 1 as const, way: sealing.way, salt: toBase64url(salt), iv: toBase64url(iv) },
    ...(made ? { credential: made.credential } : { iterations: ITERATIONS }),
  }
  const sealingKey = await sealingKeyOf(about, sealing, made)
  const sealed = await crypto.subtle.encrypt(parametersOf(iv, label), sealingKey, new Uint8Array(key))
  return { ...about, sealed: toBase64url(new Uint8Array(sealed)) }
}

/** Opens what {@link wrapKey} sealed. @throws NotOpened */
export async function unwrapKey(
  wrapped: WrappedKey,
  label: string,
  sealing: Sealing,
): Promise<Uint8Array<ArrayBuffer>> {
  const sealingKey = await sealingKeyOf(wrapped, sealing)
  const parameters = parametersOf(fromBase64url(wrapped.iv), label)
  const opened = crypto.subtle.decrypt(parameters, sealingKey, fromBase64url(wrapped.sealed))
  return new Uint8Array(
    await opened.catch(cause => {
      const what = wrapped.way === 'passkey' ? 'passkey' : 'passphrase'
      throw new NotOpened(`This is not the ${what} that the key was sealed with.`, { cause })
    }),
  )
}

type About = Pick<WrappedKey, 'salt' | 'iterations' | 'credential'>

async function sealingKeyOf(
  { salt, iterations = ITERATIONS, credential = '' }: About,
  sealing: Sealing,
  made?: Passkey,
): Promise<CryptoKey> {
  const bytes = fromBase64url(salt)
  if (sealing.way === 'passkey') {
    const secret = made?.secret ?? (await prfOf(credential, bytes))
    const material = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey'])
    return aesKey(
      { name: 'HKDF', hash: 'SHA-256', salt: bytes, info: encodeUtf8('andiron wrapped key') },
      material,
    )
  }
  // The same letters typed on another keyboard may come as other code points.
  const passphrase = encodeUtf8(sealing.passphrase.normalize('NFKC'))
  const material = await crypto.subtle.importKey('raw', passphrase, 'PBKDF2', false, ['deriveKey'])
  return aesKey({ name: 'PBKDF2', hash: 'SHA-256', salt: bytes, iterations }, material)
}

const aesKey = (derivation: HkdfParams | Pbkdf2Params, material: CryptoKey): Promise<CryptoKey> =>
  crypto.subtle.deriveKey(derivation, material, { name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])

const parametersOf = (iv: Uint8Array<ArrayBuffer>, label: string): AesGcmParams => ({
  ...{ name: 'AES-GCM', iv },
  additionalData: encodeUtf8(label),
})

const random = (length: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(length))
