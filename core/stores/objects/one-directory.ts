/** Ensures one directory of objects per database: gateways that share records must share their files. */
import { createHash } from 'node:crypto'
import { ObjectsNotShared } from '../errors.ts'
import type { TokenStore } from '../tokens/tokens.ts'

const KIND = 'objects'
const NAME = 'directory'
/** Milliseconds after which the lease of a killed gateway expires. */
const LEASE = 30_000

export interface DirectoryLease {
  close(): Promise<void>
}

/**
 * Holds a lease on this directory for the lifetime of the gateway. Gateways on one directory share the lease;
 * after a kill it expires within half a minute.
 * @param secret - signs the URLs of the directory, and so distinguishes it from every other
 * @throws ObjectsNotShared while a gateway on another directory runs
 */
export async function holdDirectory(
  tokens: Pick<TokenStore, 'claim' | 'put' | 'take'>,
  secret: Uint8Array,
  failed: (error: unknown) => void,
  now: () => number = Date.now,
): Promise<DirectoryLease> {
  const directory = createHash('sha256').update('andiron objects').update(secret).digest('base64url')
  const { value } = await tokens.claim(KIND, NAME, directory, now() + LEASE)
  if (value !== directory) throw new ObjectsNotShared()
  const renew = () => tokens.put(KIND, NAME, directory, now() + LEASE)
  await renew()
  let renewing: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    renewing = renew().catch(failed)
  }, LEASE / 3).unref()
  return {
    async close() {
      clearInterval(timer)
      await renewing
      // Not deleted: another gateway on this directory may continue and renews the lease before it ends.
      await tokens.put(KIND, NAME, directory, now() + LEASE / 2)
    },
  }
}
