/** An adaptive form whose engine is a list: three questions, one after the other. The first request can fail. */
import type { DraftStore, Questionnaire, QuestionnaireResponse } from '@andiron/questionnaire'
import { AdaptiveQuestionnaire } from '@andiron/questionnaire/adaptive'
import { useRef } from 'react'

const often = ['Never', 'Sometimes', 'Often', 'Always'].map(display => ({
  valueCoding: { system: 'urn:x', code: display.toLowerCase(), display },
}))
const QUESTIONS = ['Were you tired today?', 'Were you tired this week?', 'Did you sleep well?'].map(
  (text, index) => ({
    linkId: `t${index}`,
    type: 'coding' as const,
    text,
    required: true,
    answerOption: often,
  }),
)
const bank: Questionnaire = {
  resourceType: 'Questionnaire',
  id: 'tired',
  status: 'active',
  title: 'Tiredness',
}

const SIGNED = {
  url: 'http://hl7.org/fhir/StructureDefinition/questionnaire-signatureRequired',
  valueCodeableConcept: { text: 'any' },
}

async function nextQuestion(response: QuestionnaireResponse, isSigned: boolean): Promise<object> {
  await new Promise(done => setTimeout(done, 20))
  const many = response.item?.length ?? 0
  const isComplete = many === QUESTIONS.length
  const asked = isSigned ? { extension: [SIGNED] } : {}
  const questions = QUESTIONS.map((each, at) => (at === 0 ? { ...each, ...asked } : each))
  return {
    ...response,
    questionnaire: '#tired',
    status: isComplete ? 'completed' : 'in-progress',
    contained: [{ ...bank, ...asked, item: questions.slice(0, many + 1) }],
  }
}

export interface AdaptiveProps {
  readonly fails: boolean
  /** The first question and the whole form ask for a signature. */
  readonly signed: boolean
  readonly draft?: DraftStore | undefined
  onSubmit(response: QuestionnaireResponse): void
}

export function Adaptive({ fails, signed, draft, onSubmit }: AdaptiveProps) {
  const requests = useRef(0)
  return (
    <AdaptiveQuestionnaire
      questionnaire={bank}
      nextQuestion={response => {
        requests.current++
        return fails && requests.current === 1
          ? Promise.reject(new Error('away'))
          : nextQuestion(response, signed)
      }}
      onSubmit={onSubmit}
      {...(draft && { draft })}
    />
  )
}
