/** Responses as CSV (RFC 4180): a row for each, with one page in memory at a time. */
import { Readable } from 'node:stream'
import type { Table } from '../../fhir/columns.ts'
import { resourceOf } from './resource.ts'
import type { ResponsePage } from './response-pages.ts'

/** RFC 7111 has `header`; the text is UTF-8. */
export const CSV = 'text/csv; charset=utf-8; header=present'

/** A stream that requests a page when most of the previous one is consumed. */
export const csvOf = (pages: AsyncIterable<ResponsePage>, table: Table): Readable =>
  Readable.from(rowsOf(pages, table), { objectMode: false })

async function* rowsOf(
  pages: AsyncIterable<ResponsePage>,
  { header, rowOf }: Table,
): AsyncGenerator<string, void> {
  yield rowText(header)
  for await (const { records } of pages)
    yield records.map(record => rowText(rowOf(resourceOf(record)))).join('')
}

/** One row with its line end: cells quoted if necessary, and none that a spreadsheet would execute. */
export const rowText = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`

function quoted(cell: string): string {
  const safe = harmless(cell)
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * Spreadsheets execute a cell that begins like a formula when they open the file, and it can fetch any URL
 * (OWASP, "CSV Injection"). A leading apostrophe makes it text. A number stays a number.
 */
const harmless = (cell: string): string =>
  /^[=+\-@\t\r\n]/.test(cell) && !/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(cell) ? `'${cell}` : cell
