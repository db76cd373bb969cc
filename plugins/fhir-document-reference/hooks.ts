/** Hooks for the files in a submitted response. */
import type { CodeableConcept } from 'fhir/r5.js'
import { type Context, type Draft, frozen, type Guard, type Transform } from '../../core/index.ts'
import type { AttachedFile } from './attached-files.ts'

declare module '../../core/index.ts' {
  interface Hooks {
    /**
     * A submitted response has a file of its person, with correct statements about it. Throw to refuse the
     * response. Runs once for each file.
     */
    acceptAttachment: Guard<FoundAttachment>
    /**
     * A file of a response gets its DocumentReference. Return the description, with `type`, `category` or
     * `description` set; the rest stays unchanged.
     */
    describeFile: Transform<FileDescription>
  }
}

/** The value of the hook `acceptAttachment`. */
export interface FoundAttachment {
  /** The reference to the form in the response. */
  readonly questionnaire: string
  readonly binaryId: string
  /** Name and MIME type, as declared by the person. */
  readonly name: string
  readonly contentType: string
  /** Bytes. */
  readonly size: number
}

/** The value of the hook `describeFile`. */
export interface FileDescription extends FoundAttachment {
  /** @default a photo for images, an addendum for other files */
  readonly type?: CodeableConcept
  readonly category?: readonly CodeableConcept[]
  readonly description?: string
}

const foundIn = ({ record }: Draft, { binaryId, binary }: AttachedFile): FoundAttachment => ({
  questionnaire: String(record['questionnaire']),
  binaryId,
  name: binary.file_name,
  contentType: binary.file_type,
  size: binary.file_size,
})

/** @throws any error of a listener */
export async function acceptAttachments(
  response: Draft,
  files: readonly AttachedFile[],
  context: Context,
): Promise<void> {
  const { hooks } = context.app.gateway
  if (!hooks.attended('acceptAttachment')) return
  for (const file of files) await hooks.run('acceptAttachment', frozen(foundIn(response, file)), context)
}

/** Runs the hook and returns the fields of a description that listeners may set. */
export async function describe(
  response: Draft,
  file: AttachedFile,
  context: Context,
): Promise<Pick<FileDescription, 'type' | 'category' | 'description'>> {
  const { hooks } = context.app.gateway
  if (!hooks.attended('describeFile')) return {}
  const found: FileDescription = frozen(foundIn(response, file))
  const { type, category, description } = await hooks.run('describeFile', found, context)
  return {
    ...(type && { type }),
    ...(category && { category }),
    ...(description !== undefined && { description }),
  }
}
