/** The page `/profile`: a person views, exports, shares and deletes their data. */
import { createRoot } from 'react-dom/client'
import '@andiron/questionnaire/tokens.css'
import '@andiron/questionnaire/styles.css'
import '../page.css'
import '../shell/shell.css'
import { ProfilePage } from './page.tsx'

const page = document.getElementById('page')
if (page) createRoot(page).render(<ProfilePage />)
