/**
 * Plans the files of an export: the start and end of each in the order of the store, without their contents.
 */
import type { FastifyInstance } from 'fastify'
import type { Filter } from '../../core/index.ts'
import { uids } from '../../schemas/uids.ts'
import type { ExportType } from './export-parameters.ts'
import type { Step } from './kept-exports.ts'

/** The request for an export. */
export interface ExportRequest {
  /** The URL of the request. */
  readonly url: string
  /** The scope required to poll it. */
  readonly scope: string
  readonly types: readonly ExportType[]
  /** Ids of the questionnaires with exported responses. */
  readonly questionnaires: readonly string[]
  /** The questionnaires in the export. */
  readonly forms: Filter
  /** ISO 8601: exports resources stored at or after `from`, and before `before`. */
  readonly from?: string
  readonly before: string
}

/** The progress of planning an export. */
export interface ExportProgress {
  /** Questionnaires with planned responses. */
  readonly questionnaires: number
  /** Cursors: the start of the next file, and the end of its counted responses. */
  readonly begin?: string
  readonly reached?: string
  readonly inFile: number
  readonly files: number
  /** The number of counted responses. */
  readonly responses: number
}

export const BEGINNING: ExportProgress = { questionnaires: 0, inFile: 0, files: 0, responses: 0 }

/** Responses counted by one query to the store, which must be fast. */
const STRIDE = 1000

/** The records of a file. */
export type FilePlan =
  | { readonly type: 'Questionnaire' }
  | {
      readonly type: 'QuestionnaireResponse'
      readonly questionnaire: string
      /** Cursors: it begins after the first and ends with the second. */
      readonly after?: string
      readonly until?: string
    }

type Parts = Pick<FastifyInstance, 'gateway' | 'questionnaires'>

/** The questionnaires of an export. */
export const formsOf = ({ forms, from, before }: ExportRequest): Filter => ({
  $and: [forms, { _created: { $lt: before } }, ...(from === undefined ? [] : [{ _updated: { $gte: from } }])],
})

/** The responses to one questionnaire in an export, including those that will be left out. */
export const responsesOf = (
  { questionnaires }: Pick<FastifyInstance, 'questionnaires'>,
  { from, before }: ExportRequest,
  questionnaire: string,
): Filter => ({
  $and: [
    questionnaires.responsesTo(questionnaire),
    { _created: { $lt: before, ...(from !== undefined && { $gte: from }) } },
  ],
})

/**
 * Continues counting to the end of a file, or by one stride towards it. Each stride reads one response, to
 * get the position of its end.
 * @param perFile - responses in a file
 */
export async function nextStep(
  { gateway, questionnaires }: Parts,
  request: ExportRequest,
  progress: ExportProgress,
  perFile: number,
): Promise<Step> {
  const { records } = gateway
  const { begin, reached, inFile, files } = progress
  const from = (after: string | undefined) => (after === undefined ? {} : { after })
  const isAny = async (collection: string, filter: Filter) =>
    (await records.find(collection, filter, { limit: 1, ...from(reached) })).records.length > 0
  const step = (changes: Partial<ExportProgress>, file?: FilePlan): Step => ({
    progress: JSON.stringify({ ...progress, ...changes, files: files + Number(file !== undefined) }),
    done: false,
    ...(file && { file: { position: files, file: JSON.stringify(file) } }),
  })

  if (
    !request.types.includes('QuestionnaireResponse') ||
    progress.questionnaires >= request.questionnaires.length
  ) {
    const hasForms =
      request.types.includes('Questionnaire') && (await isAny(uids.Questionnaire, formsOf(request)))
    return { ...step({}, hasForms ? { type: 'Questionnaire' } : undefined), done: true }
  }

  const questionnaire = String(request.questionnaires[progress.questionnaires])
  const file = { type: 'QuestionnaireResponse', questionnaire, ...from(begin) } as const
  const filter = responsesOf({ questionnaires }, request, questionnaire)
  const stride = Math.min(STRIDE, perFile - inFile)
  const { next } = await records.find(uids.QuestionnaireResponse, filter, {
    ...{ limit: 1, skip: stride - 1, attested: true },
    ...from(reached),
  })
  if (next === undefined) {
    const hasMore = inFile > 0 || (await isAny(uids.QuestionnaireResponse, filter))
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
