/**
 * A database and the store of its files belong together: the store holds an object that names the database. A database
 * that has met its store starts with no other one.
 */
import { join } from 'node:path'
import type { Config } from '../../config/config-schema.ts'
import { ObjectsMissing } from '../errors.ts'
import { constantsOf, giveId, setConstant } from '../sql/constants.ts'
import type { Database } from '../sql/database.ts'
import type { ObjectStore } from './objects.ts'

/** Set once the store has the object. */
const MET = 'objects'

export interface FilesOwner {
  readonly config: Pick<Config, 'network' | 'stores'>
  /** Absolute path of the data directory. */
  readonly data: string
  /** Takes an empty store in the place of one that is lost. */
  readonly accepts?: boolean
}

/**
 * Marks the store of a new database, and refuses another one later. A store that does not answer is compared as soon as
 * it does: until it is the right one, it is not ready.
 * @throws ObjectsMissing
 */
export async function claimObjects(
  objects: ObjectStore,
  database: Database,
  { config, data, accepts = false }: FilesOwner,
): Promise<void> {
  const { driver, bucket } = config.stores.objects
  const place = driver === 'disk' ? join(data, 'objects') : `the bucket '${bucket}'`
  const key = `${config.network}/databases/${await giveId(database)}`
  let isNew = accepts || !(await constantsOf(database)).has(MET)
  const compare = async () => {
    if (!isNew) {
      if ((await objects.sizeOf(key)) === undefined) throw new ObjectsMissing(place)
      return
    }
    await objects.write(key, new Uint8Array())
    await setConstant(database, MET, 'marked')
    isNew = false
  }
  const answers = objects.health.bind(objects)
  objects.health = async () => {
    const health = await answers()
    if (!health.ready) return health
    try {
      await compare()
      return health
    } catch (error) {
      return { ...health, ready: false, problem: (error as Error).message }
    }
  }
  if ((await answers()).ready) await compare()
}
