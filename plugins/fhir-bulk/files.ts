/** The files of an export, generated while they are read: no personal data is stored for it. */
import { Readable } from 'node:stream'
import { type App, noteReading, type Reading, type StoredRecord, type Use } from '../../core/index.ts'
import {
  addOmissions,
  hasOmissions,
  noOmissions,
  type Omissions,
  omissionsOutcome,
} from '../../fhir/omissions.ts'
import { servedAs } from '../../fhir/served.ts'
import { uids } from '../../schemas/uids.ts'
import { type ExportRequest, type FilePlan, formsOf, responsesOf } from './plan.ts'

/** Records in memory at a time. */
const PAGE = 200

export interface FileParts {
  readonly app: App
  readonly request: ExportRequest
  readonly file: FilePlan
  readonly reading: Reading
  readonly use: Use
  /** Called when the file was read to its end. */
  readonly ended: (leftOut: Omissions) => Promise<void>
}

/** The lines of a file, with one page in memory at a time, at the pace of its reader. */
export const fileOf = (parts: FileParts): Readable =>
  Readable.from(parts.file.type === 'Questionnaire' ? forms(parts) : responses(parts), { objectMode: false })

/** The resources in the format of the FHIR API: R4. */
function linesOf({ baseUrl }: App['gateway'], records: readonly StoredRecord[]): string {
  const serving = { fhirVersion: 'R4', baseUrl: `${baseUrl}/fhir` } as const
  return records.map(record => `${JSON.stringify(servedAs(record, serving))}\n`).join('')
}

async function* forms({ app, request }: FileParts): AsyncGenerator<string, void> {
  const { records } = app.gateway
  for (let after: string | undefined; ; ) {
    const page = await records.find(uids.Questionnaire, formsOf(request), {
      limit: PAGE,
      ...(after !== undefined && { after }),
    })
    yield linesOf(app.gateway, page.records)
    if (page.next === undefined) return
    after = page.next
  }
}

/** Each page is logged in the audit trails of its people before it is sent. */
async function* responses({
  app,
  request,
  file,
  reading,
  use,
  ended,
}: FileParts): AsyncGenerator<string, void> {
  if (file.type !== 'QuestionnaireResponse') return
  const { questionnaire, after, until } = file
  const filter = responsesOf(app, request, questionnaire)
  const selection = { questionnaire, filter, use, limit: PAGE, cursor: after, until }
  let all = noOmissions
  for await (const { records, leftOut } of app.questionnaires.readResponses(selection)) {
    all = addOmissions(all, leftOut)
    await noteReading(app.gateway, reading, records)
    yield linesOf(app.gateway, records)
  }
  await ended(all)
}

/** The records left out of the files that were read to their end, as a file of its own. */
export function omissionsFile(notes: readonly (string | undefined)[]): string {
  const all = notes.reduce<Omissions>(
    (sum, note) => (note === undefined ? sum : addOmissions(sum, JSON.parse(note) as Omissions)),
    noOmissions,
  )
  return hasOmissions(all) ? `${JSON.stringify(omissionsOutcome(all))}\n` : ''
}
