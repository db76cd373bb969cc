/** Keys that stay in this browser: each sealed under a key of WebCrypto that no script can read. */

/** What is known of a kept key without opening it. */
export interface KeptKey {
  /** Unique in the vault. */
  readonly name: string
  /** Whose key it is: a DID, or an address. */
  readonly label: string
}

/**
 * A place for private keys, one per origin. Whoever copies the browser's files has the ciphertext and a handle that only this
 * browser can use; a script of this origin can use the handle, too, but not carry it away.
 */
export interface Vault {
  list(): Promise<KeptKey[]>
  /** The bytes of a key; `undefined` when there is none of this name. */
  open(name: string): Promise<Uint8Array | undefined>
  /** Keeps a key unless one has the name; returns what stands then, so that two tabs that begin at once end with the same. */
  keep(key: KeptKey, secret: Uint8Array): Promise<Uint8Array>
  forget(name: string): Promise<void>
}

interface Sealed extends KeptKey {
  readonly iv: Uint8Array<ArrayBuffer>
  readonly bytes: ArrayBuffer
}

const DATABASE = 'andiron-keys'
const SEALED = 'sealed'
const WRAPPING = 'wrapping'
const MAIN = 'main'

export async function openVault(indexedDb: IDBFactory = indexedDB): Promise<Vault> {
  const database = await openDatabase(indexedDb)
  const wrapping = await wrappingKey(database)
  const read = (name: string) => asked<Sealed | undefined>(store(database, SEALED, 'readonly').get(name))

  async function open(name: string): Promise<Uint8Array | undefined> {
    const sealed = await read(name)
    if (!sealed) return undefined
    return new Uint8Array(await crypto.subtle.decrypt(parameters(sealed.iv, name), wrapping, sealed.bytes))
  }

  return {
    open,
    async list() {
      const all = await asked<Sealed[]>(store(database, SEALED, 'readonly').getAll())
      return all.map(({ name, label }) => ({ name, label }))
    },
    async keep({ name, label }, secret) {
      const iv = crypto.getRandomValues(new Uint8Array(12))
      const bytes = await crypto.subtle.encrypt(parameters(iv, name), wrapping, new Uint8Array(secret))
      const sealed: Sealed = { name, label, iv, bytes }
      await addUnlessThere(store(database, SEALED, 'readwrite'), sealed)
      const standing = await open(name)
      if (!standing) throw new Error('The key could not be kept in this browser.')
      return standing
    },
    async forget(name) {
      await asked(store(database, SEALED, 'readwrite').delete(name))
    },
  }
}

/** The name is authenticated: a sealed key cannot be passed off as another one. */
const parameters = (iv: Uint8Array<ArrayBuffer>, name: string): AesGcmParams => ({
  ...{ name: 'AES-GCM', iv },
  additionalData: new TextEncoder().encode(name),
})

function openDatabase(indexedDb: IDBFactory): Promise<IDBDatabase> {
  const opening = indexedDb.open(DATABASE, 1)
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore(SEALED, { keyPath: 'name' })
    opening.result.createObjectStore(WRAPPING, { keyPath: 'name' })
  }
  return asked(opening)
}

const store = (database: IDBDatabase, name: string, mode: IDBTransactionMode): IDBObjectStore =>
  database.transaction(name, mode).objectStore(name)

/** Made once for this origin, and not extractable: it lives and dies in this browser. */
async function wrappingKey(database: IDBDatabase): Promise<CryptoKey> {
  const fresh = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
  await addUnlessThere(store(database, WRAPPING, 'readwrite'), { name: MAIN, key: fresh })
  const { key } = await asked<{ key: CryptoKey }>(store(database, WRAPPING, 'readonly').get(MAIN))
  return key
}

/** Of two tabs the first one wins; `add` of a name that is taken fails, which is what is wanted. */
async function addUnlessThere(into: IDBObjectStore, value: object): Promise<void> {
  const adding = into.add(value)
  adding.onerror = event => {
    if (adding.error?.name === 'ConstraintError') event.preventDefault()
  }
  await asked(adding).catch(error => {
    if ((error as DOMException).name !== 'ConstraintError') throw error
  })
}

function asked<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((succeed, fail) => {
    request.addEventListener('success', () => succeed(request.result))
    request.addEventListener('error', () => fail(request.error))
  })
}
