/** The page `/profile`: a person views, exports, shares and deletes their data. */
import '@andiron/questionnaire/tokens.css'
import '@andiron/questionnaire/styles.css'
import '../page.css'
import '../shell/shell.css'
import { loadEnvironment } from '../../sdk/environment.ts'
import { showPage } from '../page.tsx'
import { documents } from '../texts/documents.ts'
import { measurement } from '../texts/measurement.ts'
import { problems } from '../texts/problems.ts'
import { profile } from '../texts/profile.ts'
import { prompts } from '../texts/prompts.ts'
import { settings } from '../texts/settings.ts'
import { settleWorker } from './installed.ts'
import { ProfilePage } from './page.tsx'

const page = document.getElementById('page')
// Fetched while the page is drawn. After an error, the page asks again.
loadEnvironment(location.origin).catch(() => {})
if (page)
  void showPage(page, {
    texts: { first: profile, later: [prompts, problems, settings, documents, measurement] },
    draw: () => <ProfilePage />,
  })

// After all that the person waits for.
addEventListener('load', () => void settleWorker().catch(() => {}))
