/** Checks FHIR Questionnaires and the responses to them; runs in browsers as well as on servers. */
export { type CompiledQuestionnaire, compileQuestionnaire } from './compile.ts'
export type { ConvertUnit, Engines, FindResource } from './engines.ts'
export { type CompiledRules, type CompileOptions, compileRules } from './form-rules.ts'
export { type Issue, type IssueCode, MOST_ISSUES, refused, type Severity } from './issue.ts'
export type { Rule } from './rule.ts'
export { RULES } from './rules/index.ts'
export { type ValidateOptions, validateResource } from './validate.ts'
export { FHIR_VERSIONS, type FhirVersion } from './version.ts'
