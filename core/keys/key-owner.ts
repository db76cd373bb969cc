/**
 * A key and its database belong together, and each names the other: no start makes another key beside existing data,
 * or goes on with an empty database beside a key that had one.
 */
import { readFile, rename, writeFile } from 'node:fs/promises'
import { didKeyOf } from '../crypto/did.ts'
import type { KeyPair } from '../crypto/keys.ts'
import { DatabaseEmptied, KeyForeign, KeyMissing } from '../errors.ts'
import { giveId, idOf } from '../stores/sql/constants.ts'
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

/** The consequence of an empty database. */
const LOSS: Readonly<Record<OwnerName, string>> = {
  builder: 'the journal of unfinished writes and the used tickets would be lost',
  node: 'the share of every secret that this node held would be lost, and with it the secret',
}

/** A key beside which a file names the database of its data. */
export interface OwningKey extends KeyFile {
  /** The path of that file. */
  readonly mark: string
}

/** The DID of the key that the database belongs to; none before the first start. */
export async function ownerOf(database: Database, name: OwnerName): Promise<string | undefined> {
  const [row] = await database.query<{ did: string }>('SELECT did FROM keys WHERE name = $1', [name])
  return row?.did
}

/**
 * Keeps a new key only for a new database, and an empty database only for a new key; each then names the other.
 * @param prepare - makes the tables; not called for a database that is refused as emptied, so that a restore finds none
 * @throws KeyMissing, KeyForeign, DatabaseEmptied
 */
export async function claimKey(
  name: OwnerName,
  key: OwningKey,
  database: Database,
  prepare: () => Promise<unknown>,
): Promise<KeyPair> {
  const { file, mark } = key
  const marked = await databaseOf(mark, key)
  if (marked !== undefined && marked !== (await idOf(database)))
    throw new DatabaseEmptied(name, file, LOSS[name], mark)
  await prepare()
  if (key.isNew && (await ownerOf(database, name)) !== undefined)
    throw new KeyMissing(name, file, MEANING[name], remedyOf(name, file))
  const pair = await key.keep()
  await assertOwner(name, didKeyOf(pair.publicKey), file, database)
  await writeMark(mark, pair, await giveId(database))
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

/** The id of the database that a key had at its last start; none if the file is of a former key. */
export async function databaseOf(mark: string, key: Pick<KeyFile, 'pair'>): Promise<string | undefined> {
  const text = await readFile(mark, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const [did, id] = text.trim().split(' ')
  return did === didKeyOf(key.pair.publicKey) ? id : undefined
}

/** A directory that cannot be written, as of a key that is mounted, has no mark. */
const READ_ONLY = ['EROFS', 'EACCES', 'ENOENT']

async function writeMark(mark: string, pair: KeyPair, id: string): Promise<void> {
  if ((await databaseOf(mark, { pair })) === id) return
  const draft = `${mark}.${crypto.randomUUID()}`
  try {
    await writeFile(draft, `${didKeyOf(pair.publicKey)} ${id}\n`, { mode: 0o600, flush: true })
    await rename(draft, mark)
  } catch (error) {
    if (!READ_ONLY.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}
