/** Streams the documents of a file: a single JSON document, or one per line. */
import { createReadStream } from 'node:fs'
import { extname } from 'node:path'
import { parseStrict } from '../core/http/json.ts'

/** A document, or the reason why it is not valid JSON. */
export interface Document {
  /** Its line number, in a file with one document per line. */
  readonly line?: number
  readonly content?: unknown
  /** The JSON syntax error in a sentence. */
  readonly broken?: string
}

const NEWLINE = 0x0a
const LINES: ReadonlySet<string> = new Set(['.ndjson', '.jsonl'])

/** Reads a file, or standard input for `-`. @param read - called with the number of bytes read */
export async function* documentsOf(file: string, read: (bytes: number) => void): AsyncGenerator<Document> {
  const lines = linesOf(file === '-' ? process.stdin : createReadStream(file), read)
  const whole: Buffer[] = []
  // True if each line is a document: decided by the file's extension, otherwise by its first non-blank line.
  let byLine = LINES.has(extname(file)) ? true : undefined
  let number = 0
  for await (const line of lines) {
    number++
    if (byLine === undefined && !isBlank(line)) byLine = parse(line).broken === undefined
    if (byLine !== true) whole.push(line)
    else if (!isBlank(line)) yield { line: number, ...parse(line) }
  }
  if (byLine !== true) yield parse(Buffer.concat(whole))
}

/** Every line with its terminator. */
async function* linesOf(
  stream: AsyncIterable<Buffer>,
  read: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  let begun: Buffer[] = []
  for await (const chunk of stream) {
    read(chunk.length)
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      yield Buffer.concat([...begun, chunk.subarray(start, end + 1)])
      begun = []
      start = end + 1
    }
    if (start < chunk.length) begun.push(chunk.subarray(start))
  }
  if (begun.length > 0) yield Buffer.concat(begun)
}

const isBlank = (line: Buffer): boolean => line.every(byte => byte <= 0x20)

function parse(text: Buffer): Omit<Document, 'line'> {
  try {
    return { content: parseStrict(text) }
  } catch (error) {
    const [, why = 'it cannot be read'] = (error as Error).message.split(': ', 2)
    return { broken: `This is not JSON: ${why}.` }
  }
}
