/**
 * Stores keys in this browser: each encrypted in local storage, under a WebCrypto key that no script can
 * read.
 */
import { encodeUtf8, fromBase64url, toBase64url } from '../../../core/crypto/bytes.ts'
import { words } from '../shell/language/page-texts.ts'
import { Said } from '../shell/run-action.ts'
import { KEPT, wrappingKeyHere } from './wrapping-key.ts'

/** The metadata of a stored key. */
export interface KeptKey {
  /** Unique in the vault. */
  readonly name: string
  /** The owner: a DID, or an address. */
  readonly label: string
}

/**
 * Storage for private keys, one per origin. A copy of the browser's files contains only ciphertext and a
 * handle that works in this browser alone. A script of this origin can use the handle, but not export it.
 */
export interface Vault {
  list(): Promise<KeptKey[]>
  /** True if there is a key of this name; at once, so that a page can draw it. */
  has(name: string): boolean
  /**
   * The bytes of a key; `undefined` if there is none of this name. @throws Error if the browser has lost the
   * wrapping key
   */
  open(name: string): Promise<Uint8Array | undefined>
  /**
   * Stores a key unless the name is taken; returns the stored bytes, so that concurrent tabs get the same
   * key.
   */
  keep(key: KeptKey, secret: Uint8Array): Promise<Uint8Array>
  /** Replaces the bytes of a key. */
  replace(key: KeptKey, secret: Uint8Array): Promise<void>
  forget(name: string): Promise<void>
}

interface Sealed {
  readonly label: string
  readonly iv: string
  readonly bytes: string
}

const LOCK = 'andiron.keys'

/**
 * @throws DOMException if the browser denies storage: in a frame of another site, or by the person's settings
 */
export async function openVault(): Promise<Vault> {
  const wrapping = await wrappingKeyHere()
  const storage = localStorage

  function read(name: string): Sealed | undefined {
    const item = storage.getItem(KEPT + name)
    return item === null ? undefined : (JSON.parse(item) as Sealed)
  }

  async function open(name: string): Promise<Uint8Array | undefined> {
    const sealed = read(name)
    if (!sealed) return undefined
    const parameters = parametersOf(fromBase64url(sealed.iv), name)
    const opened = crypto.subtle.decrypt(parameters, wrapping, fromBase64url(sealed.bytes))
    return new Uint8Array(await opened.catch(lost))
  }

  async function write({ name, label }: KeptKey, secret: Uint8Array): Promise<void> {
    const iv = crypto.getRandomValues(new Uint8Array(12))
    const sealed = await crypto.subtle.encrypt(parametersOf(iv, name), wrapping, new Uint8Array(secret))
    const item: Sealed = { label, iv: toBase64url(iv), bytes: toBase64url(new Uint8Array(sealed)) }
    storage.setItem(KEPT + name, JSON.stringify(item))
  }

  /** Locks out other tabs. */
  const locked = <T>(work: () => Promise<T>): Promise<T> =>
    navigator.locks.request(LOCK, work) as unknown as Promise<T>

  return {
    open,
    has: name => read(name) !== undefined,
    async list() {
      const names = Object.keys(storage).filter(key => key.startsWith(KEPT))
      return names.map(key => key.slice(KEPT.length)).map(name => ({ name, label: read(name)?.label ?? '' }))
    },
    keep: (key, secret) =>
      locked(async () => {
        const existing = await open(key.name).catch(() => undefined)
        if (existing) return existing
        await write(key, secret)
        return secret
      }),
    replace: (key, secret) => locked(() => write(key, secret)),
    forget: name => locked(async () => storage.removeItem(KEPT + name)),
  }
}

/** The name is authenticated: an encrypted key cannot be substituted for another. */
const parametersOf = (iv: Uint8Array<ArrayBuffer>, name: string): AesGcmParams => ({
  ...{ name: 'AES-GCM', iv },
  additionalData: encodeUtf8(name),
})

function lost(cause: unknown): never {
  throw new Said(() => words.keyUnreadable, { cause })
}
