/** The tool `my_document_references`: the person's files and their descriptions. */
import type { CodeableConcept, DocumentReference } from 'fhir/r5.js'
import {
  type Context,
  CURSOR,
  defineTool,
  howToGoOn,
  ownRecords,
  PAGE_OUTPUT,
  pageOf,
  pageReader,
  type StoredRecord,
  type Tool,
} from '../../core/index.ts'
import { binaryIdOf } from '../../fhir/document-reference.ts'
import { inPeriod } from '../../fhir/period.ts'
import type { Binary } from '../../schemas/binary.ts'
import { uids } from '../../schemas/uids.ts'
import { TooManyFiles } from './errors.ts'

/** Maximum files that one call searches. */
const MOST = 10_000
const USUAL = 100
const DATE = '^\\d{4}(-\\d{2}(-\\d{2})?)?$'

const INPUT = {
  type: 'object',
  additionalProperties: false,
  properties: {
    type: {
      type: 'string',
      maxLength: 200,
      description: 'Only this document type: a LOINC code or a word of its name.',
    },
    contentType: {
      type: 'string',
      maxLength: 100,
      description: 'Only this MIME type: `application/pdf`, `image/*`.',
    },
    from: {
      type: 'string',
      pattern: DATE,
      description: 'From this date on: `2026`, `2026-03`, `2026-03-15`.',
    },
    to: { type: 'string', pattern: DATE, description: 'Until the end of this date.' },
    limit: { type: 'integer', minimum: 1, maximum: 500, description: `Maximum files; default ${USUAL}.` },
    cursor: CURSOR,
  },
} as const

const OUTPUT = {
  type: 'object',
  required: ['total', 'returned', 'documents'],
  properties: {
    ...PAGE_OUTPUT,
    documents: {
      type: 'array',
      items: {
        type: 'object',
        required: ['binaryId', 'name', 'size', 'contentType', 'description', 'documentType', 'date'],
        properties: {
          binaryId: { type: 'string', description: 'For my_document_content.' },
          name: { type: 'string' },
          size: { type: 'integer', description: 'Bytes.' },
          contentType: { type: 'string' },
          description: { type: 'string' },
          documentType: { type: 'string' },
          documentTypeCode: { type: 'string', description: 'LOINC.' },
          date: { type: 'string' },
        },
      },
    },
  },
} as const

interface Query {
  readonly type?: string
  readonly contentType?: string
  readonly from?: string
  readonly to?: string
  readonly limit?: number
}

interface Listed {
  readonly id: string
  /** Ids of the records with these statements. */
  readonly records: readonly string[]
  readonly document: {
    readonly binaryId: string
    readonly name: string
    readonly size: number
    readonly contentType: string
    readonly description: string
    readonly documentType: string
    readonly documentTypeCode?: string
    readonly date: string
  }
}

const readPage = pageReader<Query>(INPUT, USUAL)
const costOf = ({ document }: Listed): number => 2 * (JSON.stringify(document).length + 1)

export const myDocumentReferences: Tool = defineTool({
  name: 'my_document_references',
  title: 'My documents',
  description:
    'All files of the person with name, size, content type, description, document type and date, the newest first. Pass ' +
    'the `binaryId` of a file to my_document_content to read it.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: INPUT,
  output: OUTPUT,

  async run(given, context) {
    const request = readPage(given as Query)
    const page = pageOf(await search(request.query, context), request, costOf)
    const documents = page.entries.map(({ document }) => document)
    const { total, nextCursor, omitted } = page
    return {
      structuredContent: {
        ...{ total, returned: documents.length, documents },
        ...(nextCursor !== undefined && { nextCursor }),
        ...(omitted && { omitted: [...omitted] }),
      },
      content: [
        { type: 'text', text: JSON.stringify(documents) },
        { type: 'text', text: howToGoOn('my_document_references', page) },
      ],
      records: page.entries.flatMap(({ records }) => records),
    }
  },
})

/** Every file once, with its latest description, if any. */
async function search(query: Query, { app, caller }: Context): Promise<Listed[]> {
  const [files, descriptions] = await Promise.all([
    app.files.list(caller, MOST),
    ownRecords(app.gateway, uids.DocumentReference, caller, {}, MOST),
  ])
  if (!files || !descriptions) throw new TooManyFiles(String(MOST))
  const latest = new Map<string, StoredRecord>()
  for (const record of descriptions)
    latest.set(binaryIdOf(record as unknown as DocumentReference) ?? '', record)
  return files
    .map(file => listed(file, latest.get(file._id)))
    .filter(({ document }) => fits(document, query))
    .sort((a, b) => Date.parse(b.document.date) - Date.parse(a.document.date) || (a.id < b.id ? -1 : 1))
}

function listed(file: StoredRecord & Binary, described: StoredRecord | undefined): Listed {
  const { type, description, date } = (described ?? {}) as Partial<DocumentReference>
  const code = codeOf(type)
  return {
    id: file._id,
    records: described ? [file._id, described._id] : [file._id],
    document: {
      ...{ binaryId: file._id, name: file.file_name, size: file.file_size, contentType: file.file_type },
      ...{ description: description ?? '', documentType: nameOf(type), date: date ?? file._created },
      ...(code !== undefined && { documentTypeCode: code }),
    },
  }
}

function fits(document: Listed['document'], { type, contentType, from, to }: Query): boolean {
  const { documentType, documentTypeCode, date } = document
  const isType =
    type === undefined || documentTypeCode === type || documentType.toLowerCase().includes(type.toLowerCase())
  return isType && isContent(document.contentType, contentType) && inPeriod(date, from, to)
}

function isContent(actual: string, wanted: string | undefined): boolean {
  if (wanted === undefined) return true
  return wanted.endsWith('/*') ? actual.startsWith(wanted.slice(0, -1)) : actual === wanted
}

/** Records that a person writes directly to the nodes may have any shape. */
const codingsOf = (concept: CodeableConcept | undefined) =>
  Array.isArray(concept?.coding) ? concept.coding : []
const codeOf = (concept: CodeableConcept | undefined) => codingsOf(concept)[0]?.code
const nameOf = (concept: CodeableConcept | undefined): string =>
  concept?.text ?? codingsOf(concept).find(({ display }) => display)?.display ?? codeOf(concept) ?? ''
