/**
 * Cuts a stream of rows into pieces at places that the rows themselves choose: a row that is added or changed
 * changes the piece around it, and all others stay as an earlier backup has stored them.
 */
import { MOST_PIECE, type RepositoryPart } from './repository.ts'

/** Bytes of a piece: at least, and on average beyond that. */
const LEAST = 128 * 1024
const AVERAGE = 512 * 1024
/** Bytes of a row that choose: its beginning and its end, where ids and times stand. */
const EDGE = 64

/** Yields the rows in pieces of at most {@link MOST_PIECE} bytes. */
export async function* inPieces(rows: AsyncIterable<readonly Buffer[]>): AsyncGenerator<Buffer> {
  let [parts, length]: [Buffer[], number] = [[], 0]
  const piece = () => {
    const whole = Buffer.concat(parts)
    ;[parts, length] = [[], 0]
    return whole
  }
  for await (const some of rows)
    for (const row of some) {
      if (length > 0 && length + row.length > MOST_PIECE) yield piece()
      let rest = row
      for (; rest.length > MOST_PIECE; rest = rest.subarray(MOST_PIECE)) yield rest.subarray(0, MOST_PIECE)
      parts.push(rest)
      length += rest.length
      if (length >= LEAST && endsPiece(row)) yield piece()
    }
  if (length > 0) yield piece()
}

/** True for about one row in {@link AVERAGE} bytes, always the same ones. */
function endsPiece(row: Buffer): boolean {
  // FNV-1a.
  let hash = 0x811c9dc5
  const edges = row.length <= 2 * EDGE ? [row] : [row.subarray(0, EDGE), row.subarray(-EDGE)]
  for (const edge of edges) for (const byte of edge) hash = Math.imul(hash ^ byte, 0x01000193)
  return (hash >>> 0) / 2 ** 32 < row.length / AVERAGE
}

/** Stores rows. @returns the names of their pieces, in order, and their bytes */
export async function storeRows(
  part: RepositoryPart,
  rows: AsyncIterable<readonly Buffer[]>,
): Promise<{ pieces: string[]; bytes: number }> {
  const pieces: string[] = []
  let bytes = 0
  for await (const piece of inPieces(rows)) {
    bytes += piece.length
    pieces.push(await part.put(piece))
  }
  return { pieces, bytes }
}

/** The stored bytes of a list of pieces. */
export async function* readPieces(part: RepositoryPart, pieces: readonly string[]): AsyncGenerator<Buffer> {
  for (const name of pieces) yield await part.get(name)
}

/** The lines of the stored bytes, without their ends. */
export async function* readLines(part: RepositoryPart, pieces: readonly string[]): AsyncGenerator<string> {
  let rest = Buffer.alloc(0)
  for await (const piece of readPieces(part, pieces)) {
    let [from, whole] = [0, Buffer.concat([rest, piece])]
    for (let end = whole.indexOf(10); end >= 0; end = whole.indexOf(10, from)) {
      yield String(whole.subarray(from, end))
      from = end + 1
    }
    rest = whole.subarray(from)
  }
}
