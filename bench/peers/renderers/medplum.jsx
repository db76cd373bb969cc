/** The renderer of Medplum, with a client that makes no requests. */
import { MantineProvider } from '@mantine/core'
import '@mantine/core/styles.css'
import { MedplumClient } from '@medplum/core'
import { MedplumProvider, QuestionnaireForm } from '@medplum/react'
import '@medplum/react/styles.css'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { timed } from '../../renderer/timed.js'
import { form } from './r4.js'

const medplum = new MedplumClient({
  fetch: async () => new Response('{}', { headers: { 'content-type': 'application/fhir+json' } }),
})
timed(root =>
  createRoot(root).render(
    <MemoryRouter>
      <MedplumProvider medplum={medplum}>
        <MantineProvider>
          <QuestionnaireForm questionnaire={form} onSubmit={() => undefined} />
        </MantineProvider>
      </MedplumProvider>
    </MemoryRouter>,
  ),
)
