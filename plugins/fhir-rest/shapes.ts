/** The requests and responses of the FHIR API's routes, for the OpenAPI document. */

import type { FhirOperation, FhirType } from '../../core/index.ts'
import { schemaOf } from '../../schemas/types.ts'
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

const content = { 'application/fhir+json': { schema: { $ref: `${AnyResource.$id}#` } } } as const

export const answers = (description: string) => ({ description, content })

/** An error is an OperationOutcome, for every status. */
export const refusals = (...statuses: readonly number[]) =>
  Object.fromEntries(
    [400, 406, 500, ...statuses].map(status => [status, answers('An OperationOutcome with every issue.')]),
  )
