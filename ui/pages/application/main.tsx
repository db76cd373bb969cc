/** The page `/application`: developers register applications, publish forms and read the responses. */
import './application.css'
import { showPage } from '../shell/show-page.tsx'
import { application } from '../texts/application.ts'
import { problems } from '../texts/problems.ts'
import { prompts } from '../texts/prompts.ts'
import { views } from '../texts/views.ts'
import { ApplicationsPage } from './page.tsx'

const page = document.getElementById('page')
if (page)
  void showPage(page, {
    texts: { first: application, later: [prompts, problems, views] },
    draw: () => <ApplicationsPage />,
  })
