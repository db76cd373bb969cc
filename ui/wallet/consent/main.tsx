/** The page `/consent`: a person decides if a program may read on their behalf. */
import '../page.css'
import '../decision.css'
import { loadEnvironment } from '../../sdk/environment.ts'
import { words } from '../language.ts'
import { showPage } from '../page.tsx'
import { consent } from '../texts/consent.ts'
import { problems } from '../texts/problems.ts'
import { prompts } from '../texts/prompts.ts'
import { windowTitle } from '../theme.tsx'
import { Consent } from './consent.tsx'

const page = document.getElementById('page')
// The id of the sign-in is in the fragment: no server, log or Referer contains it.
const id = new URLSearchParams(location.hash.slice(1)).get('transaction') ?? ''
// Fetched while the page is drawn. After an error, the page asks again.
loadEnvironment(location.origin).catch(() => {})
if (page)
  void showPage(page, {
    texts: { first: consent, later: [prompts, problems] },
    title: () => windowTitle(words.letProgramRead),
    draw: () => <Consent id={id} />,
  })
