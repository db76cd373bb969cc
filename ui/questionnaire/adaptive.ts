/** `@andiron/questionnaire/adaptive`: adaptive forms. Server components call `isAdaptive`, so no client directive. */
export { isAdaptive } from '../../fhir/adaptive.ts'
export {
  AdaptiveQuestionnaire,
  type AdaptiveQuestionnaireProps,
  type NextQuestion,
} from './adaptive/adaptive-questionnaire.tsx'
