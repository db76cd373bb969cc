/**
 * A form that asks question by question, as an engine chooses them.
 * @module
 */
export * from '../../../../../ui/questionnaire/adaptive.ts'
