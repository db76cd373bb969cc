/** The page `/questionnaire/:id`: renders a registered form for testing. */
import './questionnaire.css'
import { formIn } from '../shell/loading/first-requests.ts'
import { showPage } from '../shell/show-page.tsx'
import { problems } from '../texts/problems.ts'
import { questionnaire } from '../texts/questionnaire.ts'
import { fetchForm } from './form-requests.ts'
import { FormUnshown, QuestionnairePage } from './page.tsx'

const page = document.getElementById('page')
const id = formIn(location.pathname)
if (page)
  void showPage(page, {
    texts: { first: questionnaire, later: [problems] },
    draw: fetchForm(id).then(form => () => <QuestionnairePage {...{ id, form }} />),
    failed: why => <FormUnshown {...{ id, why }} />,
  })
