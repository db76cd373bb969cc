/** The page of the study: people answer its form, and the wallet of the gateway stores the answers in their profile. */
import '@andiron/questionnaire/tokens.css'
import '@andiron/questionnaire/styles.css'
import { QuestionnaireForm, QuestionnaireProvider } from '@andiron/questionnaire'
import { ConnectWelshareButton, Schemas, useWelshare } from '@andiron/react'
import type { Questionnaire } from 'fhir/r5.js'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'

interface StudyProps {
  readonly applicationId: string
  readonly service: string
  readonly formId: string
  readonly form: Questionnaire
}

function Study({ applicationId, service, formId, form }: StudyProps) {
  const [status, setStatus] = useState('')
  const { openWallet, submitData, isConnected, isDialogOpen } = useWelshare({
    applicationId,
    apiBaseUrl: service,
    callbacks: {
      onUploaded: () => setStatus('Thank you. Your answers are in your profile.'),
      onError: ({ message }) => setStatus(message),
    },
  })
  return (
    <>
      <h1>Sleep study</h1>
      <ConnectWelshareButton {...{ openWallet, isConnected, isDialogOpen }} />
      <QuestionnaireProvider questionnaire={form} questionnaireId={formId}>
        <QuestionnaireForm
          review={false}
          onSubmit={response => submitData(Schemas.QuestionnaireResponse, response)}
        />
      </QuestionnaireProvider>
      <p role="status">{status}</p>
    </>
  )
}

async function readJson(url: string) {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  return answer.json()
}

const study = await readJson('/study.json')
const form = await readJson(`${study.service}/api/questionnaire/${study.formId}`)
const container = document.getElementById('app')
if (container) createRoot(container).render(<Study {...study} form={form} />)
