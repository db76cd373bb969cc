/** The page `/`: an overview of this deployment. */
import { createRoot } from 'react-dom/client'
import '@andiron/questionnaire/tokens.css'
import '@andiron/questionnaire/styles.css'
import '../page.css'
import './home.css'
import { Home } from './home.tsx'

const page = document.getElementById('page')
if (page) createRoot(page).render(<Home />)
