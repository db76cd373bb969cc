/** Works out which files an export has: where in the order of the store each begins and ends, and nothing of what is in it. */
import type { App, Filter } from '../../core/index.ts'
import type { Step } from '../../core/stores/exports.ts'
import { uids } from '../../schemas/uids.ts'
import type { ExportType } from './asked.ts'

/** What an export has to bring. */
export interface ExportRequest {
  /** The URL by which it was asked for. */
  readonly url: string
  /** The scope that whoever follows it must have. */
  readonly scope: string
  readonly types: readonly ExportType[]
  /** Ids of the questionnaires whose responses it brings. */
  readonly questionnaires: readonly string[]
  /** Which questionnaires it brings. */
  readonly forms: Filter
  /** ISO 8601: what was stored from then on, and before the other. */
  readonly from?: string
  readonly before: string
}

/** How far an export has been worked out. */
export interface ExportProgress {
  /** Questionnaires whose responses are in files. */
  readonly questionnaires: number
  /** Where the responses of the next one go on. */
  readonly after?: string
  readonly files: number
  /** Responses in complete files, as they were counted. */
  readonly responses: number
}

export const BEGINNING: ExportProgress = { questionnaires: 0, files: 0, responses: 0 }

/** Which records a file has. */
export type FilePlan =
  | { readonly type: 'Questionnaire' }
  | {
      readonly type: 'QuestionnaireResponse'
      readonly questionnaire: string
      /** Cursors: behind which it begins, with which it ends. */
      readonly after?: string
      readonly until?: string
    }

type Parts = Pick<App, 'gateway' | 'questionnaires'>

/** The questionnaires of an export. */
export const formsOf = ({ forms, from, before }: ExportRequest): Filter => ({
  $and: [forms, { _created: { $lt: before } }, ...(from === undefined ? [] : [{ _updated: { $gte: from } }])],
})

/** The responses to one questionnaire that an export brings, those included that will be left out. */
export const responsesOf = (
  { questionnaires }: Pick<App, 'questionnaires'>,
  { from, before }: ExportRequest,
  questionnaire: string,
): Filter => ({
  $and: [
    questionnaires.responsesTo(questionnaire),
    { _created: { $lt: before, ...(from !== undefined && { $gte: from }) } },
  ],
})

/**
 * The next file, or that there is none: a question to the store for every file, however many responses it has.
 * @param perFile - responses in a file
 */
export async function nextStep(
  { gateway, questionnaires }: Parts,
  request: ExportRequest,
  progress: ExportProgress,
  perFile: number,
): Promise<Step> {
  const { records } = gateway
  const isAny = async (collection: string, filter: Filter, after?: string) =>
    (await records.find(collection, filter, { limit: 1, ...(after !== undefined && { after }) })).records
      .length > 0
  const step = (changes: Partial<ExportProgress>, file?: FilePlan): Step => {
    const { after: _, ...rest } = progress
    const next = { ...rest, ...changes, files: progress.files + Number(file !== undefined) }
    return {
      progress: JSON.stringify(next),
      done: false,
      ...(file && { file: { position: progress.files, file: JSON.stringify(file) } }),
    }
  }

  const { after } = progress
  const responsesAreDone =
    !request.types.includes('QuestionnaireResponse') ||
    progress.questionnaires >= request.questionnaires.length
  if (responsesAreDone) {
    const hasForms =
      request.types.includes('Questionnaire') && (await isAny(uids.Questionnaire, formsOf(request)))
    return { ...step({}, hasForms ? { type: 'Questionnaire' } : undefined), done: true }
  }

  const questionnaire = String(request.questionnaires[progress.questionnaires])
  const file = {
    type: 'QuestionnaireResponse',
    questionnaire,
    ...(after !== undefined && { after }),
  } as const
  const filter = responsesOf({ questionnaires }, request, questionnaire)
  const { next: until } = await records.find(uids.QuestionnaireResponse, filter, {
    ...{ limit: 1, skip: perFile - 1 },
    ...(after !== undefined && { after }),
  })
  if (until !== undefined)
    return step({ after: until, responses: progress.responses + perFile }, { ...file, until })
  const hasMore = await isAny(uids.QuestionnaireResponse, filter, after)
  return step({ questionnaires: progress.questionnaires + 1 }, hasMore ? file : undefined)
}
