/** A form to try out: answered, validated by the service, shown as a response, and never stored. */
import {
  type Questionnaire,
  QuestionnaireForm,
  QuestionnaireProvider,
  type QuestionnaireResponse,
} from '@andiron/questionnaire'
import { type ReactNode, useEffect, useState } from 'react'
import { isAdaptive } from '../../../fhir/adaptive.ts'
import { useLanguage, words } from '../language.ts'
import { LanguageChoice } from '../language-choice.tsx'
import { lazily } from '../lazily.tsx'
import { sentenceOf } from '../step.ts'
import { Logo, serviceName, windowTitle } from '../theme.tsx'
import { checkResponse, fetchForm } from './service.ts'

const AdaptiveForm = lazily(
  async () => (await import('./adaptive-form.tsx')).AdaptiveForm,
  () => <p role="status">{words.loadingForm}</p>,
)

export function QuestionnairePage({ id }: { readonly id: string }) {
  const [form, setForm] = useState<Questionnaire>()
  const [problem, setProblem] = useState<unknown>()
  const lang = useLanguage()
  const [checked, setChecked] = useState<QuestionnaireResponse>()
  useEffect(() => {
    fetchForm(id).then(setForm, setProblem)
  }, [id])
  useEffect(() => {
    document.title = windowTitle(form?.title ?? words.questionnaireTitle)
  }, [form, lang])

  if (problem !== undefined) {
    return (
      <>
        <Top />
        <h1 className="wq-title">{words.formUnshown}</h1>
        <p role="alert">{sentenceOf(problem)}</p>
        <p>
          <code>{id}</code>
        </p>
      </>
    )
  }
  if (form === undefined) return <p role="status">{words.loadingForm}</p>
  const provided = { questionnaire: form, questionnaireId: id, lang, searchCodes: '/fhir' }
  const submit = async (response: QuestionnaireResponse) => setChecked(await checkResponse(response, lang))
  return (
    <>
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
    </>
  )
}

/** The service, and the choice of the language. */
const Top = (): ReactNode => (
  <div className="top">
    <Logo /> <bdi>{serviceName()}</bdi>
    <LanguageChoice className="language" />
  </div>
)
