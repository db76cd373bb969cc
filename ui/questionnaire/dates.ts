/** `@andiron/questionnaire/dates`: a date outside of a form. Applications call `refusalOf`, so no client directive. */
export { DateField, type DateFieldProps, type DateRefusal } from './date-field.tsx'
export { type DateTerms, refusalOf } from './date-refusal.ts'
