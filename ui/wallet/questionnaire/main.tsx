/** The page `/questionnaire/:id`: renders a registered form for testing. */
import '@andiron/questionnaire/tokens.css'
import '@andiron/questionnaire/styles.css'
import '../page.css'
import { showPage } from '../page.tsx'
import { problems } from '../texts/problems.ts'
import { questionnaire } from '../texts/questionnaire.ts'
import { QuestionnairePage } from './page.tsx'

const page = document.getElementById('page')
const id = decodeURIComponent(location.pathname.split('/').at(-1) ?? '')
if (page)
  void showPage(page, {
    texts: { first: questionnaire, later: [problems] },
    draw: () => <QuestionnairePage id={id} />,
  })
