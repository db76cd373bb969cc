/** A form to try out: answered, validated by the service, shown as a response, and never stored. */
import {
  type Questionnaire,
  QuestionnaireForm,
  QuestionnaireProvider,
  type QuestionnaireResponse,
} from '@andiron/questionnaire'
import { useEffect, useState } from 'react'
import { checkResponse, fetchForm } from './service.ts'

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
        <QuestionnaireProvider questionnaire={form} questionnaireId={id} lang={shown} searchCodes="/fhir">
          <QuestionnaireForm onSubmit={async response => setChecked(await checkResponse(response, shown))} />
        </QuestionnaireProvider>
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
