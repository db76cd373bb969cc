/** A form to try out: answered, validated by the service, shown as a response, and never stored. */
import {
  type Questionnaire,
  QuestionnaireForm,
  QuestionnaireProvider,
  type QuestionnaireResponse,
} from '@andiron/questionnaire'
import { lazy, Suspense, useEffect, useState } from 'react'
import { isAdaptive } from '../../../fhir/adaptive.ts'
import { checkResponse, fetchForm } from './service.ts'

const AdaptiveForm = lazy(() => import('./adaptive-form.tsx'))

const LANGUAGES = {
  ...{ en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español', pt: 'Português' },
  ...{ ar: 'العربية', hi: 'हिन्दी', zh: '中文' },
} as const

export function QuestionnairePage({ id }: { readonly id: string }) {
  const [form, setForm] = useState<Questionnaire>()
  const [problem, setProblem] = useState<string>()
  const [lang, setLang] = useState<string>()
  const [checked, setChecked] = useState<QuestionnaireResponse>()
  useEffect(() => {
    fetchForm(id).then(setForm, (error: Error) => setProblem(error.message))
  }, [id])
  useEffect(() => {
    if (form !== undefined) document.title = form.title ?? 'Questionnaire'
  }, [form])

  if (problem !== undefined) {
    return (
      <>
        <h1>This form cannot be shown</h1>
        <p role="alert">{problem}</p>
      </>
    )
  }
  if (form === undefined) return <p role="status">Loading the form …</p>
  const shown = lang ?? form.language ?? 'en'
  const provided = { questionnaire: form, questionnaireId: id, lang: shown, searchCodes: '/fhir' }
  const submit = async (response: QuestionnaireResponse) => setChecked(await checkResponse(response, shown))
  return (
    <>
      <p className="notice">
        Try a form here. The service checks your answers, and stores and shares nothing.
      </p>
      <label>
        Language{' '}
        <select className="wq-input" value={shown} onChange={event => setLang(event.target.value)}>
          {Object.entries(LANGUAGES).map(([code, name]) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {checked === undefined ? (
        <Suspense fallback={<p role="status">Loading the form …</p>}>
          {isAdaptive(form) ? (
            <AdaptiveForm {...provided} onSubmit={submit} />
          ) : (
            <QuestionnaireProvider {...provided}>
              <QuestionnaireForm onSubmit={submit} />
            </QuestionnaireProvider>
          )}
        </Suspense>
      ) : (
        <>
          <h1>These answers are valid</h1>
          <p>This is the response that an application would submit.</p>
          <pre>{JSON.stringify(checked, undefined, 2)}</pre>
        </>
      )}
    </>
  )
}
