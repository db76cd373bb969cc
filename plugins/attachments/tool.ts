/** The tool `my_document_content`: the content of a person's file. */
import {
  type Context,
  defineTool,
  NotUnderstood,
  type Resource,
  STRUCTURED,
  sandboxKeyOf,
  type Tool,
  type ToolResult,
  tokensOf,
} from '../../core/index.ts'
import type { Infer } from '../../schemas/types.ts'
import { bytesOf, pieceOf, textOf } from './content.ts'
import { documentKind } from './documents.ts'
import { NoText, TooLargeToEmbed, UnknownFile } from './errors.ts'
import type { StoredBinary } from './files.ts'
import { servedType } from './headers.ts'

/** Maximum tokens of text in one answer. */
const PIECE = 8_500
/** Maximum characters of a text that is read as a resource. */
const LONGEST_RESOURCE = 99_000
/** Maximum bytes of an embedded file: with base64 it stays below 1 MiB. */
const LARGEST_EMBEDDED = 700 * 1024
const MOST_LISTED = 500

const INPUT = {
  type: 'object',
  additionalProperties: false,
  required: ['binaryId'],
  properties: {
    binaryId: { type: 'string', maxLength: 64, description: 'From `my_document_references`.' },
    as: {
      type: 'string',
      enum: ['auto', 'url', 'text', 'inline'],
      description:
        'Default `auto`: pictures inline, other files as a URL valid once. `text`: the text of a text, PDF, Word, Excel, ' +
        'PowerPoint or OpenDocument file. `inline`: the bytes.',
    },
    offset: {
      type: 'integer',
      minimum: 0,
      description: 'Start of the next part of a text: `nextOffset` of the previous result.',
    },
    pages: {
      type: 'string',
      pattern: '^\\d{1,5}(-\\d{1,5})?$',
      description: 'Of a PDF (slides, sheets): `3`, or `2-5`.',
    },
    structured: STRUCTURED,
  },
} as const

const OUTPUT = {
  type: 'object',
  required: ['binaryId', 'name', 'contentType', 'size', 'given'],
  properties: {
    binaryId: { type: 'string' },
    name: { type: 'string' },
    contentType: { type: 'string', description: 'As its owner declared it.' },
    size: { type: 'integer', description: 'Bytes.' },
    given: {
      type: 'string',
      description:
        'Form of the content: picture, url, text or inline; none for a picture that cannot be shown.',
    },
    url: { type: 'string', description: 'Valid once.' },
    expiresIn: { type: 'integer', description: 'Seconds until the URL expires.' },
    note: { type: 'string' },
    text: { type: 'string', description: 'With `structured`.' },
    pages: { type: 'integer', description: 'Pages, slides or sheets of the whole document.' },
    total: { type: 'integer', description: 'Characters of the whole text.' },
    returned: { type: 'integer', description: 'Characters in this result.' },
    nextOffset: { type: 'integer', description: 'Start of the next part of the text; absent at its end.' },
  },
} as const

type Content = ToolResult<Infer<typeof OUTPUT>>

export const myDocumentContent: Tool = defineTool({
  name: 'my_document_content',
  title: 'Content of my document',
  description:
    'The content of one file of the person, by the `binaryId` from my_document_references. Pictures are inline; any other ' +
    'file is a URL valid once within 60 seconds. If you cannot open URLs, use `as: "text"` or `as: "inline"`.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input: INPUT,
  output: OUTPUT,

  async run({ binaryId: id, as = 'auto', offset = 0, pages, structured = false }, context) {
    if (as === 'text' || pages !== undefined) return asText(id, { offset, pages, structured }, context)
    const seen = await asPicture(id, context)
    // The assistant asks for bytes explicitly; pictures never get a URL, whole or broken.
    if (as === 'inline') return seen?.structuredContent.given === 'picture' ? seen : asBytes(id, context)
    return seen ?? asUrl(id, context)
  },
})

/** The files, for clients whose users select resources. */
export const documentsResource: Resource = {
  uri: 'health://me/documents/{binaryId}',
  name: 'document',
  title: 'My document',
  description: 'A file of yours.',
  async list({ app, caller }) {
    const files = (await app.files.list(caller, MOST_LISTED)) ?? []
    const resources = files.map(({ _id, file_name, file_type, file_size }) => ({
      uri: `health://me/documents/${_id}`,
      ...{ name: file_name, mimeType: servedType(file_type), size: file_size },
    }))
    return { resources, records: files.map(({ _id }) => _id) }
  },
  async read({ binaryId = '' }, context) {
    const file = await context.app.files.open(context.caller, binaryId, context)
    const bytes = file && (await bytesOf(file))
    if (!file || !bytes) return undefined
    const picture = await context.app.pictures.open(bytes, sandboxKeyOf(context))
    const uri = `health://me/documents/${binaryId}`
    if (typeof picture === 'object')
      return {
        contents: [{ uri, mimeType: picture.mimeType, blob: picture.bytes.toString('base64') }],
        records: [binaryId],
      }
    if (bytes.length > LARGEST_EMBEDDED) throw new TooLargeToEmbed()
    const text = textOf(bytes)
    const mimeType = servedType(file.binary.file_type)
    const content = text === undefined ? { blob: bytes.toString('base64') } : { text: shortened(text) }
    return { contents: [{ uri, mimeType, ...content }], records: [binaryId] }
  },
}

/** The beginning of a long text, which says that it is one. */
function shortened(text: string): string {
  if (text.length <= LONGEST_RESOURCE) return text
  const piece = pieceOf(text, 0, LONGEST_RESOURCE)
  return `${piece}\n[${piece.length} of ${text.length} characters. my_document_content reads on: as "text", offset ${piece.length}]`
}

const NO_PICTURE =
  'This file is called a picture, and holds none that can be shown here. Ask for its bytes as "inline".'

const about = ({ _id, file_name, file_type, file_size }: StoredBinary) => ({
  ...{ binaryId: _id, name: file_name, contentType: file_type, size: file_size },
})

/** Unknown files and those of others are indistinguishable. @throws UnknownFile */
async function opened(id: string, context: Context) {
  const file = await context.app.files.open(context.caller, id, context)
  if (!file) throw new UnknownFile()
  return file
}

/**
 * The picture in a file, or the reason for which it cannot be shown; `undefined` if neither its bytes nor its
 * type are a picture's.
 */
async function asPicture(id: string, context: Context): Promise<Content | undefined> {
  const file = await opened(id, context)
  const bytes = await bytesOf(file)
  const isCalledOne = file.binary.file_type.toLowerCase().startsWith('image/')
  const seen = bytes && (await context.app.pictures.open(bytes, sandboxKeyOf(context)))
  const picture = seen ?? (isCalledOne ? NO_PICTURE : undefined)
  if (picture === undefined) return undefined
  if (typeof picture === 'string')
    return {
      structuredContent: { ...about(file.binary), given: 'none' },
      content: [{ type: 'text', text: `${file.binary.file_name}: ${picture}` }],
      records: [id],
    }
  return {
    structuredContent: { ...about(file.binary), given: 'picture' },
    content: [
      { type: 'image', data: picture.bytes.toString('base64'), mimeType: picture.mimeType },
      { type: 'text', text: `${file.binary.file_name} (${file.binary.file_type}), scaled to be shown.` },
    ],
    records: [id],
  }
}

async function asUrl(id: string, { app, caller }: Context): Promise<Content> {
  const [file, ticket] = [await app.files.findStored(caller, id), await app.files.ticket(caller, id)]
  if (!file || !ticket) throw new UnknownFile()
  const { url, expiresIn } = ticket
  const { file_name, file_type } = file.binary
  return {
    structuredContent: { ...about(file.binary), given: 'url', url, expiresIn },
    content: [
      {
        type: 'text',
        text:
          `File: ${file_name}\nType: ${file_type}\nDownload it from:\n${url}\n` +
          `This URL expires in ${expiresIn} seconds and can only be used once; for another one call my_document_content again. ` +
          'If you cannot open it (PERMISSIONS_ERROR), call again with as "text" or "inline", or let the person open it.',
      },
    ],
    records: [id],
  }
}

interface TextRequest {
  readonly offset: number
  readonly pages: string | undefined
  readonly structured: boolean
}

async function asText(
  id: string,
  { offset, pages, structured }: TextRequest,
  context: Context,
): Promise<Content> {
  const file = await opened(id, context)
  const bytes = await bytesOf(file)
  const document = bytes && (await readDocument(bytes, pages, context))
  if (document === undefined) throw new NoText()
  const { text: whole, pages: count } = document
  let text = pieceOf(whole, offset, 4 * PIECE)
  // By its share: a text of other letters has more tokens.
  for (let tokens = tokensOf(text); tokens > PIECE; tokens = tokensOf(text))
    text = pieceOf(whole, offset, Math.floor(text.length * Math.min(0.95, PIECE / tokens)))
  const next = offset + text.length
  const isRest = next < whole.length
  const again = `the same binaryId${pages === undefined ? '' : `, pages "${pages}"`}, as "text" and offset ${next}`
  return {
    structuredContent: {
      ...{ ...about(file.binary), given: 'text', total: whole.length, returned: text.length },
      ...(structured ? { text } : { note: 'The text is in the content of this result.' }),
      ...(count !== undefined && { pages: count }),
      ...(isRest && { nextOffset: next }),
    },
    content: [
      { type: 'text', text: structured ? 'The text is in the structured content.' : text },
      {
        type: 'text',
        text: isRest
          ? `That is ${text.length} of ${whole.length} characters. For more call my_document_content with ${again}.`
          : `That is the text of ${file.binary.file_name} to its end.`,
      },
    ],
    records: [id],
  }
}

/** @throws NoTextInDocument, NotUnderstood */
async function readDocument(
  bytes: Buffer,
  pages: string | undefined,
  context: Context,
): Promise<{ readonly text: string; readonly pages?: number } | undefined> {
  if (documentKind(bytes) !== undefined)
    return context.app.documents.text(bytes, { pages, caller: sandboxKeyOf(context) })
  const text = textOf(bytes)
  if (text !== undefined && pages !== undefined && pages !== '1')
    throw new NotUnderstood(`'pages' is '${pages}', and the file has no pages: ask without them.`)
  return text === undefined ? undefined : { text }
}

async function asBytes(id: string, context: Context): Promise<Content> {
  const file = await opened(id, context)
  const bytes = file.size > LARGEST_EMBEDDED ? undefined : await bytesOf(file)
  if (!bytes) throw new TooLargeToEmbed()
  const resource = {
    uri: `health://me/documents/${id}`,
    ...{ mimeType: servedType(file.binary.file_type), blob: bytes.toString('base64') },
  }
  return {
    structuredContent: { ...about(file.binary), given: 'inline' },
    content: [
      { type: 'resource', resource },
      { type: 'text', text: `${file.binary.file_name} (${file.binary.file_type}), ${file.size} bytes.` },
    ],
    records: [id],
  }
}
