/** Checks FHIR Questionnaires and the responses to them; runs in browsers as well as on servers. */
export { type CompiledQuestionnaire, type CompileOptions, compileQuestionnaire } from './compile.ts'
export type { ConvertUnit, Engines, FindResource } from './engines.ts'
export { type Issue, type IssueCode, MOST_ISSUES, refused, type Severity } from './issue.ts'
export type { Rule } from './rule.ts'
export { RULES } from './rules/index.ts'
export { FHIR_VERSIONS, type FhirVersion } from './version.ts'
