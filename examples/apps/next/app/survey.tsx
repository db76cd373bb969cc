'use client'
import {
  type Questionnaire,
  QuestionnaireProvider,
  QuestionRenderer,
  useQuestionnaire,
} from '@andiron/questionnaire'
import { ConnectWelshareButton, useWelshare } from '@andiron/react'
import { useState } from 'react'
import { Schemas, service } from './service'

export function Survey({ questionnaire }: { questionnaire: Questionnaire }) {
  const [message, setMessage] = useState('')
  const { isConnected, openWallet, submitData, isSubmitting, storageKey } = useWelshare({
    ...service,
    callbacks: {
      onUploaded: payload => setMessage(`Stored in ${payload.schemaId}`),
      onError: error => setMessage(error.message),
    },
  })
  return (
    <section aria-label="Survey">
      <ConnectWelshareButton openWallet={openWallet} isConnected={isConnected} />
      <p>{storageKey ?? 'Not connected'}</p>
      <QuestionnaireProvider questionnaire={questionnaire}>
        <Questions />
        <Submit
          disabled={!isConnected || isSubmitting}
          submit={response => void submitData(Schemas.QuestionnaireResponse, response)}
        />
      </QuestionnaireProvider>
      <p role="status">{message}</p>
    </section>
  )
}

function Questions() {
  const { questionnaire } = useQuestionnaire()
  return questionnaire.item?.map(item => <QuestionRenderer key={item.linkId} item={item} />)
}

function Submit({ disabled, submit }: { disabled: boolean; submit: (response: object) => void }) {
  const { response, isPageValid, markValidationErrors } = useQuestionnaire()
  return (
    <button
      type="button"
      disabled={disabled}
      onClick={() => (isPageValid() ? submit(response) : markValidationErrors())}
    >
      Store my answers
    </button>
  )
}
