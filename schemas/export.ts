/** The request for an export, and the manifest of its files (Bulk Data Access 2). */
import type { Parameters } from 'fhir/r4.js'
import { type Infer, schemaOf } from './types.ts'

export const exportParametersExample = {
  resourceType: 'Parameters',
  parameter: [
    { name: '_type', valueString: 'QuestionnaireResponse' },
    { name: '_since', valueInstant: '2026-03-01T00:00:00Z' },
  ],
} as const

export const ExportParameters = schemaOf<Parameters>({
  $id: 'ExportParameters',
  type: 'object',
  description: 'FHIR Parameters: the parameters of the query, for clients that keep them out of the URL.',
  required: ['resourceType'],
  properties: {
    resourceType: { type: 'string', enum: ['Parameters'] },
    parameter: {
      type: 'array',
      maxItems: 20,
      items: { type: 'object', required: ['name'], properties: { name: { type: 'string', maxLength: 64 } } },
    },
  },
  examples: [exportParametersExample],
})

const File = {
  type: 'object',
  required: ['type', 'url'],
  additionalProperties: false,
  properties: {
    type: { type: 'string', description: 'The type of every resource in the file.' },
    url: { type: 'string', format: 'uri' },
  },
} as const

export const ExportManifest = {
  $id: 'ExportManifest',
  type: 'object',
  description:
    'The files of an export. Each is generated during the download, with the token of the application.',
  required: ['transactionTime', 'request', 'requiresAccessToken', 'output', 'deleted', 'error'],
  additionalProperties: false,
  properties: {
    transactionTime: {
      type: 'string',
      format: 'date-time',
      description:
        'The files contain everything stored before this time; use it as `_since` of the next export.',
    },
    request: { type: 'string', description: 'The URL of the request.' },
    requiresAccessToken: { type: 'boolean', enum: [true] },
    output: { type: 'array', items: File },
    deleted: { type: 'array', items: File, maxItems: 0 },
    error: {
      type: 'array',
      items: File,
      description: 'The records omitted from the files so far, in an OperationOutcome.',
    },
  },
  examples: [
    {
      transactionTime: '2026-03-01T08:00:00.000Z',
      request: 'https://profile.example/fhir/$export?_type=QuestionnaireResponse',
      requiresAccessToken: true,
      output: [
        {
          type: 'QuestionnaireResponse',
          url: 'https://profile.example/fhir/$export/5a4b9f0e-3f64-4b51-9c0b-6d0a3f0a1e77/QuestionnaireResponse-1.ndjson',
        },
      ],
      deleted: [],
      error: [
        {
          type: 'OperationOutcome',
          url: 'https://profile.example/fhir/$export/5a4b9f0e-3f64-4b51-9c0b-6d0a3f0a1e77/left-out.ndjson',
        },
      ],
    },
  ],
} as const

export type ExportManifest = Infer<typeof ExportManifest>
