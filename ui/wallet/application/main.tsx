/** The page `/application`: developers register applications, publish forms and read the responses. */
import { createRoot } from 'react-dom/client'
import '@andiron/questionnaire/tokens.css'
import '@andiron/questionnaire/styles.css'
import '../page.css'
import '../shell/shell.css'
import './application.css'
import { ApplicationsPage } from './page.tsx'

const page = document.getElementById('page')
if (page) createRoot(page).render(<ApplicationsPage />)
