import '@andiron/questionnaire/tokens.css'
import '@andiron/questionnaire/styles.css'
import type { Questionnaire } from '@andiron/questionnaire'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { apiBaseUrl, questionnaireId } from './config'
import { Direct } from './direct'
import { Managed } from './managed'

const answer = await fetch(`${apiBaseUrl}/api/questionnaire/${questionnaireId}`)
const questionnaire: Questionnaire = await answer.json()

/** `/?keys=own`: the application manages the person's keys itself. */
const Mode = new URLSearchParams(location.search).get('keys') === 'own' ? Direct : Managed

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Mode questionnaire={questionnaire} />
    </StrictMode>,
  )
}
