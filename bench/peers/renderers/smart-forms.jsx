/** The renderer of CSIRO's smart forms. */
import {
  BaseRenderer,
  RendererThemeProvider,
  useBuildForm,
  useRendererQueryClient,
} from '@aehrc/smart-forms-renderer'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { timed } from '../../renderer/timed.js'
import { form } from './r4.js'

function Form() {
  const isBuilding = useBuildForm({ questionnaire: form })
  const client = useRendererQueryClient()
  if (isBuilding) return null
  return (
    <RendererThemeProvider>
      <QueryClientProvider client={client}>
        <BaseRenderer />
      </QueryClientProvider>
    </RendererThemeProvider>
  )
}
timed(root => createRoot(root).render(<Form />))
