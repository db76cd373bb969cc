/** A form with the resources that it refers to: the complete input for a worker thread that compiles it. */
import type { FhirVersion } from '../../fhir/index.ts'

type Resource = Readonly<Record<string, unknown>>

export interface FormParts {
  readonly questionnaire: unknown
  readonly fhirVersion: FhirVersion
  /** Value sets and code systems in the request, which take precedence over registered ones. */
  readonly given: readonly Resource[]
  /** Registered value sets and code systems, by the canonical URLs that refer to them. */
  readonly valueSets: readonly (readonly [canonical: string, resource: Resource])[]
  /** Value sets that only the terminology server has, or that it does not have, by the reason. */
  readonly remote: readonly (readonly [canonical: string, reason: 'partial' | 'unknown' | 'failed'])[]
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
      /** The revision of a registered form, under which the thread caches the compiled form. */
      readonly revision?: string | undefined
      /** The language of the issues. @default English */
      readonly language?: string | undefined
    }
  | { readonly ask: 'populate'; readonly parts: string; readonly population: string }
  | { readonly ask: 'questions'; readonly parts: string }
  /** `modules` are the forms that the form names, by their canonical URLs. */
  | { readonly ask: 'assemble'; readonly parts: string; readonly modules: string }
  | {
      readonly ask: 'extract'
      readonly parts: string
      readonly response: string
      readonly responseId: string
    }
  /** `questionnaire` is the reference of the response. */
  | {
      readonly ask: 'answer'
      readonly parts: string
      readonly questionnaire: string
      readonly answers: string
    }
  | {
      readonly ask: 'resource'
      readonly resource: string
      readonly resourceType: string
      readonly fhirVersion: FhirVersion
    }
