/** DocumentReferences in FHIR's REST API. */
import type { FhirType, SearchParameter, StoredRecord } from '../../core/index.ts'
import { uids } from '../../schemas/uids.ts'

const token = (name: string, description: string, field: string): SearchParameter => {
  const [element = name] = field.split('.')
  return {
    ...{ name, type: 'token', description, field },
    values: record => [record[element]].flat(),
  }
}

const reference = (name: string, description: string, element: string = name): SearchParameter => ({
  ...{ name, type: 'reference', description },
  values: record => [record[element]].flat(),
})

export const documents: FhirType = {
  type: 'DocumentReference',
  collection: uids.DocumentReference,
  description: 'The metadata of a file; the attachment references it as a Binary.',
  mandatory: ['status', 'content'],
  summary: [
    'identifier',
    'status',
    'docStatus',
    'type',
    'category',
    'subject',
    'date',
    'author',
    'relatesTo',
    'description',
    'content',
    'context',
  ],
  search: [
    token('type', 'The document type.', 'type.coding.code'),
    token('category', 'The category.', 'category.coding.code'),
    token('status', 'The status, usually `current`.', 'status'),
    {
      name: 'contenttype',
      type: 'token',
      description: 'The MIME type of the file.',
      values: record => attachmentsOf(record).map(({ contentType }) => contentType),
      field: 'content.attachment.contentType',
    },
    {
      name: 'date',
      type: 'date',
      description: 'The time at which the metadata was written.',
      values: ({ date }) => [date],
      field: 'date',
    },
    reference('subject', 'The person: their DID.'),
    reference('patient', 'The person: their DID.', 'subject'),
    reference('author', 'The uploader: the person, or an application.'),
  ],
}

/** Records that a person writes directly to the nodes may have any shape. */
const attachmentsOf = ({ content }: StoredRecord): readonly { readonly contentType?: unknown }[] =>
  Array.isArray(content) ? content.map(each => each?.attachment ?? {}) : []
