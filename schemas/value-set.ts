/** FHIR value sets and code systems on the wire; their rules are in `fhir/`. */
import type { CodeSystem, ValueSet as FhirValueSet } from 'fhir/r4.js'
import { Did, example, Uuid } from './identity.ts'
import { schemaOf } from './types.ts'

const sample = {
  resourceType: 'ValueSet',
  url: 'https://study.example/ValueSet/sleep',
  status: 'active',
  compose: {
    include: [
      {
        system: 'https://study.example/CodeSystem/sleep',
        concept: [{ code: 'deep', display: 'Deep' }, { code: 'light' }],
      },
    ],
  },
} as const

const properties = {
  resourceType: { type: 'string', enum: ['ValueSet', 'CodeSystem'] },
  id: { type: 'string', pattern: '^[A-Za-z0-9.-]{1,64}$' },
  url: {
    type: 'string',
    minLength: 1,
    maxLength: 2048,
    description: 'The URL that forms use to reference it.',
  },
  version: { type: 'string', minLength: 1, maxLength: 255 },
  status: { type: 'string', enum: ['draft', 'active', 'retired', 'unknown'] },
} as const

/** A value set, or a code system that value sets refer to. */
export type ValueSet = (FhirValueSet | CodeSystem) & { url: string }

/** A value set as sent. */
export const ValueSet = schemaOf<ValueSet>({
  $id: 'ValueSet',
  type: 'object',
  description: 'A FHIR ValueSet or CodeSystem.',
  required: ['resourceType', 'url', 'status'],
  properties,
  examples: [sample],
})

/** A value set as stored and served: the resource with the members that the service sets. */
export const StoredValueSet = schemaOf<StoredValueSet>({
  $id: 'StoredValueSet',
  type: 'object',
  description: 'A registered FHIR ValueSet or CodeSystem.',
  required: ['resourceType', 'url', 'status', '_id', '_created', '_updated', 'id', 'publisher'],
  properties: {
    ...properties,
    publisher: { ...Did, description: 'The application that registered it.' },
    _id: Uuid,
    _created: { type: 'string', format: 'date-time' },
    _updated: { type: 'string', format: 'date-time' },
  },
  examples: [
    {
      ...sample,
      id: 'sleep',
      publisher: example.did,
      _id: example.uuid,
      _created: example.instant,
      _updated: example.instant,
    },
  ],
})

export type StoredValueSet = ValueSet & {
  publisher: string
  _id: string
  _created: string
  _updated: string
}
