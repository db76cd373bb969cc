/** The page `/profile`: a person views, exports, shares and deletes their data. */
import './profile.css'
import { showPage } from '../shell/show-page.tsx'
import { documents } from '../texts/documents.ts'
import { measurement } from '../texts/measurement.ts'
import { problems } from '../texts/problems.ts'
import { profile } from '../texts/profile.ts'
import { prompts } from '../texts/prompts.ts'
import { settings } from '../texts/settings.ts'
import { open, ProfilePage } from './page.tsx'
import { settleWorker } from './service-worker.ts'

const page = document.getElementById('page')
if (page)
  void showPage(page, {
    texts: { first: profile, later: [prompts, problems, settings, documents, measurement] },
    draw: open().then(first => () => <ProfilePage first={first} />),
  })

// After all that the person waits for.
addEventListener('load', () => void settleWorker().catch(() => {}))
