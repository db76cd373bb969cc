/** The attested responses to a questionnaire, page by page. */
import {
  type AttestedPage,
  type AttestedSelection,
  attestedSieve,
  type Filter,
  type Gateway,
  readAttested,
  readAttestedPage,
  type Use,
} from '../../core/index.ts'
import { uids } from '../../schemas/uids.ts'
import { questionnaireIn } from './tags.ts'

export type ResponsePage = AttestedPage

export interface Selection {
  /** `_id` of the questionnaire. */
  readonly questionnaire: string
  readonly filter: Filter
  /** The application that reads. */
  readonly use: Use
  /** Records per request to the store. */
  readonly limit: number
  /** The cursor at which to continue. */
  readonly cursor?: string | undefined
  /** The cursor at which to end. */
  readonly until?: string | undefined
}

type Store = Pick<Gateway, 'records' | 'areAttested' | 'withholding'>

/** A sender's own tag may contain the id of a form that the response does not answer. */
const answersOneOf = (questionnaires: ReadonlySet<string>): NonNullable<AttestedSelection['holds']> => {
  return record => questionnaires.has(questionnaireIn(record) ?? '')
}

/** Passes responses with a valid attestation that answer one of these questionnaires; counts the others. */
export async function createSieve(
  gateway: Omit<Store, 'records'>,
  questionnaires: ReadonlySet<string>,
  use: Use,
) {
  const permits = await gateway.withholding.check(use, questionnaireIn)
  return attestedSieve(gateway, uids.QuestionnaireResponse, permits, answersOneOf(questionnaires))
}

const attestedOf = ({ questionnaire, ...selection }: Selection): AttestedSelection => ({
  ...selection,
  collection: uids.QuestionnaireResponse,
  subjectOf: questionnaireIn,
  holds: answersOneOf(new Set([questionnaire])),
})

/** Reads one page. Omits a record if its owner has revoked the service's access. */
export const readPage = (gateway: Store, selection: Selection): Promise<ResponsePage> =>
  readAttestedPage(gateway, attestedOf(selection))

/** Reads pages one after the other, each while the previous one is consumed. */
export const readPages = (gateway: Store, selection: Selection): AsyncGenerator<ResponsePage, void> =>
  readAttested(gateway, attestedOf(selection))
