/**
 * The texts of the forms, by language.
 * @module
 */
export * from '../../../../../ui/questionnaire/strings/index.ts'
