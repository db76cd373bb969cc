/** The page `/operator`: the state of this gateway. */
import { createRoot } from 'react-dom/client'
import './operator.css'
import { Operator } from './operator.tsx'

const page = document.getElementById('page')
if (page) createRoot(page).render(<Operator />)
