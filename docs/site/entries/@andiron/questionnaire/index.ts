/**
 * Forms for React, drawn from FHIR questionnaires.
 * @module
 */
export * from '../../../../../ui/questionnaire/index.ts'
