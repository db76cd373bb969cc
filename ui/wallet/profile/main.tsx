/** The page `/profile`: a person sees, keeps, shares and deletes what is theirs. */
import { createRoot } from 'react-dom/client'
import '@andiron/questionnaire/tokens.css'
import '@andiron/questionnaire/styles.css'
import '../page.css'
import './profile.css'
import { ProfilePage } from './page.tsx'

const page = document.getElementById('page')
if (page) createRoot(page).render(<ProfilePage />)
