/**
 * The revisions of a resource of a standard collection. Each is a record of its own that never changes; the
 * record under the public `_id` is a copy of the latest.
 */

import type { Context } from '../contract/hooks.ts'
import { canonicalize } from '../crypto/attest.ts'
import type { Gateway } from '../gateway.ts'
import type { StoredRecord } from '../stores/records.ts'
import { uuidOf } from './uuid.ts'

/** Field of a revision's record: the public `_id` of the resource. */
export const REVISION_OF = '_revisionOf'

/** Selects the latest revisions, under their public ids. */
export const NEWEST = { [REVISION_OF]: { $exists: false } } as const

/** A resource with the id of its revision. */
export type Revision<R extends object> = R & { readonly meta: { readonly versionId: string } }

/** Selects a revision other than the latest. */
export interface Which {
  /** The author's `version`: selects the latest revision with it. */
  readonly version?: string | undefined
  /** The id of the revision: `meta.versionId`. */
  readonly versionId?: string | undefined
}

/**
 * Sets the id of its revision as `meta.versionId` of a resource. The id is a hash of the content: equal
 * content is the same revision, and two contents registered at the same time are two revisions.
 * @param kind - the plugin's name for the resource: `questionnaire`
 */
export function revise<R extends object>(kind: string, resource: R, id: string): Revision<R> {
  const { meta: said } = resource as { readonly meta?: Readonly<Record<string, unknown>> }
  const { versionId: _, lastUpdated: __, ...meta } = said ?? {}
  // The service sets the resource of a revision; a client's value is ignored.
  const { [REVISION_OF]: ___, ...content } = resource as R & { readonly [REVISION_OF]?: unknown }
  const versionId = uuidOf(kind, canonicalize({ id, [kind]: { ...content, meta } }))
  return { ...(content as unknown as R), meta: { ...meta, versionId } }
}

/** Stores a revision. Do this first: no reference may lead to a missing revision. */
export const keepRevision = (
  gateway: Gateway,
  collection: string,
  id: string,
  revision: Revision<object>,
  context: Context,
): Promise<void> =>
  gateway.publish(collection, revision.meta.versionId, { ...revision, [REVISION_OF]: id }, context)

/** A stored revision in its public form: under the public `_id`, whichever record holds it. */
export function servedOf<Served>({ [REVISION_OF]: id, ...record }: StoredRecord): Served {
  return { ...record, ...(typeof id === 'string' && { _id: id }) } as unknown as Served
}

/** Removes the fields that the service adds in responses: a resource that was read can be sent back. */
export const unserved = <R extends object>({
  _id,
  _created,
  _updated,
  ...sent
}: R & { _id?: unknown; _created?: unknown; _updated?: unknown }) => sent

/** The name and the version of a canonical reference. */
export function splitCanonical(reference: string): {
  readonly name: string
  readonly version: string | undefined
} {
  const at = reference.indexOf('|')
  if (at < 0) return { name: reference, version: undefined }
  return { name: reference.slice(0, at), version: reference.slice(at + 1) }
}
