/**
 * FHIR questionnaires and responses, checked in browsers and on servers.
 * @module
 */
export * from '../../../../fhir/index.ts'
