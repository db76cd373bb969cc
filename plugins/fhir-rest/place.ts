/** The context of a resource type's routes. */
import type { FastifyRequest } from 'fastify'
import {
  type App,
  type Context,
  type FhirType,
  ownRecord,
  type Security,
  type StoredRecord,
} from '../../core/index.ts'
import { versionIdOf } from '../../fhir/resources/served-resource.ts'
import { securityOf } from './callers.ts'
import type { Reading } from './matching.ts'
import type { QueryParameters } from './query.ts'

export interface Limits {
  /** Default number of resources per page. */
  readonly pageSize: number
  /** Maximum records that one search reads. */
  readonly mostSearched: number
  /** Maximum characters of JSON that one search reads. */
  readonly mostSearchedBytes: number
}

export interface Place {
  readonly app: App
  readonly type: FhirType
  /** The path of the type: `/fhir/Observation`. */
  readonly path: string
  /** The absolute URL of the type, known once the gateway listens. */
  url(): string
  reading(): Reading
  readonly security: Security
  /** The statuses that readers may be refused with. */
  readonly refusals: readonly number[]
}

/** @param signsIn - true if programs can sign people in */
export function placeOf(app: App, type: FhirType, signsIn: boolean): Place {
  const { gateway } = app
  const path = `/fhir/${type.type}`
  const security = securityOf(type.readers, signsIn)
  return {
    ...{ app, type, path, security },
    refusals: security.length > 0 ? [401, 403] : [],
    url: () => `${gateway.baseUrl}${path}`,
    reading: () => ({ baseUrl: `${gateway.baseUrl}/fhir`, didPrefixes: [gateway.config.did.prefix] }),
  }
}

/** The record under an id, in the requested version. */
export async function recordAt(
  type: FhirType,
  id: string,
  context: Context,
  version?: string,
): Promise<StoredRecord | undefined> {
  const { gateway } = context.app
  const record = await (type.find?.(id, context, version) ??
    ownRecord(gateway, type.collection, context.caller, id))
  if (!record || (version !== undefined && versionIdOf(record) !== version)) return undefined
  const [completed = record] = (await type.complete?.([record], context)) ?? []
  return completed
}

/** The query parameters of a URL, as written. */
export const partOf = ({ url }: FastifyRequest): QueryParameters => {
  const at = url.indexOf('?')
  return at < 0 ? [] : [...new URLSearchParams(url.slice(at))]
}
