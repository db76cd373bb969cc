/** The requests and responses of the FHIR API's routes, for the OpenAPI document. */

import type { FhirOperation, FhirResource, FhirType } from '../../core/index.ts'
import { type Infer, ref, type Schema, schemaOf } from '../../schemas/types.ts'
import { COMMON } from './query.ts'

/** A resource of any type; its rules are FHIR's own. */
export const AnyResource = schemaOf<{ resourceType: string }>({
  $id: 'FhirResource',
  type: 'object',
  description: 'A FHIR resource.',
  required: ['resourceType'],
  properties: { resourceType: { type: 'string' } },
})

const text = { type: 'string', maxLength: 2048 } as const
/** A parameter may be repeated. */
const several = (description: string) => ({ type: 'array', maxItems: 20, items: text, description }) as const

const FORM = {
  _format: several('`json`, or a media type, instead of `Accept`.'),
  _pretty: several('`true`: laid out for people.'),
} as const

const PART = {
  _summary: several('`true`, `text`, `data`, `count` or `false`: less of each resource, or none.'),
  _elements: several('The top-level elements that are wanted.'),
} as const

export const formQuery = { type: 'object', properties: FORM } as const
export const operationQuerystring = ({ parameters = [] }: FhirOperation) => ({
  type: 'object',
  properties: {
    ...Object.fromEntries(
      parameters.flatMap(({ name, type, description }) =>
        type === 'object' || type === 'resource' ? [] : [[name, several(description)]],
      ),
    ),
    ...FORM,
  },
})
export const readQuerystring = { type: 'object', properties: { ...PART, ...FORM } } as const

const conditions = ({ search = [] }: FhirType) =>
  Object.fromEntries(
    [...COMMON, ...search].map(({ name, type, description }) => [name, several(`${description} (${type})`)]),
  )

export const newestQuerystring = (type: FhirType) => ({
  type: 'object',
  properties: {
    ...conditions(type),
    max: several('Resources of each group, at most 200.'),
    _include: several('`Type:parameter`: what a reference leads to comes along.'),
    ...PART,
    ...FORM,
  },
})

export const searchQuerystring = (type: FhirType) => ({
  type: 'object',
  properties: {
    ...conditions(type),
    _sort: several('Parameters to sort by, with a `-` in front the greatest first.'),
    _count: several('Resources on a page, at most 200.'),
    _include: several('`Type:parameter`: what a reference leads to comes along.'),
    _total: several('`none`: do not count.'),
    _cursor: several('From the link `next` of the page before.'),
    ...PART,
    ...FORM,
  },
})

export const paramsOf = (...names: readonly ('id' | 'version')[]) => ({
  type: 'object',
  required: names,
  properties: Object.fromEntries(names.map(name => [name, { type: 'string', maxLength: 64 }])),
})

const resource = { schema: { $ref: `${AnyResource.$id}#` } } as const
/** The second for a client that accepts it alone. */
const content = { 'application/fhir+json': resource, 'application/json': resource } as const

export const answers = (description: string, headers?: object) => ({
  ...{ description, content },
  ...(headers && { headers }),
})

/** The file in the requested format. */
export const BYTES = {
  description: 'The file: as its bytes, or within JSON.',
  content: { ...content, '*/*': { schema: { type: 'string' } } },
} as const

export const UNCHANGED = { description: 'The client has this version.', type: 'null' } as const

/** The headers of a response with one version of a resource. */
export const VERSIONED = {
  etag: { type: 'string', description: 'The version, for `If-Match` and `If-None-Match`.' },
  'last-modified': { type: 'string' },
} as const
export const WRITTEN = {
  ...VERSIONED,
  location: { type: 'string', format: 'uri', description: 'The URL of the stored version.' },
} as const

/** The media types of bodies with resources. */
export const RESOURCES = ['application/fhir+json', 'application/json'] as const

/** A resource as the body of a request, with an example. */
export const resourceBody = (example: FhirResource | undefined): Schema<Infer<typeof AnyResource>> => ({
  ...ref(AnyResource),
  ...(example && { examples: [example] }),
})
