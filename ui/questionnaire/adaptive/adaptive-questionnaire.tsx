/** A form whose questions are chosen one after the other. The implementation is loaded when such a form is drawn. */
'use client'
import { lazy, Suspense } from 'react'
import type { QuestionnaireResponse } from '../../../fhir/form/types.ts'
import type { Look } from '../appearance.ts'
import type { QuestionnaireFormProps } from '../form.tsx'
import type { QuestionnaireProviderProps } from '../provider.tsx'

/** Chooses the next questions: `nextQuestion` of the SDK, or your own engine with the same contract. */
export type NextQuestion = (
  response: QuestionnaireResponse,
  options: { readonly signal: AbortSignal },
) => Promise<object>

export interface AdaptiveQuestionnaireProps
  extends Omit<QuestionnaireProviderProps, 'children' | 'readOnly' | 'useNestedStructure'>,
    Pick<QuestionnaireFormProps, 'onSubmit' | 'review'> {
  /** Called with the response so far; resolves with the response whose contained form has the next questions. */
  readonly nextQuestion: NextQuestion
  readonly look?: Look
}

const QuestionByQuestion = lazy(() => import('./question-by-question.tsx'))

/**
 * A complete adaptive form: asks question by question until the engine ends it, then for a review. Takes the props
 * of a provider and of a form.
 * @example
 * ```tsx
 * <AdaptiveQuestionnaire
 *   questionnaire={form}
 *   nextQuestion={(response, options) => nextQuestion(response, 'https://gateway.example', options)}
 *   onSubmit={response => submitData(Schemas.QuestionnaireResponse, response)}
 * />
 * ```
 */
export const AdaptiveQuestionnaire = (props: AdaptiveQuestionnaireProps) => (
  <Suspense fallback={<span className="wq-later" />}>
    <QuestionByQuestion {...props} />
  </Suspense>
)
