/** Creates a resource by a submission or by publishing, unless a match exists already. */
import {
  type Context,
  type FhirPublishing,
  type FhirRelease,
  type FhirResource,
  type FhirType,
  InvalidRecord,
  type StoredRecord,
  withIssues,
  withLock,
} from '../../core/index.ts'
import { storedFrom } from '../../fhir/resources/served-resource.ts'
import { InvalidSearch, SeveralMatch } from './errors.ts'
import type { Reading } from './matching.ts'
import { readQuery } from './query.ts'
import { search } from './search.ts'

export interface Creation {
  readonly record: StoredRecord
  /** `false` if it existed before. */
  readonly isNew: boolean
}

export interface CreateOptions {
  /** A search of the type: nothing is created if it finds a resource. */
  readonly condition?: string | undefined
  readonly reading: Reading
}

/** An overlooked match would lead to a second resource: refuse a search that exceeds the limit. */
const WHOLE = { records: Number.MAX_SAFE_INTEGER, bytes: 67_108_864, isWhole: true }

/** @throws SeveralMatch, Busy, InvalidSearch, TooLargeToSort, and any error of `store` */
export async function create(
  type: FhirType,
  { condition, reading }: CreateOptions,
  store: () => Promise<StoredRecord>,
  context: Context,
): Promise<Creation> {
  if (condition === undefined) return { record: await store(), isNew: true }
  // A lock, because another request could search between this search and this creation.
  return withLock(`fhir ${context.caller.key} ${type.type}?${condition}`, context, async () => {
    const known = await existing(type, condition, reading, context)
    return known ? { record: known, isNew: false } : { record: await store(), isNew: true }
  })
}

async function existing(
  type: FhirType,
  condition: string,
  reading: Reading,
  context: Context,
): Promise<StoredRecord | undefined> {
  const parameters = [...new URLSearchParams(condition.replace(/^\?/, ''))]
  const query = readQuery(type, parameters, { ...reading, strict: true, pageSize: 2 })
  if (query.conditions.length === 0) throw new InvalidSearch('If-None-Exist', 'names no parameter')
  const all = { ...query, count: 2, summary: undefined, cursor: undefined }
  const { records } = await search(type, all, context, WHOLE)
  if (records.length > 1) throw new SeveralMatch()
  return records[0]
}

/** Stores a resource of the caller. The server assigns the id and the version. */
export async function submitted(
  type: FhirType,
  { id: _, meta, ...resource }: FhirResource & { readonly meta?: unknown },
  idempotencyKey: string | undefined,
  context: Context,
): Promise<StoredRecord> {
  const { gateway } = context.app
  const { versionId: __, lastUpdated: ___, ...said } = (meta ?? {}) as Readonly<Record<string, unknown>>
  const submission = { ...resource, ...(Object.keys(said).length > 0 && { meta: said }) }
  const applicationId =
    context.caller.applicationId ?? (await type.applicationOf?.(resource as FhirResource, context))
  const { insertedUid } = await gateway.submit(
    { applicationId, timestamp: context.now.toISOString(), schemaId: type.collection, submission },
    context,
    idempotencyKey,
  )
  const record = await gateway.records.read(type.collection, insertedUid)
  if (!record) throw new Error(`the ${type.type} that was just stored is gone`)
  return record
}

/** Stores a resource of an application. */
export async function published(
  { create }: FhirPublishing,
  sent: FhirResource,
  { release, baseUrl }: { readonly release: FhirRelease | undefined; readonly baseUrl: string },
  context: Context,
): Promise<StoredRecord> {
  return create({ resource: storedFrom(sent, baseUrl), release }, context)
}

/** @throws InvalidRecord */
export function ofType(body: { readonly resourceType: string }, name: string): FhirResource {
  if (body.resourceType === name) return body as FhirResource
  throw withIssues(new InvalidRecord(), [
    {
      severity: 'error',
      code: 'structure',
      rule: 'S-TYPE',
      expression: 'resourceType',
      text: `Send a ${name} here.`,
    },
  ])
}
