/** FHIR Observations on the wire; their rules are in `fhir/`. */
import type { Observation as FhirObservation } from 'fhir/r4.js'
import { schemaOf } from './types.ts'

/** The collection of measurements and answers, extracted from responses or submitted by a person. */
export const Observation = schemaOf<FhirObservation>({
  $id: 'Observation',
  type: 'object',
  description: 'A FHIR Observation.',
  required: ['resourceType', 'status', 'code'],
  properties: {
    resourceType: { type: 'string', enum: ['Observation'] },
    status: { type: 'string' },
    code: { type: 'object' },
  },
})
