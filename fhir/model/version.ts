/** The dialects of FHIR that a resource can be checked against. */
import type { Severity } from './issue.ts'

/**
 * A published version, or `mix`: real-world forms, with R4 and R5 spellings in one resource (`choice` beside
 * `answerConstraint`). `mix` warns if the versions disagree.
 */
export type FhirVersion = 'R4' | 'R4B' | 'R5' | 'mix'

/** Every dialect, in the order of the columns of the rule table. */
export const FHIR_VERSIONS: readonly FhirVersion[] = ['R4', 'R4B', 'R5', 'mix']

/** The severity of a rule in each dialect. The rule does not apply to dialects that are left out. */
export type Severities = Readonly<Partial<Record<FhirVersion, Severity>>>

/** The same severity in every dialect. */
export const everywhere = (severity: Severity): Severities => ({
  R4: severity,
  R4B: severity,
  R5: severity,
  mix: severity,
})
