/** The tags of a response that name the revision of the questionnaire it was checked against. */
import type { QuestionnaireResponse } from 'fhir/r4.js'
import type { StoredQuestionnaire } from '../../schemas/questionnaire.ts'

const QUESTIONNAIRE = 'urn:andiron:questionnaire'
const REVISION = 'urn:andiron:questionnaire-revision'

/** The tag of a form as a reader got it in another language; its code is that language. */
const TRANSLATED = 'urn:andiron:translated'

/** A translation, marked so that it is not registered in place of its original. */
export const markTranslated = (form: StoredQuestionnaire, language: string): StoredQuestionnaire => ({
  ...form,
  meta: { ...form.meta, tag: [...(form.meta?.tag ?? []), { system: TRANSLATED, code: language }] },
})

/** The language of a form that was read as a translation. */
export const translatedInto = (form: object): string | undefined => {
  const tags = (form as { readonly meta?: { readonly tag?: unknown } | null }).meta?.tag
  const tag = Array.isArray(tags) ? tags.find(each => each?.system === TRANSLATED) : undefined
  return tag === undefined ? undefined : String(tag.code)
}

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
