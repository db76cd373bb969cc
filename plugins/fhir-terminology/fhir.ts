/** Value sets and code systems in FHIR's REST API. */
import {
  type FhirOffer,
  type FhirType,
  NEWEST,
  type SearchParameter,
  type StoredRecord,
} from '../../core/index.ts'
import { uids } from '../../schemas/uids.ts'
import { operations } from './operations.ts'

const parameter = (
  name: string,
  type: SearchParameter['type'],
  description: string,
  field?: string,
): SearchParameter => ({
  ...{ name, type, description, ...(field !== undefined && { field }) },
  values: (record: StoredRecord) => [record[name]],
})

const typeOf = (type: 'ValueSet' | 'CodeSystem', description: string): FhirType => ({
  ...{ type, description, collection: uids.ValueSet, readers: ['anyone'], mandatory: ['status'] },
  summary: ['url', 'identifier', 'version', 'name', 'title', 'status', 'date', 'publisher', 'content'],
  search: [
    parameter('url', 'uri', 'The canonical URL.', 'url'),
    parameter('version', 'token', 'The version that its author gave it.', 'version'),
    parameter('status', 'token', 'draft, active, retired or unknown.', 'status'),
    parameter('name', 'string', 'The name for programs.'),
    parameter('title', 'string', 'The title.'),
    parameter('publisher', 'string', 'The DID of the application.'),
  ],
  async compartment() {
    return { filter: { ...NEWEST, resourceType: type } }
  },
  async find(id, { app }, versionId) {
    const found = await app.valueSets.get(id, { versionId })
    return found?.resourceType === type ? ({ ...found } as unknown as StoredRecord) : undefined
  },
})

export const offer: FhirOffer = {
  types: [
    typeOf('ValueSet', 'A value set as its application registered it.'),
    typeOf('CodeSystem', 'A code system as its application registered it.'),
  ],
  operations,
}
