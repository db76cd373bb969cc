/**
 * A form whose answers are stored in people's own profiles: the application handles no key, and no
 * cryptography.
 */
import { QuestionnaireForm, QuestionnaireProvider } from '@andiron/questionnaire'
import { ConnectWelshareButton, type DialogMode, Schemas, useWelshare } from '@andiron/react'
import type { Questionnaire } from 'fhir/r5.js'
import { useEffect, useState } from 'react'

const {
  VITE_APP_ID: applicationId = '',
  VITE_API_BASE_URL: apiBaseUrl = '',
  VITE_QUESTIONNAIRE_ID: questionnaireId = '',
} = import.meta.env as Readonly<Record<string, string | undefined>>

/** `?mode=iframe` keeps the wallet in this page. */
const mode: DialogMode = new URLSearchParams(location.search).get('mode') === 'iframe' ? 'iframe' : 'popup'

export function App() {
  const [form, setForm] = useState<Questionnaire>()
  const [problem, setProblem] = useState('')
  const [kept, setKept] = useState('')
  const { isConnected, isDialogOpen, storageKey, openWallet, submitData, uploadFile } = useWelshare({
    ...{ applicationId, apiBaseUrl, mode },
    interpolateSocials: { emailAddress: 'email-address' },
    callbacks: {
      onUploaded: ({ insertedUid = '' }) => setKept(insertedUid),
      onError: error => setProblem(`${'code' in error ? error.code : error.name}: ${error.message}`),
      onSessionReady: () => setProblem(''),
    },
  })

  useEffect(() => {
    fetch(`${apiBaseUrl}/api/questionnaire/${questionnaireId}`)
      .then(answer => answer.json())
      .then(setForm, error => setProblem(String(error)))
  }, [])

  return (
    <>
      <ConnectWelshareButton {...{ openWallet, isConnected, isDialogOpen }} />
      {storageKey !== undefined && (
        <p>
          Your profile is <code>{storageKey}</code>.
        </p>
      )}
      <p role="alert">{problem}</p>
      {kept !== '' ? (
        <>
          <h1>Your answers are in your profile</h1>
          <p>
            The record is <code>{kept}</code>.
          </p>
        </>
      ) : (
        form && (
          <QuestionnaireProvider
            questionnaire={form}
            questionnaireId={questionnaireId}
            uploadFile={uploadFile}
          >
            <QuestionnaireForm
              review={false}
              onSubmit={response => submitData(Schemas.QuestionnaireResponse, response)}
            />
          </QuestionnaireProvider>
        )
      )}
    </>
  )
}
