/**
 * Plans the files of an export: the start and end of each in the order of the store, without their contents.
 */
import type { FastifyInstance } from 'fastify'
import type { Filter } from '../../core/index.ts'
import { uids } from '../../schemas/uids.ts'
import type { Step } from './kept-exports.ts'

/** A custom collection in an export. */
export interface ExportedCollection {
  /** The uid. */
  readonly collection: string
  /** The type of its files: its FHIR type, or the uid for records as they are stored. */
  readonly type: string
  /** The records of the application. */
  readonly filter: Filter
}

/** The request for an export. */
export interface ExportRequest {
  /** The URL of the request. */
  readonly url: string
  /** The scope required to poll it, besides those of its collections. */
  readonly scope?: string
  /** `Questionnaire` and `QuestionnaireResponse`, or one of them, or none. */
  readonly types: readonly string[]
  /** Ids of the questionnaires with exported responses. */
  readonly questionnaires: readonly string[]
  /** The questionnaires in the export. */
  readonly forms: Filter
  readonly collections?: readonly ExportedCollection[]
  /** The application that reads the collections. */
  readonly applicationId?: string
  /** ISO 8601: exports resources stored at or after `from`, and before `before`. */
  readonly from?: string
  readonly before: string
}

/** The progress of planning an export. */
export interface ExportProgress {
  /** Questionnaires and custom collections that are planned. */
  readonly questionnaires: number
  /** Cursors: the start of the next file, and the end of its counted records. */
  readonly begin?: string
  readonly reached?: string
  readonly inFile: number
  readonly files: number
  /** The number of counted responses and records. */
  readonly responses: number
}

export const BEGINNING: ExportProgress = { questionnaires: 0, inFile: 0, files: 0, responses: 0 }

/** Records counted by one query to the store, which must be fast. */
const STRIDE = 1000

/** Cursors: a file begins after the first and ends with the second. */
interface Ends {
  readonly after?: string
  readonly until?: string
}

/** A file of records of people: responses to a form, or records of a custom collection. */
export type RecordsPlan =
  | ({ readonly type: 'QuestionnaireResponse'; readonly questionnaire: string } & Ends)
  | (ExportedCollection & Ends)

/** The records of a file. */
export type FilePlan = { readonly type: 'Questionnaire' } | RecordsPlan

export const isOfRecords = (file: FilePlan): file is RecordsPlan =>
  'questionnaire' in file || 'collection' in file

type Parts = Pick<FastifyInstance, 'gateway' | 'questionnaires'>

/** The scopes required to poll an export. */
export const scopesOf = ({ scope, collections = [] }: ExportRequest): readonly string[] => [
  ...(scope === undefined ? [] : [scope]),
  ...collections.map(({ collection }) => `read:collection[${collection}]`),
]

/** The questionnaires of an export. */
export const formsOf = ({ forms, from, before }: ExportRequest): Filter => ({
  $and: [forms, { _created: { $lt: before } }, ...(from === undefined ? [] : [{ _updated: { $gte: from } }])],
})

/** The uid of the collection with the records of a file. */
export const collectionOf = (file: RecordsPlan): string =>
  'collection' in file ? file.collection : uids.QuestionnaireResponse

/** The responses to one questionnaire, or the records of one collection, with those that will be left out. */
export const recordsOf = (
  { questionnaires }: Pick<FastifyInstance, 'questionnaires'>,
  { from, before }: ExportRequest,
  file: RecordsPlan,
): Filter => ({
  $and: [
    'collection' in file ? file.filter : questionnaires.responsesTo(file.questionnaire),
    { _created: { $lt: before, ...(from !== undefined && { $gte: from }) } },
  ],
})

/** The files, before they are divided: one for each form with exported responses, then one for each collection. */
function fileAt({ types, questionnaires, collections }: ExportRequest, at: number): RecordsPlan | undefined {
  const forms = types.includes('QuestionnaireResponse') ? questionnaires : []
  const questionnaire = forms[at]
  return questionnaire === undefined
    ? collections?.[at - forms.length]
    : { type: 'QuestionnaireResponse', questionnaire }
}

/**
 * Continues counting to the end of a file, or by one stride towards it. Each stride reads one record, to
 * get the position of its end.
 * @param perFile - records in a file
 */
export async function nextStep(
  parts: Parts,
  request: ExportRequest,
  progress: ExportProgress,
  perFile: number,
): Promise<Step> {
  const { records } = parts.gateway
  const { begin, reached, inFile, files } = progress
  const from = (after: string | undefined) => (after === undefined ? {} : { after })
  const isAny = async (collection: string, filter: Filter) =>
    (await records.find(collection, filter, { limit: 1, ...from(reached) })).records.length > 0
  const step = (changes: Partial<ExportProgress>, file?: FilePlan): Step => ({
    progress: JSON.stringify({ ...progress, ...changes, files: files + Number(file !== undefined) }),
    done: false,
    ...(file && { file: { position: files, file: JSON.stringify(file) } }),
  })

  const whole = fileAt(request, progress.questionnaires)
  if (whole === undefined) {
    const hasForms =
      request.types.includes('Questionnaire') && (await isAny(uids.Questionnaire, formsOf(request)))
    return { ...step({}, hasForms ? { type: 'Questionnaire' } : undefined), done: true }
  }

  const file = { ...whole, ...from(begin) }
  const [collection, filter] = [collectionOf(whole), recordsOf(parts, request, whole)]
  const stride = Math.min(STRIDE, perFile - inFile)
  const { next } = await records.find(collection, filter, {
    ...{ limit: 1, skip: stride - 1, attested: true },
    ...from(reached),
  })
  if (next === undefined) {
    const hasMore = inFile > 0 || (await isAny(collection, filter))
    const { questionnaires: done } = progress
    const { begin: _, reached: __, ...anew } = { ...progress, questionnaires: done + 1, inFile: 0 }
    return {
      ...step({}, hasMore ? file : undefined),
      progress: JSON.stringify({ ...anew, files: files + Number(hasMore) }),
    }
  }
  const counted = { reached: next, inFile: inFile + stride, responses: progress.responses + stride }
  if (counted.inFile < perFile) return step(counted)
  return step({ ...counted, begin: next, inFile: 0 }, { ...file, until: next })
}
