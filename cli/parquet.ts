/** Writes a table as a Parquet file, one row group in memory at a time. */
import type { FileHandle } from 'node:fs/promises'
import { requirePackage } from '../core/packages.ts'
import { rowsOf } from './csv-rows.ts'

const PACKAGE = 'hyparquet-writer'
/** A row group ends with the first of both. */
const MOST_ROWS = 20_000
const MOST_CHARACTERS = 16_000_000

/** @throws PackageMissing with the command that installs the writer */
export const requireParquet = (): void => requirePackage(PACKAGE, 'The option --parquet')

/**
 * Writes the rows of a CSV as columns of text, in which an empty field is null.
 * @returns the number of rows
 */
export async function writeParquet(target: FileHandle, csv: AsyncIterable<string>): Promise<number> {
  const { ByteWriter, ParquetWriter } = await import('hyparquet-writer')
  const bytes = new ByteWriter()
  const flush = async () => {
    // `write` may write a part.
    await target.writeFile(new Uint8Array(bytes.buffer, 0, bytes.index))
    bytes.index = 0
  }
  const rows = rowsOf(csv)
  const names: string[] = (await rows.next()).value ?? []
  const schema = [
    { name: 'root', num_children: names.length },
    ...names.map(name => ({
      ...{ name, type: 'BYTE_ARRAY' as const, converted_type: 'UTF8' as const },
      repetition_type: 'OPTIONAL' as const,
    })),
  ]
  const writer = new ParquetWriter({ writer: bytes, schema, createdBy: 'andiron' })
  let columns: (string | null)[][] = names.map(() => [])
  let [count, characters, written] = [0, 0, 0]
  const writeGroup = async () => {
    if (count === 0) return
    const columnData = names.map((name, at) => ({ name, data: columns[at] ?? [] }))
    await writer.write({ columnData, rowGroupSize: count })
    await flush()
    columns = names.map(() => [])
    written += count
    count = characters = 0
  }
  for await (const row of rows) {
    for (const [at, column] of columns.entries()) column.push(row[at] || null)
    characters += row.reduce((sum, { length }) => sum + length, 0)
    if (++count >= MOST_ROWS || characters >= MOST_CHARACTERS) await writeGroup()
  }
  await writeGroup()
  await writer.finish()
  await flush()
  return written
}
