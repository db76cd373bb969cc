/**
 * The attested responses to a questionnaire, in pages that stay consistent while records are added and
 * removed.
 */
import { ATTESTATION, type Filter, type Gateway, type StoredRecord } from '../../core/index.ts'
import { noOmissions, type Omissions } from '../../fhir/omissions.ts'
import { uids } from '../../schemas/uids.ts'
import { questionnaireIn } from './tags.ts'

export interface ResponsePage {
  /** In the order of storage, as the service accepted them. */
  readonly records: readonly StoredRecord[]
  readonly leftOut: Omissions
  /** The cursor of the next page. */
  readonly next?: string
}

export interface Selection {
  /** `_id` of the questionnaire. */
  readonly questionnaire: string
  readonly filter: Filter
  /** Records per request to the store. */
  readonly limit: number
  /** The cursor at which to continue. */
  readonly cursor?: string | undefined
  /** The cursor at which to end. */
  readonly until?: string | undefined
}

type Store = Pick<Gateway, 'records' | 'isAttested'>

/** Passes responses with a valid attestation that answer one of these questionnaires; counts the others. */
export function createSieve({ isAttested }: Pick<Store, 'isAttested'>, questionnaires: ReadonlySet<string>) {
  const leftOut = { unattested: 0, changed: 0 }
  const holds = (record: StoredRecord): boolean => {
    if (isAttested(uids.QuestionnaireResponse, record))
      // A sender's own tag may contain the id of a form that the response does not answer.
      return questionnaires.has(questionnaireIn(record) ?? '')
    leftOut[record[ATTESTATION] === undefined ? 'unattested' : 'changed'] += 1
    return false
  }
  /** Counts the records that the store left out. */
  const add = ({ unattested, changed }: Omissions): void => {
    leftOut.unattested += unattested
    leftOut.changed += changed
  }
  return { holds, leftOut, add }
}

/** Reads one page. Omits a record if its owner has revoked the service's access. */
export async function readPage(
  { records: store, isAttested }: Store,
  { questionnaire, filter, limit, cursor, until }: Selection,
): Promise<ResponsePage> {
  const page = {
    limit,
    attested: true,
    ...(cursor !== undefined && { after: cursor }),
    ...(until !== undefined && { until }),
  }
  const {
    records: found,
    next,
    leftOut = noOmissions,
  } = await store.find(uids.QuestionnaireResponse, filter, page)
  // A node without support for attestations returns all records, and a lying one returns anything.
  const sieve = createSieve({ isAttested }, new Set([questionnaire]))
  sieve.add(leftOut)
  const records = found.filter(sieve.holds)
  return { records, leftOut: sieve.leftOut, ...(next !== undefined && { next }) }
}

/** Reads pages one after the other, each while the previous one is consumed. */
export async function* readPages(store: Store, selection: Selection): AsyncGenerator<ResponsePage, void> {
  let coming: Promise<ResponsePage> | undefined = readPage(store, selection)
  while (coming !== undefined) {
    const page: ResponsePage = await coming
    coming = page.next === undefined ? undefined : readPage(store, { ...selection, cursor: page.next })
    // A reader that stopped does not see the failure.
    coming?.catch(() => {})
    yield page
  }
}
