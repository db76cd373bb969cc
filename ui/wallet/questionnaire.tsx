/** The page `/questionnaire/:id`: any registered form, drawn as it is, for testing. */
import { createRoot } from 'react-dom/client'
import './page.css'

const page = document.getElementById('page')
if (page) createRoot(page).render(<p className="notice">This page shows a form for testing.</p>)
