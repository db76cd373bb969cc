/** The page `/application`: whoever builds an application registers it, publishes its forms and reads the answers. */
import { createRoot } from 'react-dom/client'
import '@andiron/questionnaire/tokens.css'
import '@andiron/questionnaire/styles.css'
import '../page.css'
import './application.css'
import { ApplicationsPage } from './page.tsx'

const page = document.getElementById('page')
if (page) createRoot(page).render(<ApplicationsPage />)
