/** The tool `my_document_content`: the content of a person's file. */
import {
  type Context,
  defineTool,
  type Resource,
  sandboxKeyOf,
  type Tool,
  type ToolResult,
} from '../../core/index.ts'
import type { Infer } from '../../schemas/types.ts'
import { bytesOf, pieceOf, textOf } from './content.ts'
import { NoText, TooLargeToEmbed, UnknownFile } from './errors.ts'
import type { StoredBinary } from './files.ts'
import { servedType } from './headers.ts'

/** Characters of text in one answer, which contains it twice: as text and as structured content. */
const PIECE = 40_000
/** Maximum bytes of an embedded file: with base64 it stays below 1 MiB. */
const LARGEST_EMBEDDED = 700 * 1024
const MOST_LISTED = 500

const INPUT = {
  type: 'object',
  additionalProperties: false,
  properties: {
    binaryId: { type: 'string', maxLength: 64, description: 'From `my_document_references`.' },
    binaryFileId: { type: 'string', maxLength: 64, description: 'The same as `binaryId`.' },
    as: {
      type: 'string',
      enum: ['auto', 'url', 'text', 'inline'],
      description:
        'Default `auto`: pictures inline, other files as a URL valid once. `text`: the text of a text file. `inline`: the bytes.',
    },
    offset: {
      type: 'integer',
      minimum: 0,
      description: 'Start of the next part of a text: `nextOffset` of the previous result.',
    },
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
    text: { type: 'string' },
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

  async run({ binaryId, binaryFileId, as = 'auto', offset = 0 }, context) {
    const id = binaryId ?? binaryFileId ?? ''
    if (as === 'text') return asText(id, offset, context)
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
    const content = text === undefined ? { blob: bytes.toString('base64') } : { text }
    return { contents: [{ uri, mimeType, ...content }], records: [binaryId] }
  },
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
  const [file, ticket] = [await app.files.find(caller, id), await app.files.ticket(caller, id)]
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

async function asText(id: string, offset: number, context: Context): Promise<Content> {
  const file = await opened(id, context)
  const bytes = await bytesOf(file)
  const whole = bytes && textOf(bytes)
  if (whole === undefined) throw new NoText()
  // Some characters take several in JSON: the limit applies to the encoded text.
  let text = pieceOf(whole, offset, PIECE)
  while (JSON.stringify(text).length > 1.2 * PIECE) text = pieceOf(whole, offset, Math.floor(text.length / 2))
  const next = offset + text.length
  const rest = next < whole.length
  return {
    structuredContent: {
      ...{ ...about(file.binary), given: 'text', text, total: whole.length, returned: text.length },
      ...(rest && { nextOffset: next }),
    },
    content: [
      { type: 'text', text },
      {
        type: 'text',
        text: rest
          ? `That is ${text.length} of ${whole.length} characters. For more call my_document_content with the same binaryId, as "text" and offset ${next}.`
          : `That is the text of ${file.binary.file_name} to its end.`,
      },
    ],
    records: [id],
  }
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
