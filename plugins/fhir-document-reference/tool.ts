/** The tool `my_document_references`: the person's files and their descriptions. */
import type { CodeableConcept, DocumentReference } from 'fhir/r5.js'
import {
  type Context,
  CURSOR,
  defineTool,
  demandUnderstood,
  howToGoOn,
  ownRecords,
  PAGE_OUTPUT,
  PERIOD,
  pageOf,
  pageReader,
  STRUCTURED,
  type StoredRecord,
  searchable,
  type Tool,
  tokensOf,
} from '../../core/index.ts'
import { binaryIdOf } from '../../fhir/resources/document-reference.ts'
import { type Period, periodOf } from '../../fhir/values/period.ts'
import type { Binary } from '../../schemas/binary.ts'
import { uids } from '../../schemas/uids.ts'

/** Maximum files that one call searches. */
const MOST = 10_000
const USUAL = 100

const INPUT = {
  type: 'object',
  additionalProperties: false,
  properties: {
    type: {
      type: 'string',
      maxLength: 200,
      description: 'Words of the name, description or document type, or a LOINC code.',
    },
    contentType: {
      type: 'string',
      maxLength: 100,
      description: '`pdf`, `picture`, `text`, or a MIME type: `application/pdf`, `image/*`.',
    },
    ...PERIOD,
    limit: { type: 'integer', minimum: 1, maximum: 500, description: `Files at most; default ${USUAL}.` },
    structured: STRUCTURED,
    cursor: CURSOR,
  },
} as const

const OUTPUT = {
  type: 'object',
  required: ['total', 'returned'],
  properties: {
    ...PAGE_OUTPUT,
    note: { type: 'string' },
    kinds: {
      type: 'object',
      additionalProperties: { type: 'integer' },
      description: 'How many files of each content type the person has.',
    },
    documents: {
      type: 'array',
      description: 'With `structured`: a row for each file.',
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
  readonly structured?: boolean
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

const HEADER = 'binaryId,name,bytes,content type,document type,description,date'
const lineOf = ({ document }: Listed): string => {
  const { binaryId, name, size, contentType, documentType, documentTypeCode, description, date } = document
  const type = documentTypeCode === undefined ? documentType : `${documentType} (${documentTypeCode})`
  return [binaryId, name, size, contentType, type, description, date.slice(0, 10)].map(cellOf).join(',')
}

/** RFC 4180. */
function cellOf(value: string | number): string {
  const text = String(value).replaceAll(/\s+/g, ' ')
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const IN_TEXT = 'The files are in the text of this result; for a client that shows none: structured: true.'

export const myDocumentReferences: Tool = defineTool({
  name: 'my_document_references',
  title: 'My documents',
  description:
    'All files of the person with name, size, content type, document type, description and date, the newest first. Pass the ' +
    '`binaryId` of one to my_document_content to read it.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: INPUT,
  output: OUTPUT,

  async run(given, context) {
    const request = readPage(given as Query)
    const { structured = false } = request.query
    const { all, found } = await search(request.query, context)
    const page = pageOf(found, request, entry =>
      tokensOf(structured ? JSON.stringify(entry.document) : `${lineOf(entry)}\n`),
    )
    const { total, nextCursor, omitted, entries } = page
    const kinds = kindsOf(all)
    const table = [HEADER, ...entries.map(lineOf)].join('\n')
    const content =
      total === 0 ? nothing(kinds) : structured ? 'The files are in the structured content.' : table
    return {
      structuredContent: {
        ...{ total, returned: entries.length },
        ...(structured ? { documents: entries.map(({ document }) => document) } : { note: IN_TEXT }),
        ...((total === 0 || !structured) && { kinds }),
        ...(nextCursor !== undefined && { nextCursor }),
        ...(omitted && { omitted: [...omitted] }),
      },
      content: [
        { type: 'text', text: content },
        { type: 'text', text: howToGoOn('my_document_references', page) },
      ],
      records: (total === 0 ? all : entries).flatMap(({ records }) => records),
    }
  },
})

function kindsOf(all: readonly Listed[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>()
  for (const { document } of all)
    counts.set(document.contentType, (counts.get(document.contentType) ?? 0) + 1)
  return Object.fromEntries([...counts].slice(0, 20))
}

function nothing(kinds: Readonly<Record<string, number>>): string {
  const there = Object.entries(kinds).map(([type, n]) => `${n} ${type}`)
  return there.length === 0
    ? 'This profile has no files yet.'
    : `No file matches. The profile has: ${there.join(', ')}. Call again with fewer arguments.`
}

/** Every file once, with its latest description, if any. */
async function search(
  query: Query,
  { app, caller }: Context,
): Promise<{ readonly all: readonly Listed[]; readonly found: readonly Listed[] }> {
  const period = periodOf(query)
  demandUnderstood(period.problems)
  const [files, descriptions] = await Promise.all([
    app.files.list(caller, MOST),
    ownRecords(app.gateway, uids.DocumentReference, caller, {}, MOST),
  ])
  const latest = new Map<string, StoredRecord>()
  for (const record of searchable(descriptions, MOST))
    latest.set(binaryIdOf(record as unknown as DocumentReference) ?? '', record)
  const all = searchable(files, MOST)
    .map(file => listed(file, latest.get(file._id)))
    .sort((a, b) => Date.parse(b.document.date) - Date.parse(a.document.date) || (a.id < b.id ? -1 : 1))
  return { all, found: all.filter(({ document }) => fits(document, query, period)) }
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

function fits(
  { documentType, documentTypeCode, description, name, contentType, date }: Listed['document'],
  query: Query,
  period: Period,
): boolean {
  const wanted = query.type?.toLowerCase().split(/\s+/).filter(Boolean) ?? []
  const words = `${documentType} ${description} ${name}`.toLowerCase()
  const isType = documentTypeCode === query.type || wanted.every(word => words.includes(word))
  return isType && isContent(contentType, query.contentType) && period.includes(date)
}

/** Common names of content types. */
const CONTENT: Readonly<Record<string, RegExp>> = {
  picture: /^image\//,
  image: /^image\//,
  photo: /^image\//,
  pdf: /^application\/pdf/,
  text: /^text\//,
  word: /word|opendocument\.text/,
  excel: /excel|spreadsheet/,
  spreadsheet: /excel|spreadsheet|csv/,
}

function isContent(actual: string, wanted: string | undefined): boolean {
  if (wanted === undefined) return true
  const name = wanted.toLowerCase().replace(/s$/, '')
  const known = Object.hasOwn(CONTENT, name) ? CONTENT[name] : undefined
  if (known) return known.test(actual)
  if (wanted.endsWith('/*')) return actual.startsWith(wanted.slice(0, -1))
  return wanted.includes('/') ? actual === wanted : actual.includes(name)
}

/** Records that a person writes directly to the nodes may have any shape. */
const codingsOf = (concept: CodeableConcept | undefined) =>
  Array.isArray(concept?.coding) ? concept.coding : []
const codeOf = (concept: CodeableConcept | undefined) => codingsOf(concept)[0]?.code
const nameOf = (concept: CodeableConcept | undefined): string =>
  concept?.text ?? codingsOf(concept).find(({ display }) => display)?.display ?? codeOf(concept) ?? ''
