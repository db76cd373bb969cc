/** A route in the OpenAPI document: its body, its answers, and one answer for each status of its errors. */
import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifySchema, RouteOptions } from 'fastify'
import { Problem } from '../../schemas/problem.ts'
import {
  Internal,
  InvalidJson,
  InvalidRequest,
  PayloadTooLarge,
  TooManyRequests,
  UnsupportedMediaType,
} from '../errors.ts'
import { type ErrorRow, type FailureForm, formAt, problemOf } from './problem.ts'
import type { SecurityScheme } from './security.ts'

/** A body that a route reads without a schema of Fastify's: it is optional, or no JSON. */
export interface DescribedBody {
  readonly types: readonly string[]
  readonly schema: object
  readonly example: unknown
  /** @default false */
  readonly isOptional?: boolean
}

/** The parts of a gateway on which the description of a route depends. */
export interface Surroundings {
  readonly schemes: ReadonlyMap<string, SecurityScheme>
  readonly failureForms: ReadonlyMap<string, FailureForm>
}

/** The parts of a body that `@fastify/swagger` drops: an example beside a `$ref`, and that the body is optional. */
const BODY = 'x-described-body'

/** The schema of a route as the document shows it. */
export function describedSchema(route: RouteOptions, { schemes, failureForms }: Surroundings): FastifySchema {
  const { schema = {}, config = {} } = route
  const errors = [...errorsOf(route, schemes), ...(config.errors ?? [])]
  const response = answersOf(errors, [...(config.refusals ?? []), 503], formAt(failureForms, route.url))
  return {
    ...schema,
    ...bodyOf(route),
    // The route's own responses take precedence: not every error has the common body.
    response: { ...response, ...(schema.response as object) },
  }
}

function bodyOf({ schema, config }: RouteOptions): object {
  if (config?.accepts) {
    const { types, schema, example, isOptional = false } = config.accepts
    const content = Object.fromEntries(types.map(type => [type, { schema }]))
    return { body: { content }, [BODY]: { example, required: !isOptional } }
  }
  const { $ref, anyOf, examples } = (schema?.body ?? {}) as {
    readonly $ref?: string
    readonly anyOf?: readonly { readonly type?: string }[]
    readonly examples?: readonly unknown[]
  }
  if (!examples || ($ref === undefined && anyOf === undefined)) return {}
  // Fastify validates an absent body as `null`.
  return { [BODY]: { example: examples[0], required: !anyOf?.some(({ type }) => type === 'null') } }
}

/** Completes the marked bodies of a document. Changes the document. */
export function completeBodies(document: { readonly paths?: object }): void {
  for (const operation of Object.values(document.paths ?? {}).flatMap(Object.values)) {
    if (operation[BODY] === undefined) continue
    const { example, required } = operation[BODY]
    delete operation[BODY]
    operation.requestBody.required = required
    for (const media of Object.values(operation.requestBody.content))
      Object.assign(media as object, { example })
  }
}

/** Of every 503: a dependency does not answer, or too much work is queued. */
const RETRIED = { 'Retry-After': { type: 'integer', description: 'Seconds until the next request.' } }

/** The errors that any route can return, by the input it takes. */
function errorsOf(
  { schema, config }: RouteOptions,
  schemes: ReadonlyMap<string, SecurityScheme>,
): ErrorRow[] {
  const named = new Set((schema?.security ?? []).flatMap(Object.keys))
  const { body, params, querystring, headers } = schema ?? {}
  return [
    ...(body || params || querystring || headers ? [InvalidRequest] : []),
    ...(body || config?.accepts?.types.some(type => type.endsWith('json')) ? [InvalidJson] : []),
    ...(body || config?.accepts ? [PayloadTooLarge, UnsupportedMediaType] : []),
    ...[...named].flatMap(name => schemes.get(name)?.errors ?? []),
    ...(config?.rateLimited ? [TooManyRequests] : []),
    Internal,
  ]
}

/** One response per status, with an example for each of its codes. */
function answersOf(
  rows: readonly ErrorRow[],
  statuses: readonly number[],
  form: FailureForm | undefined,
): Record<number, object> {
  const byStatus = new Map<number, Map<string, object>>(statuses.map(status => [status, new Map()]))
  for (const Row of rows) {
    const problem = example(new Row())
    const examples = byStatus.get(problem.status) ?? new Map<string, object>()
    const value = form ? JSON.parse(form.write(problem)) : problem
    byStatus.set(problem.status, examples.set(problem.code, { summary: problem.detail, value }))
  }
  const [type = ''] = (form?.type ?? 'application/problem+json').split(';')
  const schema = { $ref: `${form?.schema.$id ?? Problem.$id}#` }
  return Object.fromEntries(
    [...byStatus].map(([status, examples]) => [
      status,
      {
        description:
          [...examples.keys()].map(code => `\`${code}\``).join(', ') || (STATUS_CODES[status] ?? ''),
        ...(status === 503 && { headers: RETRIED }),
        content: {
          [type]: { schema, ...(examples.size > 0 && { examples: Object.fromEntries(examples) }) },
        },
      },
    ]),
  )
}

/** An ellipsis replaces the parts of the message that depend on the request. */
function example(error: FastifyError): Problem {
  const problem = problemOf(error)
  return { ...problem, detail: problem.detail.replaceAll('%s', '…') }
}
