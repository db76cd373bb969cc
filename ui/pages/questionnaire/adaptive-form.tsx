/** An adaptive form to try out: the gateway chooses each question. */
import { AdaptiveQuestionnaire, type AdaptiveQuestionnaireProps } from '@andiron/questionnaire/adaptive'
import { nextQuestion } from '../../sdk/adaptive.ts'

export function AdaptiveForm(props: Omit<AdaptiveQuestionnaireProps, 'nextQuestion'>) {
  return (
    <AdaptiveQuestionnaire
      {...props}
      nextQuestion={(response, options) => nextQuestion(response, location.origin, options)}
    />
  )
}
