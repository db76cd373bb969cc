/**
 * Copies of profiles on this device, for those who want one: each encrypted under a key that derives from its
 * profile's.
 */
import { decodeUtf8, encodeUtf8 } from '../../../core/crypto/bytes.ts'
import { type Owner, type Purpose, seal, unseal } from './profile-encryption.ts'

/** As the database stores it; only allowed at first, then with a content. */
interface StoredCopy {
  readonly did: string
  readonly sealed?: Uint8Array
}

const DATABASE = 'andiron-copies'
const COPIES = 'copies'
const PURPOSE: Purpose = 'copy on a device, version 1'

/** True if the person wants a copy of this profile here. */
export const hasCopy = async (did: string): Promise<boolean> =>
  (await inStore('readonly', copies => copies.getKey(did))) !== undefined

/** From now on, a copy is kept. */
export const allowCopy = (did: string): Promise<unknown> =>
  inStore('readwrite', copies => copies.put({ did } satisfies StoredCopy))

export const forgetCopy = (did: string): Promise<unknown> =>
  inStore('readwrite', copies => copies.delete(did))

export const forgetCopies = (): Promise<unknown> => inStore('readwrite', copies => copies.clear())

/** Keeps a content, unless the copy was given up meanwhile: in another tab, too. */
export async function saveCopy(owner: Owner, content: object): Promise<void> {
  const sealed = await seal(owner, PURPOSE, encodeUtf8(JSON.stringify(content)))
  await inStore('readwrite', copies => {
    const allowed = copies.getKey(owner.did)
    allowed.addEventListener('success', () => {
      if (allowed.result !== undefined) copies.put({ did: owner.did, sealed } satisfies StoredCopy)
    })
    return allowed
  })
}

/** Undefined if there is none, or if this key does not open it. */
export async function readCopy(owner: Owner): Promise<unknown> {
  const stored = await inStore<StoredCopy | undefined>('readonly', copies => copies.get(owner.did))
  const opened = stored?.sealed && (await unseal(owner, PURPOSE, stored.sealed))
  return opened && JSON.parse(decodeUtf8(opened))
}

/** The result of a request, once its transaction is complete. */
async function inStore<T>(
  mode: IDBTransactionMode,
  request: (copies: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await openDatabase()
  try {
    return await new Promise<T>((succeed, fail) => {
      const transaction = database.transaction(COPIES, mode)
      const asked = request(transaction.objectStore(COPIES))
      transaction.addEventListener('complete', () => succeed(asked.result))
      transaction.addEventListener('abort', () => fail(transaction.error))
    })
  } finally {
    database.close()
  }
}

function openDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open(DATABASE, 1)
  opening.addEventListener('upgradeneeded', () => {
    opening.result.createObjectStore(COPIES, { keyPath: 'did' })
  })
  return new Promise((succeed, fail) => {
    opening.addEventListener('success', () => succeed(opening.result))
    opening.addEventListener('error', () => fail(opening.error))
  })
}
