/**
 * A date outside of a form, in the language of the page.
 * @module
 */
export * from '../../../../../ui/questionnaire/dates.ts'
