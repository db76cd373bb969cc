/** The page `/questionnaire/:id`: renders a registered form for testing. */
import { createRoot } from 'react-dom/client'
import '@andiron/questionnaire/tokens.css'
import '@andiron/questionnaire/styles.css'
import '../page.css'
import { QuestionnairePage } from './page.tsx'

const page = document.getElementById('page')
const id = decodeURIComponent(location.pathname.split('/').at(-1) ?? '')
if (page) createRoot(page).render(<QuestionnairePage id={id} />)
