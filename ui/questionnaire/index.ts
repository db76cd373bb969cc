/** FHIR questionnaires as forms: a provider, a hook, a renderer per item, and a complete form. */
export {
  calculateProgress,
  findQuestionnaireItem,
  getAllQuestionsFromPage,
  getExclusiveOptionCode,
  getVisiblePages,
  hasAnswerValue,
  isQuestionHidden,
} from '../../fhir/form/pages.ts'
export type {
  AnyQuestionnaire,
  AnyQuestionnaireItem,
  Coding,
  PublishedResponse,
  Questionnaire,
  QuestionnaireItem,
  QuestionnaireResponse,
} from '../../fhir/form/types.ts'
export type { CodeSearch, FoundCodes, SearchCodes } from '../../fhir/model/engines.ts'
export type { Issue } from '../../fhir/model/issue.ts'
export type {
  ClassNames,
  Components,
  FrameProps,
  Look,
  OptionInputProps,
  Part,
  ProgressProps,
} from './appearance.ts'
export { LegalConsentForm, type LegalConsentFormProps } from './consent.tsx'
export type { DraftKey, DraftStore } from './draft.ts'
export { ErrorSummary, type ErrorSummaryProps } from './error-summary.tsx'
export { QuestionnaireForm, type QuestionnaireFormProps } from './form.tsx'
export { preloadControls } from './lazy-controls.tsx'
export type { Presentation } from './pages.ts'
export { QuestionnaireProvider, type QuestionnaireProviderProps } from './provider.tsx'
export {
  QuestionRenderer,
  type QuestionRendererProps,
} from './question-renderer.tsx'
export type { UploadFile, UploadOptions } from './session.ts'
export { storedDrafts } from './stored-drafts.ts'
export { en, type Strings } from './strings.ts'
export { type PageLike, type QuestionnaireApi, useQuestionnaire } from './use-questionnaire.ts'
export { QuestionnaireView, type QuestionnaireViewProps } from './view.tsx'
