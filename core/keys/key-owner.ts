/** The key to which a database belongs: no start makes another one beside existing data. */
import { didKeyOf } from '../crypto/did.ts'
import type { KeyPair } from '../crypto/keys.ts'
import { KeyForeign, KeyMissing } from '../errors.ts'
import type { Database } from '../stores/sql/database.ts'
import type { KeyFile } from './keys.ts'

/** The keys that data depends on. */
export type OwnerName = 'builder' | 'node'

/** The consequence of another key. */
const MEANING: Readonly<Record<OwnerName, string>> = {
  builder:
    'the service can read nothing that people granted it, its attestations do not verify, and wallets are not recognised',
  node: 'gateways refuse this node, and so does every token that names it',
}

const remedyOf = (name: OwnerName, file: string): string =>
  `Restore ${file} from a backup (64 hex digits, mode 0600)${name === 'builder' ? ", or set 'builderKey'" : ''}`

/** The DID of the key that the database belongs to; none before the first start. */
export async function ownerOf(database: Database, name: OwnerName): Promise<string | undefined> {
  const [row] = await database.query<{ did: string }>('SELECT did FROM keys WHERE name = $1', [name])
  return row?.did
}

/**
 * Keeps a new key only for a new database, and remembers the key there.
 * @throws KeyMissing, KeyForeign
 */
export async function claimKey(name: OwnerName, key: KeyFile, database: Database): Promise<KeyPair> {
  const { file } = key
  if (key.isNew && (await ownerOf(database, name)) !== undefined)
    throw new KeyMissing(name, file, MEANING[name], remedyOf(name, file))
  const pair = await key.keep()
  await assertOwner(name, didKeyOf(pair.publicKey), file, database)
  return pair
}

/** Remembers the key of a database at the first start, and refuses another later. @throws KeyForeign */
async function assertOwner(name: OwnerName, did: string, file: string, database: Database): Promise<void> {
  await database.query('INSERT INTO keys (name, did) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING', [
    name,
    did,
  ])
  const owner = await ownerOf(database, name)
  if (owner !== undefined && owner !== did)
    throw new KeyForeign(name, file, did, owner, MEANING[name], remedyOf(name, file))
}
