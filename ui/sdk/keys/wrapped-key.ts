/** Encrypts a private key under a secret of its owner: a passphrase, or a passkey. */
import { encodeUtf8, fromBase64url, toBase64url } from '../../../core/crypto/bytes.ts'
import type { WrappedKey } from '../../../schemas/wallet.ts'
import { sdkError } from '../errors.ts'
import { createPasskey, type Passkey, prfOf, unnamedPasskey } from './passkey.ts'

/** The secret that encrypts a key. */
export type Sealing =
  | { readonly way: 'passphrase'; readonly passphrase: string }
  | { readonly way: 'passkey' }

/**
 * OWASP's recommendation for PBKDF2-HMAC-SHA-256, as of 2023. The encrypted key states its own, so that it
 * can grow.
 */
const ITERATIONS = 600_000
/**
 * Upper limit: an encrypted key comes from a service, and more iterations would block the device for minutes.
 */
const MOST_ITERATIONS = 10_000_000

/** Minimum characters of a passphrase: whoever stores the encrypted key can guess without limit. */
export const SHORTEST_PASSPHRASE = 12

/**
 * Encrypts the 32 bytes of a private key (AES-256-GCM; PBKDF2-SHA-256 of a passphrase, HKDF-SHA-256 of the
 * PRF of a passkey).
 * @param label - the owner of the key, a DID or an address; authenticated with it
 * @throws AndironError `AND_PASSPHRASE_TOO_SHORT`, `AND_NO_PASSKEY`
 * @throws CryptoError `AND_MALFORMED_ENCODING` for a passphrase that is not valid Unicode
 */
export async function wrapKey(key: Uint8Array, label: string, sealing: Sealing): Promise<WrappedKey> {
  if (sealing.way === 'passphrase' && [...normal(sealing.passphrase)].length < SHORTEST_PASSPHRASE)
    throw sdkError('AND_PASSPHRASE_TOO_SHORT', [SHORTEST_PASSPHRASE])
  const salt = random(32)
  const made = sealing.way === 'passkey' ? await createPasskey(salt, unnamedPasskey(label)) : undefined
  return wrapped(key, label, sealing, salt, made)
}

/** As `wrapKey`, under a passkey that exists, with the salt of its output. */
export const wrapKeyUnder = (
  key: Uint8Array,
  label: string,
  salt: Uint8Array<ArrayBuffer>,
  passkey: Passkey,
): Promise<WrappedKey> => wrapped(key, label, { way: 'passkey' }, salt, passkey)

async function wrapped(
  key: Uint8Array,
  label: string,
  sealing: Sealing,
  salt: Uint8Array<ArrayBuffer>,
  made: Passkey | undefined,
): Promise<WrappedKey> {
  const iv = random(12)
  const about = {
    ...{ version: 1 as const, way: sealing.way, salt: toBase64url(salt), iv: toBase64url(iv) },
    ...(made ? { credential: made.credential } : { iterations: ITERATIONS }),
  }
  const sealingKey = await sealingKeyOf({ ...about, salt }, sealing, made?.secret)
  const sealed = await crypto.subtle.encrypt(parametersOf(iv, label), sealingKey, new Uint8Array(key))
  return { ...about, sealed: toBase64url(new Uint8Array(sealed)) }
}

/**
 * Decrypts the output of `wrapKey`: the 32 bytes of the key.
 * @param secret - the output of the passkey, if it is known
 * @throws AndironError `AND_KEY_NOT_OPENED` if the secret, the label or a single bit differs;
 * `AND_NO_PASSKEY`
 */
export async function unwrapKey(
  wrapped: WrappedKey,
  label: string,
  sealing: Sealing,
  secret?: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const notOpened = (cause?: unknown) =>
    sdkError('AND_KEY_NOT_OPENED', [wrapped.way === 'passkey' ? 'passkey' : 'passphrase'], { cause })
  const parts = partsOf(wrapped)
  if (!parts || sealing.way !== wrapped.way) throw notOpened()
  const sealingKey = await sealingKeyOf(parts, sealing, secret)
  try {
    return new Uint8Array(
      await crypto.subtle.decrypt(parametersOf(parts.iv, label), sealingKey, parts.sealed),
    )
  } catch (cause) {
    throw notOpened(cause)
  }
}

// The types of Node and of browsers have different names for it.
type SecretKey = Awaited<ReturnType<typeof crypto.subtle.deriveKey>>
type Derivation = Parameters<typeof crypto.subtle.deriveKey>[0]

interface About {
  readonly salt: Uint8Array<ArrayBuffer>
  readonly iterations?: number | undefined
  readonly credential?: string | undefined
}

/** The members of an encrypted key as bytes; `undefined` if one is not as `wrapKey` writes it. */
function partsOf({ version, salt, iv, sealed, iterations = ITERATIONS, credential }: WrappedKey) {
  const known = version === 1 && Number.isInteger(iterations)
  if (!known || iterations < ITERATIONS || iterations > MOST_ITERATIONS) return undefined
  try {
    return {
      ...{ salt: fromBase64url(salt), iv: fromBase64url(iv), sealed: fromBase64url(sealed) },
      ...{ iterations, credential },
    }
  } catch {
    return undefined
  }
}

async function sealingKeyOf(
  { salt, iterations = ITERATIONS, credential = '' }: About,
  sealing: Sealing,
  known?: Uint8Array<ArrayBuffer>,
): Promise<SecretKey> {
  if (sealing.way === 'passkey') {
    const secret = known ?? (await prfOf(credential, salt))
    const material = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey'])
    return aesKey({ name: 'HKDF', hash: 'SHA-256', salt, info: encodeUtf8('andiron wrapped key') }, material)
  }
  const passphrase = encodeUtf8(normal(sealing.passphrase))
  const material = await crypto.subtle.importKey('raw', passphrase, 'PBKDF2', false, ['deriveKey'])
  return aesKey({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, material)
}

/** The same characters typed on another keyboard may have other code points. */
const normal = (passphrase: string): string => passphrase.normalize('NFKC')

const aesKey = (derivation: Derivation, material: SecretKey): Promise<SecretKey> =>
  crypto.subtle.deriveKey(derivation, material, { name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])

const parametersOf = (iv: Uint8Array<ArrayBuffer>, label: string) => ({
  ...({ name: 'AES-GCM', iv } as const),
  additionalData: encodeUtf8(label),
})

const random = (length: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(length))
