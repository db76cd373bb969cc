/** The tags of a response that name the revision of the questionnaire it was checked against. */
import type { QuestionnaireResponse } from 'fhir/r4.js'
import type { StoredQuestionnaire } from '../../schemas/questionnaire.ts'

const QUESTIONNAIRE = 'urn:andiron:questionnaire'
const REVISION = 'urn:andiron:questionnaire-revision'

/** The tags for a response: the questionnaire and its revision. */
export function tagsOf({ _id, meta }: StoredQuestionnaire) {
  const versionId = meta?.versionId
  return [
    { system: QUESTIONNAIRE, code: _id },
    ...(versionId === undefined ? [] : [{ system: REVISION, code: versionId }]),
  ]
}

/** The metadata of a response with these tags in place of the sender's. */
export const tagged = (meta: QuestionnaireResponse['meta'], tags: ReturnType<typeof tagsOf>) => ({
  ...meta,
  tag: [
    ...(Array.isArray(meta?.tag) ? meta.tag.filter(({ system }) => !OWN.has(system ?? '')) : []),
    ...tags,
  ],
})

const OWN: ReadonlySet<string> = new Set([QUESTIONNAIRE, REVISION])

/** The stamped responses that answer a questionnaire. */
export const answersFilter = (id: string) => ({
  'meta.tag': { $elemMatch: { system: QUESTIONNAIRE, code: id } },
})

/** The questionnaire that a stamped response answers. */
export const questionnaireIn = (response: Readonly<Record<string, unknown>>) => tagIn(response, QUESTIONNAIRE)

/** The revision that a stamped response was validated against. */
export const revisionIn = (response: object) => tagIn(response, REVISION)

const tagIn = ({ meta }: { readonly meta?: unknown }, tag: string): string | undefined =>
  (meta as QuestionnaireResponse['meta'])?.tag?.find(({ system }) => system === tag)?.code
