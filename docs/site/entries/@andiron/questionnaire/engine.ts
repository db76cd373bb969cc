/**
 * Opens a form without a view, for React Native and programs.
 * @module
 */
export * from '../../../../../ui/questionnaire/engine.ts'
