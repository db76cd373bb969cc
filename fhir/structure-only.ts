/** Checks the structure of a single resource against the definitions of a FHIR version. */
import type { Issue } from './model/issue.ts'
import type { FhirVersion } from './model/version.ts'
import { checkStructure } from './structure/check.ts'
import { definitionsOf } from './structure/definitions.ts'

/** Options for reading a resource. */
export interface ValidateOptions {
  /** The version whose definitions apply. */
  readonly fhirVersion: FhirVersion
  /** The expected type. @default any type that can be checked */
  readonly resourceType?: string
}

/**
 * Checks only the structure of a Questionnaire, QuestionnaireResponse, DocumentReference, Observation, Binary,
 * Bundle, OperationOutcome, ValueSet or CodeSystem, with the invariants of its data types. Of other
 * contained resources only the type is checked. The rules of forms, such as unique linkIds, and those of the form that
 * a response answers are left out: `check` has all of them. Never throws.
 * @param resource - a resource as parsed JSON, not necessarily valid
 * @param options - the version of FHIR and the expected type
 * @returns the issues in document order; empty if the structure is valid
 * @example
 * ```ts
 * const issues = checkStructureOnly(observation, { fhirVersion: 'R5', resourceType: 'Observation' })
 * ```
 */
export const checkStructureOnly = (
  resource: unknown,
  { fhirVersion, resourceType }: ValidateOptions,
): Issue[] => checkStructure(resource, resourceType, definitionsOf(fhirVersion))
