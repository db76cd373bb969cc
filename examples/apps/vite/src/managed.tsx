/** Managed mode: the wallet frame holds the keys, and this page requests it to store data. */
import {
  type Questionnaire,
  QuestionnaireProvider,
  type QuestionnaireResponse,
  useQuestionnaire,
} from '@andiron/questionnaire'
import { ConnectWelshareButton, Schemas, type SubmissionPayload, useWelshare } from '@andiron/react'
import { useState } from 'react'
import { apiBaseUrl, applicationId, questionnaireId } from './config'
import { Pages } from './pages'

export function Managed({ questionnaire }: { questionnaire: Questionnaire }) {
  const [uploaded, setUploaded] = useState<SubmissionPayload>()
  const [files, setFiles] = useState<{ uid: string; url: string }[]>([])
  const [session, setSession] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const { isConnected, openWallet, submitData, isSubmitting, storageKey, uploadFile } = useWelshare({
    applicationId,
    environment: 'development',
    apiBaseUrl,
    callbacks: {
      onUploaded: (payload: SubmissionPayload) => setUploaded(payload),
      onError: error => setProblem(error.message),
      onSessionReady: key => setSession(key),
      onFileUploaded: (uid, url) => setFiles(before => [...before, { uid, url }]),
    },
  })

  async function submit(response: QuestionnaireResponse) {
    await submitData(Schemas.QuestionnaireResponse, { ...response, questionnaire: questionnaireId })
  }

  return (
    <>
      <ConnectWelshareButton openWallet={openWallet} isConnected={isConnected} />
      <p>Session: {session === storageKey ? session : 'none'}</p>
      {problem && <p role="alert">{problem}</p>}
      <ul>
        {files.map(({ uid, url }) => (
          <li key={uid}>
            {uid} at {url}
          </li>
        ))}
      </ul>
      {uploaded ? (
        <p role="status">Stored at {String(uploaded.timestamp)}.</p>
      ) : (
        <QuestionnaireProvider questionnaire={questionnaire} questionnaireId={questionnaireId}>
          <Pages busy={isSubmitting} onSubmit={submit}>
            <Photo
              upload={async file => {
                const { url, binaryFileUid } = await uploadFile(
                  file,
                  `questionnaire/${questionnaireId}/photo`,
                )
                return { id: binaryFileUid, url }
              }}
            />
          </Pages>
        </QuestionnaireProvider>
      )}
    </>
  )
}

/**
 * The answer to the photo question, which no renderer draws: stores a file and refers to it in the response.
 */
function Photo({ upload }: { upload: (file: File) => Promise<{ id: string; url: string }> }) {
  const { updateAnswer, getAnswer } = useQuestionnaire()
  const [file, setFile] = useState<File>()
  const kept = getAnswer('photo')?.valueAttachment

  async function add(file: File) {
    const { id, url } = await upload(file)
    updateAnswer('photo', {
      valueAttachment: { id, url, contentType: file.type, size: file.size, title: file.name },
    })
  }

  return (
    <fieldset>
      <legend>{kept ? `Your photo: ${kept.title}` : 'No photo yet'}</legend>
      <input
        type="file"
        accept="image/png"
        aria-label="A photo"
        onChange={event => setFile(event.target.files?.[0])}
      />
      <button type="button" disabled={!file} onClick={() => file && void add(file)}>
        Add the photo
      </button>
    </fieldset>
  )
}
