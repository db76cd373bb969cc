/** Checks a single resource against the definitions of a FHIR version. */
import type { Issue } from './issue.ts'
import { checkStructure } from './structure/check.ts'
import { definitionsOf } from './structure/definitions.ts'
import type { FhirVersion } from './version.ts'

/** How a resource is to be read. */
export interface ValidateOptions {
  readonly fhirVersion: FhirVersion
  /** The type that is due; any of those that can be checked when it is left out. */
  readonly resourceType?: string
}

/**
 * Checks the structure of a Questionnaire, QuestionnaireResponse, DocumentReference, Observation, Binary, Bundle,
 * OperationOutcome, ValueSet or CodeSystem, with the invariants of its data types. What other resources it contains
 * are known by their type alone. It never throws.
 */
export const validateResource = (
  resource: unknown,
  { fhirVersion, resourceType }: ValidateOptions,
): Issue[] => checkStructure(resource, resourceType, definitionsOf(fhirVersion))
