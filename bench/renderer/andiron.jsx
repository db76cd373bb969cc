/** Our renderer with the long form. */
import { preloadControls, QuestionnaireForm, QuestionnaireProvider } from '@andiron/questionnaire'
import { createRoot } from 'react-dom/client'
import '@andiron/questionnaire/tokens.css'
import '@andiron/questionnaire/styles.css'
import { mixed } from '../../ui/gallery/generated-forms.ts'
import { timed } from './timed.js'

const form = mixed(500)
await preloadControls()
timed(root =>
  createRoot(root).render(
    <QuestionnaireProvider questionnaire={form}>
      <QuestionnaireForm onSubmit={() => undefined} />
    </QuestionnaireProvider>,
  ),
)
