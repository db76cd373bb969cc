/** The page `/consent`: a person decides whether a program may read in their name. */
import { createRoot } from 'react-dom/client'
import '../page.css'
import { Consent } from './consent.tsx'

const page = document.getElementById('page')
// The id of the sign-in stands in the fragment: no server, log or Referer has it.
const id = new URLSearchParams(location.hash.slice(1)).get('transaction') ?? ''
if (page) createRoot(page).render(<Consent id={id} />)
