/** The documents of a file: one JSON document, or one on each line, read as they come. */
import { createReadStream } from 'node:fs'
import { extname } from 'node:path'
import { parseStrict } from '../core/http/json.ts'

/** A document, or why it cannot be read as JSON. */
export interface Document {
  /** Its line, counted from 1, in a file that has a document on each. */
  readonly line?: number
  readonly content?: unknown
  /** The sentence that says what is wrong with the JSON. */
  readonly broken?: string
}

const NEWLINE = 0x0a
const LINES: ReadonlySet<string> = new Set(['.ndjson', '.jsonl'])

/** Reads a file, or standard input for `-`. @param read - told how many bytes have come */
export async function* documentsOf(file: string, read: (bytes: number) => void): AsyncGenerator<Document> {
  const lines = linesOf(file === '-' ? process.stdin : createReadStream(file), read)
  const whole: Buffer[] = []
  // Whether each line is a document: known by the name, otherwise by the first line that is not blank.
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

/** Every line with its end. */
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
