/** A form with the resources that decide how it is read: all that a worker thread needs to compile it. */
import type { FhirVersion } from '../../fhir/index.ts'

type Resource = Readonly<Record<string, unknown>>

export interface FormParts {
  readonly questionnaire: unknown
  readonly fhirVersion: FhirVersion
  /** Value sets and code systems that came along; they are taken before the registered ones. */
  readonly given: readonly Resource[]
  /** Registered value sets and code systems, by the canonical URLs under which they are named. */
  readonly valueSets: readonly (readonly [canonical: string, resource: Resource])[]
  /** Registered forms that the form is derived from. */
  readonly bases: readonly (readonly [canonical: string, resource: Resource])[]
}

/** A task for a thread. Texts are JSON: a string moves between threads faster than its objects. */
export type FormJob =
  | { readonly ask: 'form'; readonly parts: string }
  | {
      readonly ask: 'response'
      readonly parts: string
      readonly response: string
      /** Names the revision of a registered form, which the thread keeps compiled. */
      readonly revision?: string | undefined
    }
  | { readonly ask: 'populate'; readonly parts: string; readonly population: string }
  | {
      readonly ask: 'resource'
      readonly resource: string
      readonly resourceType: string
      readonly fhirVersion: FhirVersion
    }
