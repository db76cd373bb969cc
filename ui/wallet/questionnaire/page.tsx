/** A form to try out: answered, validated by the service, shown as a response, and never stored. */
import {
  type Questionnaire,
  QuestionnaireForm,
  QuestionnaireProvider,
  type QuestionnaireResponse,
} from '@andiron/questionnaire'
import { useEffect, useId, useState } from 'react'
import { isAdaptive } from '../../../fhir/adaptive.ts'
import { useLanguage, words } from '../language.ts'
import { LanguageChoice } from '../language-choice.tsx'
import { lazily } from '../lazily.tsx'
import { sentenceOf } from '../step.ts'
import { windowTitle } from '../theme.tsx'
import { checkResponse, fetchForm } from './service.ts'

const AdaptiveForm = lazily(
  async () => (await import('./adaptive-form.tsx')).AdaptiveForm,
  () => <p role="status">{words.loadingForm}</p>,
)

export function QuestionnairePage({ id }: { readonly id: string }) {
  const [form, setForm] = useState<Questionnaire>()
  const [problem, setProblem] = useState<unknown>()
  const lang = useLanguage()
  const choice = useId()
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
        <h1>{words.formUnshown}</h1>
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
      <p className="notice">{words.tryForm}</p>
      <label htmlFor={choice}>
        {words.language} <LanguageChoice className="wq-input" id={choice} />
      </label>
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
          <h1>{words.valid}</h1>
          <p>{words.validAbout}</p>
          <pre>{JSON.stringify(checked, undefined, 2)}</pre>
        </>
      )}
    </>
  )
}
