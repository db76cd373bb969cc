/** Creating: the way of every submission, once under an Idempotency-Key, and not at all where a resource is there already. */
import { isDeepStrictEqual } from 'node:util'
import type { Context, FhirResource, FhirType, StoredRecord } from '../../core/index.ts'
import { CreatedMeanwhile, InvalidSearch, SeveralMatch } from './errors.ts'
import { type QueryOptions, readQuery } from './query.ts'
import { search } from './search.ts'

export interface Creation {
  readonly record: StoredRecord
  /** `false` when it was there before. */
  readonly isNew: boolean
}

export interface CreateOptions {
  readonly idempotencyKey?: string | undefined
  /** A search of the type: nothing is created when it finds a resource. */
  readonly ifNoneExist?: string | undefined
  readonly reading: Omit<QueryOptions, 'strict' | 'pageSize'>
}

const NOTED = 'fhir-if-none-exist'
/** Milliseconds after which a request that ended without a word stands in nobody's way. */
const PATIENCE = 60_000

/**
 * Stores a resource of the caller. The id and the version are the server's to choose.
 * @throws SeveralMatch, CreatedMeanwhile, InvalidSearch, and whatever a submission is refused with
 */
export async function create(
  type: FhirType,
  resource: FhirResource,
  { idempotencyKey, ifNoneExist, reading }: CreateOptions,
  context: Context,
): Promise<Creation> {
  if (ifNoneExist === undefined) return submitted(type, resource, idempotencyKey, context)
  const { tokens } = context.app.gateway
  const key = `${context.caller.key} ${type.type}?${ifNoneExist}`
  const until = context.now.getTime() + PATIENCE
  const { first } = await tokens.claim(NOTED, key, 'asked', until)
  // Between looking and creating another one could look.
  if (!first) throw Object.assign(new CreatedMeanwhile(), { headers: { 'retry-after': '1' } })
  try {
    const known = await existing(type, ifNoneExist, reading, context)
    return known ? { record: known, isNew: false } : await submitted(type, resource, idempotencyKey, context)
  } finally {
    await tokens.take(NOTED, key)
  }
}

async function existing(
  type: FhirType,
  ifNoneExist: string,
  reading: CreateOptions['reading'],
  context: Context,
): Promise<StoredRecord | undefined> {
  const written = [...new URLSearchParams(ifNoneExist.replace(/^\?/, ''))]
  const query = readQuery(type, written, { ...reading, strict: true, pageSize: 2 })
  if (query.conditions.length === 0) throw new InvalidSearch('If-None-Exist', 'names no parameter')
  const { records } = await search(type, query, context, Number.MAX_SAFE_INTEGER)
  if (records.length > 1) throw new SeveralMatch()
  return records[0]
}

async function submitted(
  type: FhirType,
  { id: _, meta, ...resource }: FhirResource & { readonly meta?: unknown },
  idempotencyKey: string | undefined,
  context: Context,
): Promise<Creation> {
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
  return { record, isNew: true }
}

/** The elements that the service has set, whatever was sent. */
export const setByService = (sent: FhirResource, stored: FhirResource): string[] =>
  Object.keys(stored).filter(
    name => !['id', 'meta'].includes(name) && !isDeepStrictEqual(sent[name], stored[name]),
  )
