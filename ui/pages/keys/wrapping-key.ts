/** The key that encrypts the others of this browser: `critical-path.ts` begins to open it. */

/** The prefix of the names of the keys in local storage, each encrypted. */
export const KEPT = 'andiron.key.'

const DATABASE = 'andiron-keys'
const WRAPPING = 'wrapping'
const MAIN = 'main'

let begun: Promise<CryptoKey> | undefined

/** Opens the key for the first caller of `wrappingKeyHere`. */
export function beginWrappingKey(): void {
  begun = openWrappingKey()
  // The caller handles the failure.
  begun.catch(() => {})
}

/** @throws DOMException if the browser denies storage */
export function wrappingKeyHere(): Promise<CryptoKey> {
  const opening = begun ?? openWrappingKey()
  // Another attempt opens it again.
  begun = undefined
  return opening
}

function openDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open(DATABASE, 1)
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore(WRAPPING, { keyPath: 'name' })
  }
  return resultOf(opening)
}

/** Created once per origin, and not extractable: it never leaves this browser. */
async function openWrappingKey(): Promise<CryptoKey> {
  const database = await openDatabase()
  const store = (mode: IDBTransactionMode) => database.transaction(WRAPPING, mode).objectStore(WRAPPING)
  const fresh = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
  await addUnlessThere(store('readwrite'), { name: MAIN, key: fresh })
  const { key } = await resultOf<{ key: CryptoKey }>(store('readonly').get(MAIN))
  return key
}

/** Of two tabs the first one wins: `add` fails if the name is taken, as intended. */
async function addUnlessThere(into: IDBObjectStore, value: object): Promise<void> {
  const adding = into.add(value)
  adding.onerror = event => {
    if (adding.error?.name === 'ConstraintError') event.preventDefault()
  }
  await resultOf(adding).catch(error => {
    if ((error as DOMException).name !== 'ConstraintError') throw error
  })
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((succeed, fail) => {
    request.addEventListener('success', () => succeed(request.result))
    request.addEventListener('error', () => fail(request.error))
  })
}
