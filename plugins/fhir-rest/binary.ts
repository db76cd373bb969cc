/** A file as a FHIR Binary: raw bytes, or base64 within JSON, with one chunk in memory at a time. */
import { Readable } from 'node:stream'
import type { FhirContent } from '../../core/index.ts'

/** @param about - the resource without its `data` */
export const binaryJson = (content: FhirContent, about: object): Readable =>
  Readable.from(pieces(content, about), { objectMode: false })

async function* pieces(content: FhirContent, about: object): AsyncGenerator<string> {
  const head = JSON.stringify(about)
  yield `${head.slice(0, -1)},"data":"`
  // Three bytes make four characters: the remainder waits for the next chunk.
  let rest = Buffer.alloc(0)
  for await (const chunk of await content.stream()) {
    const bytes = Buffer.concat([rest, chunk])
    const whole = bytes.length - (bytes.length % 3)
    yield bytes.subarray(0, whole).toString('base64')
    rest = bytes.subarray(whole)
  }
  yield `${rest.toString('base64')}"}`
}
