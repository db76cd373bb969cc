/** The files of a person as DocumentReferences, and the responses that hold them: both derived at each read. */

import type { Extension, DocumentReference as FhirDocumentReference } from 'fhir/r5.js'
import { type Context, ownPages, ownRecord, type StoredRecord } from '../../core/index.ts'
import { findValueAttachments, type ResponseItemLike } from '../../fhir/resources/attachments.ts'
import {
  binaryIdOf,
  binaryUrlOf,
  createDocumentReference,
  RELATED,
} from '../../fhir/resources/document-reference.ts'
import type { Binary } from '../../schemas/binary.ts'
import { isUuid } from '../../schemas/identity.ts'
import { uids } from '../../schemas/uids.ts'
import { TooManyFiles } from './errors.ts'

/** Maximum files of a profile. */
const MOST_FILES = 10_000
/** Maximum files of the responses in one search: they are values of one filter. */
const MOST_RELATED = 1000
/** Values in one filter; the storage nodes accept 2,000. */
const CHUNK = 100

/** The levels of groups and answers at which files are found. */
const LEVELS = 4

/**
 * The DocumentReferences of files that no stored one describes.
 * @param only - the ids of the files to consider. @default all
 * @throws TooManyFiles
 */
export async function undescribed(
  context: Context,
  only?: ReadonlySet<string>,
): Promise<readonly StoredRecord[]> {
  const { app, caller } = context
  const all = await app.files.list(caller, MOST_FILES)
  if (all === undefined) throw new TooManyFiles(MOST_FILES)
  const files = all.filter(
    ({ _id, url }) => app.files.keyIn(url, caller) !== undefined && (only?.has(_id) ?? true),
  )
  const described = await describedAmong(
    files.map(({ _id }) => _id),
    context,
  )
  return files.filter(({ _id }) => !described.has(_id)).map(descriptionOf)
}

/** The derived DocumentReference of one file, under the id of the file. */
export async function derivedFrom(id: string, context: Context): Promise<StoredRecord | undefined> {
  const { app, caller } = context
  const file = await app.files.findRecord(caller, id)
  if (file === undefined || (await describedAmong([id], context)).has(id)) return undefined
  return descriptionOf(file.binary)
}

const descriptionOf = (file: StoredRecord & Binary): StoredRecord => {
  const { _id, _created, _updated, _owner, file_name, file_type, file_size, controller_did } = file
  const document = createDocumentReference({
    ...{ binaryId: _id, fileName: file_name, fileType: file_type, fileSize: file_size },
    subjectDid: controller_did,
  })
  return { ...document, date: _created, _id, _created, _updated, ...(_owner !== undefined && { _owner }) }
}

/** The ids of those files that a stored DocumentReference of the caller describes. */
async function describedAmong(
  binaryIds: readonly string[],
  { app, caller }: Context,
): Promise<ReadonlySet<string>> {
  const described = new Set<string>()
  for (const chunk of chunksOf(binaryIds)) {
    const filter = { 'content.attachment.url': { $in: chunk.map(binaryUrlOf) } }
    for await (const page of ownPages(app.gateway, uids.DocumentReference, caller, filter))
      for (const record of page) for (const id of filesIn(record)) described.add(id)
  }
  return described
}

/** The files of the caller's responses with these ids or references. @throws TooManyFiles */
export async function filesOfResponses(
  references: readonly string[],
  { app, caller }: Context,
): Promise<ReadonlySet<string>> {
  const ids = new Set(references.flatMap(reference => responseIdIn(reference, app.gateway.baseUrl) ?? []))
  const found = new Set<string>()
  for (const id of ids) {
    const response = await ownRecord(app.gateway, uids.QuestionnaireResponse, caller, id)
    for (const file of response === undefined ? [] : attachedTo(response)) found.add(file)
    if (found.size > MOST_RELATED) throw new TooManyFiles(MOST_RELATED)
  }
  return found
}

/** Adds references to the caller's responses that hold the files. */
export async function withResponses(
  records: readonly StoredRecord[],
  { app, caller }: Context,
): Promise<readonly StoredRecord[]> {
  const wanted = [...new Set(records.flatMap(filesIn))]
  const responses = new Map<string, string[]>()
  for (const chunk of chunksOf(wanted)) {
    const filter = { $or: PATHS.map(path => ({ [path]: { $in: chunk } })) }
    for await (const page of ownPages(app.gateway, uids.QuestionnaireResponse, caller, filter))
      for (const response of page)
        for (const id of new Set(attachedTo(response)))
          responses.set(id, [...(responses.get(id) ?? []), response._id])
  }
  return records.map(record => {
    const ids = [...new Set(filesIn(record).flatMap(id => responses.get(id) ?? []))]
    if (ids.length === 0) return record
    const { extension } = record as { extension?: unknown }
    const others: readonly Extension[] = Array.isArray(extension) ? extension : []
    const related = ids.map(id => ({
      url: RELATED,
      valueReference: { reference: `QuestionnaireResponse/${id}` },
    }))
    return { ...record, extension: [...others.filter(each => each?.url !== RELATED), ...related] }
  })
}

/** The references that {@link withResponses} added. */
export const relatedOf = ({ extension }: StoredRecord): readonly unknown[] =>
  Array.isArray(extension)
    ? extension.filter(each => each?.url === RELATED).map(each => each.valueReference)
    : []

function responseIdIn(reference: string, baseUrl: string): string | undefined {
  const own = `${baseUrl}/fhir/`
  const relative = reference.startsWith(own) ? reference.slice(own.length) : reference
  const id = relative.replace(/^(?:QuestionnaireResponse\/|urn:uuid:)/, '')
  return isUuid(id) ? id : undefined
}

const attachedTo = ({ item }: StoredRecord): readonly string[] =>
  findValueAttachments(item as readonly ResponseItemLike[]).flatMap(({ id }) => (isUuid(id) ? [id] : []))

/** Records that a person writes directly to the nodes may have any shape. */
function filesIn(record: StoredRecord): readonly string[] {
  const { content } = record as { content?: unknown }
  const id = Array.isArray(content) ? binaryIdOf({ content } as FhirDocumentReference) : undefined
  return isUuid(id) ? [id] : []
}

/** The paths to the ids of attachments: an item is in an item, or in an answer. */
const PATHS: readonly string[] = levels(LEVELS).map(path => `${path}.answer.valueAttachment.id`)

function levels(depth: number): readonly string[] {
  if (depth === 1) return ['item']
  const above = levels(depth - 1)
  const deepest = above.filter(path => path.split('item').length === depth)
  return [...above, ...deepest.flatMap(path => [`${path}.item`, `${path}.answer.item`])]
}

function* chunksOf<T>(all: readonly T[]): Generator<readonly T[], void> {
  for (let at = 0; at < all.length; at += CHUNK) yield all.slice(at, at + CHUNK)
}
