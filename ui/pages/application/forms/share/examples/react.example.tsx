/** A form whose answers are stored in each person's own profile, through their wallet. */
import { QuestionnaireForm, QuestionnaireProvider } from '@andiron/questionnaire'
import { Schemas, useWelshare } from '@andiron/react'
import { fetchQuestionnaire } from '@andiron/sdk'
import type { Questionnaire } from 'fhir/r5.js'
import '@andiron/questionnaire/tokens.css'
import '@andiron/questionnaire/styles.css'

const environment = 'https://gateway.example'
const applicationId = 'application-id'
const questionnaireId = 'questionnaire-id'

const questionnaire = await fetchQuestionnaire<Questionnaire>(questionnaireId, environment)

export function Ask() {
  const { submitData, uploadFile } = useWelshare({ applicationId, environment })
  return (
    <QuestionnaireProvider {...{ questionnaire, questionnaireId, uploadFile }}>
      <QuestionnaireForm onSubmit={response => submitData(Schemas.QuestionnaireResponse, response)} />
    </QuestionnaireProvider>
  )
}
