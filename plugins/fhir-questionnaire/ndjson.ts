/** Responses as NDJSON: one resource per line, with one page in memory at a time. */
import { Readable } from 'node:stream'
import { addOmissions, hasOmissions, noOmissions, omissionsOutcome } from '../../fhir/resources/omissions.ts'
import { resourceOf } from './resource.ts'
import type { ResponsePage } from './response-pages.ts'

/** FHIR Bulk Data Access, "Data Export Response". */
export const NDJSON = 'application/fhir+ndjson'

/**
 * A stream that requests a page when most of the previous one is consumed, and ends the pages when its reader
 * disconnects. The last line, an OperationOutcome, reports omitted responses.
 */
export const ndjsonOf = (pages: AsyncIterable<ResponsePage>): Readable =>
  Readable.from(linesOf(pages), { objectMode: false })

async function* linesOf(pages: AsyncIterable<ResponsePage>): AsyncGenerator<string, void> {
  let all = noOmissions
  for await (const { records, leftOut } of pages) {
    all = addOmissions(all, leftOut)
    yield records.map(record => `${JSON.stringify(resourceOf(record))}\n`).join('')
  }
  if (hasOmissions(all)) yield `${JSON.stringify(omissionsOutcome(all))}\n`
}
