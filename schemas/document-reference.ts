/** DocumentReferences on the wire, R5-shaped. */
import type { DocumentReference as FhirDocumentReference } from 'fhir/r5.js'
import { example } from './identity.ts'
import { schemaOf } from './types.ts'

const concept = { type: 'object' } as const
const reference = { type: 'object' } as const

/** The collection of descriptions of stored files. */
export const DocumentReference = schemaOf<FhirDocumentReference>({
  $id: 'DocumentReference',
  type: 'object',
  description: 'A FHIR DocumentReference about one stored file.',
  required: ['resourceType', 'status', 'content'],
  properties: {
    resourceType: { type: 'string', enum: ['DocumentReference'] },
    status: { type: 'string', enum: ['current', 'superseded', 'entered-in-error'] },
    type: concept,
    category: { type: 'array', items: concept },
    subject: reference,
    author: { type: 'array', minItems: 1, items: reference },
    date: { type: 'string', format: 'date-time' },
    description: { type: 'string', maxLength: 4096 },
    content: {
      type: 'array',
      minItems: 1,
      maxItems: 1,
      items: {
        type: 'object',
        required: ['attachment'],
        properties: {
          attachment: {
            type: 'object',
            required: ['url', 'contentType', 'size'],
            properties: {
              url: { type: 'string', pattern: '^binary/[0-9a-f-]{36}$' },
              contentType: { type: 'string', maxLength: 255 },
              size: { type: 'integer', minimum: 0 },
              title: { type: 'string', maxLength: 1024 },
              creation: { type: 'string', format: 'date-time' },
            },
          },
        },
      },
    },
  },
  examples: [
    {
      resourceType: 'DocumentReference',
      status: 'current',
      content: [
        {
          attachment: {
            contentType: 'image/jpeg',
            url: `binary/${example.uuid}`,
            size: 48_211,
            title: 'photo.jpg',
          },
        },
      ],
    },
  ],
})
