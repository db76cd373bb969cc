/** The files of a profile, opened one after the other, and those that cannot be opened. */
import { type Context, ownPages } from '../../core/index.ts'
import type { Binary } from '../../schemas/binary.ts'
import { uids } from '../../schemas/uids.ts'
import type { Archive } from './archive.ts'
import { createNames } from './names.ts'
import type { NotIncluded } from './readme.ts'

/** A file in the archive, as listed in `files.json`. */
interface Included {
  readonly path: string
  readonly binaryId: string
  readonly name: string
  readonly type: string
  /** Bytes. */
  readonly size: number
  readonly reference: string
  readonly created: string
}

export interface AddedFiles {
  readonly files: readonly Included[]
  readonly notIncluded: readonly NotIncluded[]
}

/**
 * Adds each file that passes verification against its owner's seal. A file that does not is listed with the
 * reason. If the object store does not answer, its state is unknown, and the archive fails.
 */
export async function addFiles(context: Context, archive: Archive): Promise<AddedFiles> {
  const { app, caller } = context
  const { gateway, files } = app
  const nameOf = createNames()
  const included: Included[] = []
  const notIncluded: NotIncluded[] = []
  for await (const page of ownPages(gateway, uids.Binary, caller))
    for (const { _id: binaryId, _created: created, ...record } of page) {
      const binary = record as unknown as Binary
      const name = binary.file_name
      const file = await opened(binaryId)
      if (typeof file === 'string') notIncluded.push({ binaryId, name, why: file })
      else {
        const path = `files/${nameOf(name)}`
        const { file_type: type, reference } = file.binary
        await archive.add({ path, content: await file.stream(), size: file.size, changed: new Date(created) })
        included.push({ path, binaryId, name, type, size: file.size, reference, created })
      }
    }
  return { files: included, notIncluded }

  /** The file, or the reason for its absence. */
  async function opened(binaryId: string) {
    try {
      return (await files.open(caller, binaryId, context)) ?? (await files.whyNot(caller, binaryId))
    } catch (error) {
      const { code, statusCode = 500, message } = error as Error & { code?: string; statusCode?: number }
      // A file that is damaged or lost, or refused by a listener of `openFile`, does not affect the others.
      if (code === 'AND_DAMAGED_FILE' || code === 'AND_LOST_FILE' || statusCode < 500) return message
      throw error
    }
  }
}
