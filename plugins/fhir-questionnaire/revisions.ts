/**
 * The revisions of a questionnaire. Each is a record of its own that never changes; the record under the public `_id`
 * is a copy of the newest. A response carries which revision it was checked against, whatever name its author used.
 */
import type { Questionnaire, QuestionnaireResponse } from 'fhir/r4.js'
import { canonicalize } from '../../core/crypto/attest.ts'
import type { Context, Gateway, StoredRecord } from '../../core/index.ts'
import { uuidOf } from '../../core/uuid.ts'
import type { StoredQuestionnaire } from '../../schemas/questionnaire.ts'
import { uids } from '../../schemas/uids.ts'

/** On the record of a revision: the public `_id` of the questionnaire. */
export const REVISION_OF = '_revisionOf'

/** Only the newest revisions, under their public ids. */
export const NEWEST = { [REVISION_OF]: { $exists: false } } as const

const QUESTIONNAIRE = 'urn:andiron:questionnaire'
const REVISION = 'urn:andiron:questionnaire-revision'

/**
 * The questionnaire with the id of its revision as `meta.versionId`. It follows from the content: the same content is the
 * same revision, and two that are registered at one time are two.
 */
export function revise<Q extends Questionnaire>(
  questionnaire: Q,
  id: string,
): Q & { meta: { versionId: string } } {
  const { versionId: _, lastUpdated: __, ...meta } = questionnaire.meta ?? {}
  const versionId = uuidOf('questionnaire', canonicalize({ id, questionnaire: { ...questionnaire, meta } }))
  return { ...questionnaire, meta: { ...meta, versionId } }
}

/** Stores a revision. First of all: what people answer must never be known by a name that leads nowhere. */
export const keepRevision = (
  gateway: Gateway,
  id: string,
  revision: ReturnType<typeof revise>,
  context: Context,
): Promise<void> =>
  gateway.publish(uids.Questionnaire, revision.meta.versionId, { ...revision, [REVISION_OF]: id }, context)

/** A stored revision as it is served: under the public `_id`, whichever record holds it. */
export function servedOf({ [REVISION_OF]: id, ...record }: StoredRecord): StoredQuestionnaire {
  return { ...record, ...(typeof id === 'string' && { _id: id }) } as unknown as StoredQuestionnaire
}

/** What the service adds when it serves a questionnaire is left out: one that was read can be sent back. */
export const unserved = ({
  _id,
  _created,
  _updated,
  ...sent
}: Questionnaire & Partial<Served>): Questionnaire => sent

type Served = Record<'_id' | '_created' | '_updated', unknown>

/** The tags that a response gets: which questionnaire it answers, and which revision of it. */
export function tagsOf({ _id, meta }: StoredQuestionnaire) {
  const versionId = meta?.versionId
  return [
    { system: QUESTIONNAIRE, code: _id },
    ...(versionId === undefined ? [] : [{ system: REVISION, code: versionId }]),
  ]
}

/** The metadata of a response with these tags in place of what its sender said of them. */
export const tagged = (meta: QuestionnaireResponse['meta'], tags: ReturnType<typeof tagsOf>) => ({
  ...meta,
  tag: [
    ...(Array.isArray(meta?.tag) ? meta.tag.filter(({ system }) => !OWN.has(system ?? '')) : []),
    ...tags,
  ],
})

const OWN: ReadonlySet<string> = new Set([QUESTIONNAIRE, REVISION])

/** The questionnaire that a stamped response answers. */
export const questionnaireIn = (response: Readonly<Record<string, unknown>>) => tagIn(response, QUESTIONNAIRE)

/** The revision that a stamped response was checked against. */
export const revisionIn = (response: Readonly<Record<string, unknown>>) => tagIn(response, REVISION)

const tagIn = ({ meta }: Readonly<Record<string, unknown>>, tag: string): string | undefined =>
  (meta as QuestionnaireResponse['meta'])?.tag?.find(({ system }) => system === tag)?.code
