/** A form to try out: answered, validated by the service, shown as a response, and never stored. */
import {
  type Questionnaire,
  QuestionnaireForm,
  QuestionnaireProvider,
  type QuestionnaireResponse,
} from '@andiron/questionnaire'
import { useEffect, useState } from 'react'
import { isAdaptive } from '../../../fhir/adaptive.ts'
import { textIn } from '../../../fhir/model/translated-text.ts'
import { Quoting } from '../shell/failure.tsx'
import { useLanguage, words } from '../shell/language/page-texts.ts'
import { lazily } from '../shell/lazy-part.tsx'
import { sentenceOf } from '../shell/run-action.ts'
import { windowTitle } from '../shell/theme.tsx'
import { Top } from '../shell/top-bar.tsx'
import { checkResponse } from './form-requests.ts'

const AdaptiveForm = lazily(
  async () => (await import('./adaptive-form.tsx')).AdaptiveForm,
  () => <p role="status">{words.loadingForm}</p>,
)

interface FormUnshownProps {
  readonly id: string
  readonly why: unknown
}

export function FormUnshown({ id, why }: FormUnshownProps) {
  const lang = useLanguage()
  useEffect(() => {
    document.title = windowTitle(words.questionnaireTitle)
  }, [lang])
  return (
    <div>
      <Top />
      <h1 className="wq-title">{words.formUnshown}</h1>
      <p role="alert">
        <Quoting text={sentenceOf(why)} />
      </p>
      <p>
        <code>{id}</code>
      </p>
    </div>
  )
}

export interface QuestionnairePageProps {
  readonly id: string
  readonly form: Questionnaire
}

export function QuestionnairePage({ id, form }: QuestionnairePageProps) {
  const lang = useLanguage()
  const [checked, setChecked] = useState<QuestionnaireResponse>()
  const title = textIn(form, 'title', lang) ?? words.questionnaireTitle
  useEffect(() => {
    document.title = windowTitle(title)
  }, [title])

  const provided = { questionnaire: form, questionnaireId: id, lang, searchCodes: '/fhir' }
  const submit = async (response: QuestionnaireResponse) => setChecked(await checkResponse(response, lang))
  return (
    <div>
      <Top />
      <p className="notice">{words.tryForm}</p>
      {checked === undefined ? (
        isAdaptive(form) ? (
          <AdaptiveForm {...provided} onSubmit={submit} />
        ) : (
          <QuestionnaireProvider {...provided}>
            <QuestionnaireForm onSubmit={submit} />
          </QuestionnaireProvider>
        )
      ) : (
        <>
          <h1 className="wq-title">{words.valid}</h1>
          <p>{words.validAbout}</p>
          <pre className="note">{JSON.stringify(checked, undefined, 2)}</pre>
        </>
      )}
    </div>
  )
}
