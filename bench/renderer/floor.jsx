/** The elements of our long form as static markup: the browser's own cost, without any script. */
import { preloadControls, QuestionnaireForm, QuestionnaireProvider } from '@andiron/questionnaire'
import { renderToStaticMarkup } from 'react-dom/server'
import '@andiron/questionnaire/tokens.css'
import '@andiron/questionnaire/styles.css'
import { mixed } from '../../ui/gallery/generated-forms.ts'
import { timed } from './timed.js'

await preloadControls()
const markup = renderToStaticMarkup(
  <QuestionnaireProvider questionnaire={mixed(500)}>
    <QuestionnaireForm onSubmit={() => undefined} />
  </QuestionnaireProvider>,
)
timed(root => {
  root.innerHTML = markup
})
