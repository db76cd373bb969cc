/** The code of the guide that answers an adaptive form: compiled here. */
import type { QuestionnaireResponse } from 'fhir/r4.js'
import { nextQuestion } from '../ui/sdk/index.ts'

declare const questionnaireId: string
declare const environment: string
/** Asks the person; adds the answer to `item`. */
declare function withAnswer(response: QuestionnaireResponse): Promise<QuestionnaireResponse>

let response = await nextQuestion(questionnaireId, environment)
while (response.status === 'in-progress')
  response = await nextQuestion(await withAnswer(response), environment)
