/** The documents of a person: the description of each file, a DocumentReference, over its record. */
import type { DocumentReference } from 'fhir/r5.js'
import { binaryIdOf, DOCUMENT_TYPE_CONCEPTS } from '../../../../fhir/resources/document-reference.ts'
import type { Binary } from '../../../../schemas/binary.ts'
import { uids } from '../../../../schemas/uids.ts'
import type { NodeDocument } from '../../../sdk/nodes.ts'
import { type Own, ofCollection } from '../person-records.ts'

/** The kinds of documents that a person chooses from, in this order. */
export const KINDS = {
  lab: DOCUMENT_TYPE_CONCEPTS.LAB_REPORT,
  imaging: DOCUMENT_TYPE_CONCEPTS.IMAGING_REPORT,
  letter: DOCUMENT_TYPE_CONCEPTS.LETTER,
  note: DOCUMENT_TYPE_CONCEPTS.CLINICAL_NOTE,
  vaccination: DOCUMENT_TYPE_CONCEPTS.VACCINATION_RECORD,
  prescription: DOCUMENT_TYPE_CONCEPTS.PRESCRIPTION,
  consent: DOCUMENT_TYPE_CONCEPTS.CONSENT_DOCUMENT,
  picture: DOCUMENT_TYPE_CONCEPTS.PHOTO_DOCUMENT,
  other: DOCUMENT_TYPE_CONCEPTS.ADDENDUM_DOCUMENT,
} as const

export type Kind = keyof typeof KINDS

export interface Document {
  readonly id: string
  readonly file: Binary & NodeDocument
  readonly name: string
  readonly kind: Kind
  /** The date on the document, or the time of its upload. */
  readonly date: string
  /** The date on the document, if it is known: `2026-11-23`. */
  readonly day: string
  /** The descriptions of the file; the first one applies. */
  readonly described: readonly (DocumentReference & NodeDocument)[]
}

/** The files of the person with their descriptions, the newest file first. */
export function documentsIn(own: Own): readonly Document[] {
  const described = new Map<string, (DocumentReference & NodeDocument)[]>()
  for (const each of ofCollection<DocumentReference>(own, uids.DocumentReference)) {
    const id = fileOf(each)
    if (id !== undefined) described.set(id, [...(described.get(id) ?? []), each])
  }
  return ofCollection<Binary>(own, uids.Binary).map(file => documentOf(file, described.get(file._id) ?? []))
}

function documentOf(file: Document['file'], described: Document['described']): Document {
  const attachment = described[0]?.content[0]?.attachment
  const { title, creation } = attachment ?? {}
  const day = typeof creation === 'string' && /^\d{4}-\d\d-\d\d/.test(creation) ? creation.slice(0, 10) : ''
  const codes = described[0] ? codesOf(described[0]) : []
  const fallback = /^image\//.test(file.file_type) ? 'picture' : 'other'
  return {
    ...{ id: file._id, file, described, day, date: day || file._created },
    name: typeof title === 'string' && title.trim() !== '' ? title : file.file_name,
    kind: (Object.keys(KINDS) as Kind[]).find(kind => codes.includes(codeOf(kind))) ?? fallback,
  }
}

const codeOf = (kind: Kind): unknown => KINDS[kind].coding?.[0]?.code

/** Records that a person wrote directly to the nodes may have any shape. */
function fileOf(document: DocumentReference): string | undefined {
  return Array.isArray(document.content) && document.content[0]?.attachment ? binaryIdOf(document) : undefined
}

const codesOf = ({ type }: DocumentReference): readonly unknown[] =>
  Array.isArray(type?.coding) ? type.coding.map(each => each?.code) : []
