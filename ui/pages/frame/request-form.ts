/** The form that the data of a request belong to, with the words about it. */
import type { Questionnaire } from 'fhir/r5.js'
import { useEffect, useState } from 'react'
import { sameIdentity } from '../../../core/crypto/did.ts'
import { purposesRequired } from '../../../fhir/resources/consent-required.ts'
import type { StoredQuestionnaire } from '../../../schemas/questionnaire.ts'
import { useLanguage, words } from '../shell/language/page-texts.ts'
import type { Frame } from './open-frame.ts'
import type { RequiredConsent } from './request-queue.ts'

export interface LoadedForm {
  readonly isLoading: boolean
  /** A form that cannot be loaded does not block the decision. */
  readonly form: Questionnaire | undefined
}

export function useForm({ questionnaire }: Frame, id: string | undefined): LoadedForm {
  const language = useLanguage()
  const [loaded, setLoaded] = useState<LoadedForm>({ isLoading: id !== undefined, form: undefined })
  useEffect(() => {
    if (id === undefined) return
    questionnaire(id, language).then(
      form => setLoaded({ isLoading: false, form }),
      () => setLoaded({ isLoading: false, form: undefined }),
    )
  }, [questionnaire, id, language])
  return loaded
}

export const titleOf = ({ title, name, url }: Questionnaire): string => title ?? name ?? url ?? words.untitled

/** True if the application published the form: it can read what is stored for it. */
export const isPublisher = (
  application: { readonly did: string },
  form: Questionnaire | undefined,
): form is Questionnaire => sameIdentity(form?.publisher ?? '', application.did)

/** The consent that a form of this application requires. */
export function requiredConsent(
  form: Questionnaire | undefined,
  { application }: Frame,
): RequiredConsent | undefined {
  if (!isPublisher(application, form)) return undefined
  const { _id } = form as Partial<StoredQuestionnaire>
  const purposes = purposesRequired(form)
  return _id === undefined || purposes.length === 0 ? undefined : { form: _id, purposes }
}
