/** The doctor's findings about what is stored: nodes that hold different records, and files that do not open. */
import { storedCollection } from '../core/contract/collections.ts'
import { CryptoError } from '../core/crypto/errors.ts'
import { parseEncryptionKey } from '../core/crypto/index.ts'
import { openSealedFile } from '../core/stores/objects/sealed-file.ts'
import type { Stores } from '../core/stores/open.ts'
import { compared } from '../core/telemetry/examination.ts'
import attachments from '../plugins/attachments/index.ts'
import type { Binary } from '../schemas/binary.ts'
import { uids } from '../schemas/uids.ts'
import type { Checked, Finding } from './checks.ts'
import { collectionNames } from './describe.ts'

/** Compares the nodes, and opens one file. Call it only if every node is ready. */
export async function storedRecords(
  { plugins }: Pick<Checked, 'plugins'>,
  stores: Pick<Stores, 'network' | 'records' | 'objects'>,
): Promise<Finding[]> {
  const names = collectionNames(plugins)
  return [
    ...compared(await stores.network?.compare(), uid => names.get(uid) ?? uid),
    ...(names.has(uids.Binary) ? await oneFile(stores) : []),
  ]
}

async function oneFile({ records, objects }: Pick<Stores, 'records' | 'objects'>): Promise<Finding[]> {
  const files = (attachments.manifest.collections ?? []).filter(({ uid }) => uid === uids.Binary)
  await records.prepare(files.map(storedCollection))
  const { records: found } = await records.find(uids.Binary, {}, { limit: 1 })
  const [binary] = found as readonly unknown[] as readonly Binary[]
  if (binary === undefined) return []
  const wrong = (what: string): Finding[] => [
    {
      state: 'wrong',
      what: `files: ${what}`,
      mend: 'Restore the files and the databases of all nodes from backups of the same time: andiron restore.',
    },
  ]
  try {
    const key = binary.url.slice(binary.url.indexOf('://') + '://'.length)
    await openSealedFile(async start => {
      const object = await objects.read(key, start)
      if (object === undefined) throw new Error('gone')
      return object
    }, parseEncryptionKey(binary.encryption_key))
    return [{ state: 'ok', what: 'files: one of them opens' }]
  } catch (error) {
    // Neither the key nor the name of a file enters a finding.
    return wrong(error instanceof CryptoError ? 'one of them does not open' : 'one of them is missing')
  }
}
