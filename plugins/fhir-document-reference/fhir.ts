/** DocumentReferences in FHIR's REST API. */
import {
  type FhirType,
  ownedBy,
  ownRecord,
  type SearchParameter,
  type StoredRecord,
} from '../../core/index.ts'
import { binaryUrlOf } from '../../fhir/resources/document-reference.ts'
import { uids } from '../../schemas/uids.ts'
import { derivedFrom, filesOfResponses, relatedOf, undescribed, withResponses } from './described.ts'

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
  description:
    'The metadata of a file; the attachment references it as a Binary. A file without metadata of its own has a ' +
    'DocumentReference under the id of its Binary.',
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
    {
      name: 'related',
      type: 'reference',
      description: 'The response that holds the file.',
      values: relatedOf,
      target: ['QuestionnaireResponse'],
      byCompartment: true,
    },
  ],
  async compartment({ related }, context) {
    const own = ownedBy(context.app.gateway, context.caller)
    if (related === undefined) return { filter: own, derived: await undescribed(context) }
    const files = await filesOfResponses(related, context)
    return {
      filter: { ...own, 'content.attachment.url': { $in: [...files].map(binaryUrlOf) } },
      answers: ['related'],
      derived: await undescribed(context, files),
    }
  },
  find: async (id, context) =>
    (await ownRecord(context.app.gateway, uids.DocumentReference, context.caller, id)) ??
    (await derivedFrom(id, context)),
  complete: withResponses,
}

/** Records that a person writes directly to the nodes may have any shape. */
const attachmentsOf = ({ content }: StoredRecord): readonly { readonly contentType?: unknown }[] =>
  Array.isArray(content) ? content.map(each => each?.attachment ?? {}) : []
