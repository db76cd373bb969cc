/** The page `/consent`: a person decides if a program may read on their behalf. */
import { createRoot } from 'react-dom/client'
import '../page.css'
import '../decision.css'
import { Consent } from './consent.tsx'

const page = document.getElementById('page')
// The id of the sign-in is in the fragment: no server, log or Referer contains it.
const id = new URLSearchParams(location.hash.slice(1)).get('transaction') ?? ''
if (page) createRoot(page).render(<Consent id={id} />)
