/** The files of an export, generated while they are read: no personal data is stored for it. */
import { Readable } from 'node:stream'
import {
  type App,
  type AttestedPage,
  type Context,
  noteReading,
  type Reading,
  readAttested,
  type StoredRecord,
  sharedFieldOf,
  type Use,
} from '../../core/index.ts'
import {
  addOmissions,
  hasOmissions,
  noOmissions,
  type Omissions,
  omissionsOutcome,
} from '../../fhir/resources/omissions.ts'
import { servedAs } from '../../fhir/resources/served-resource.ts'
import { uids } from '../../schemas/uids.ts'
import { collectionOf, type ExportRequest, formsOf, type RecordsPlan, recordsOf } from './plan.ts'

/** Records in memory at a time. */
const PAGE = 200

type SharedRecords = NonNullable<Awaited<ReturnType<App['applications']['sharedRecords']>>>

/** A file of records of people. */
export interface FileParts {
  readonly app: App
  readonly request: ExportRequest
  readonly file: RecordsPlan
  readonly context: Context
  readonly reading: Reading
  readonly use: Use
  /** The records of a custom collection that the application may read now. */
  readonly shared?: SharedRecords
  /** Called when the file was read to its end. */
  readonly ended: (leftOut: Omissions) => Promise<void>
}

const streamOf = (texts: AsyncIterable<string>) => Readable.from(texts, { objectMode: false })

/** The lines of the file of forms. */
export const formsFile = (app: App, request: ExportRequest): Readable => streamOf(forms(app, request))

/** The lines of a file of records, with one page in memory at a time, at the pace of its reader. */
export const recordsFile = (parts: FileParts): Readable => streamOf(lines(parts))

/** A resource in the format of the FHIR API: R4. */
const resourceIn = ({ baseUrl }: App['gateway'], record: StoredRecord): object =>
  servedAs(record, { fhirVersion: 'R4', baseUrl: `${baseUrl}/fhir` })

const textOf = (entries: readonly object[]): string =>
  entries.map(entry => `${JSON.stringify(entry)}\n`).join('')

async function* forms({ gateway }: App, request: ExportRequest): AsyncGenerator<string, void> {
  for (let after: string | undefined; ; ) {
    const page = await gateway.records.find(uids.Questionnaire, formsOf(request), {
      limit: PAGE,
      ...(after !== undefined && { after }),
    })
    yield textOf(page.records.map(record => resourceIn(gateway, record)))
    if (page.next === undefined) return
    after = page.next
  }
}

/** Each page is logged in the audit trails of its people before it is sent. */
async function* lines(parts: FileParts): AsyncGenerator<string, void> {
  const { app, reading, ended } = parts
  let all = noOmissions
  for await (const { records, leftOut } of pagesOf(parts)) {
    all = addOmissions(all, leftOut)
    await noteReading(app.gateway, reading, records)
    yield textOf(await entriesOf(parts, records))
  }
  await ended(all)
}

function pagesOf({ app, request, file, use, shared }: FileParts): AsyncIterable<AttestedPage> {
  const { after: cursor, until } = file
  const selection = { filter: recordsOf(app, request, file), use, limit: PAGE, cursor, until }
  if ('questionnaire' in file)
    return app.questionnaires.readResponses({ ...selection, questionnaire: file.questionnaire })
  const collection = collectionOf(file)
  const holds = (record: StoredRecord) => shared?.holds(record) ?? false
  return readAttested(app.gateway, { ...selection, collection, subjectOf: () => collection, holds })
}

/** Resources of FHIR, or the records of a collection as its pages have them. */
async function entriesOf(
  { app, file, context, shared }: FileParts,
  records: readonly StoredRecord[],
): Promise<readonly object[]> {
  const { gateway } = app
  if (shared === undefined) return records.map(record => resourceIn(gateway, record))
  const type = gateway.fhir.types.get(file.type)
  if (type === undefined) return records.map(shared.served)
  const completed = (await type.complete?.(records, context)) ?? records
  // The field is no element of FHIR.
  const field = sharedFieldOf(type, gateway.collections) ?? ''
  return completed.map(({ [field]: _, ...record }) => resourceIn(gateway, record as StoredRecord))
}

/** The records left out of the files that were read to their end, as a file of its own. */
export function omissionsFile(notes: readonly (string | undefined)[]): string {
  const all = notes.reduce<Omissions>(
    (sum, note) => (note === undefined ? sum : addOmissions(sum, JSON.parse(note) as Omissions)),
    noOmissions,
  )
  return hasOmissions(all) ? `${JSON.stringify(omissionsOutcome(all))}\n` : ''
}
