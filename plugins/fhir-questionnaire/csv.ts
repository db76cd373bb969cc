/** Responses as CSV: a row for each, with one page in memory at a time. */
import { Readable } from 'node:stream'
import { csvRow } from '../../core/index.ts'
import type { Table } from '../../fhir/results/columns.ts'
import { resourceOf } from './resource.ts'
import type { ResponsePage } from './response-pages.ts'

/** A stream that requests a page when most of the previous one is consumed. */
export const csvOf = (pages: AsyncIterable<ResponsePage>, table: Table): Readable =>
  Readable.from(rowsOf(pages, table), { objectMode: false })

async function* rowsOf(
  pages: AsyncIterable<ResponsePage>,
  { header, rowOf }: Table,
): AsyncGenerator<string, void> {
  yield csvRow(header)
  for await (const { records } of pages)
    yield records.map(record => csvRow(rowOf(resourceOf(record)))).join('')
}
