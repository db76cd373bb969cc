/** Collections: where the records of one schema live, and how a collection is declared to a node. */
import type { Infer } from '../../schemas/types.ts'
import { DuplicateCollection, UnknownCollection } from '../errors.ts'
import { ATTESTATION } from '../stores/attested.ts'
import type { StoredCollection } from '../stores/records.ts'
import type { Context } from './hooks.ts'

/** A collection of records of one schema on the storage network, declared by its plugin. */
// biome-ignore lint/suspicious/noExplicitAny: the literal type of a schema is forgotten once a plugin is defined.
export interface Collection<S = any> {
  /** The schema uid in the protocol: a fixed UUID. */
  readonly uid: string
  readonly name: string
  /** `owned`: people write under delegation, with an access list. `standard`: only the service writes. */
  readonly kind: 'owned' | 'standard'
  /** JSON Schema (draft-07) of one record. */
  readonly schema: S
  /** Top-level string fields that are split over the nodes, so that no single node can read them. */
  readonly secrets?: readonly string[]
  /** True if people may also submit records without an application. @default false */
  readonly personal?: boolean
  /**
   * A top-level text field of the schema, for the id of the application that a record is submitted for. The
   * service sets it, and that application may read and aggregate its records. Without it, no application reads
   * the collection.
   */
  readonly applicationField?: string
  /**
   * Overwrites the fields that only the service may set. Runs first: its result is validated, attested and
   * stored.
   */
  enrich?(record: Readonly<Record<string, unknown>>, context: Context): object | Promise<object>
  /** Refuses a record that the schema accepts, by throwing. */
  validate?(record: Infer<S>, context: Context): void | Promise<void>
}

/** A collection that applications read. */
export type ReadableCollection = Collection & Required<Pick<Collection, 'applicationField'>>

/** The collections of all enabled plugins, by uid. */
export class Collections {
  readonly #byUid = new Map<string, { collection: Collection; plugin: string }>()

  add(collection: Collection, plugin: string): void {
    const other = this.#byUid.get(collection.uid)
    if (other) throw new DuplicateCollection(collection.uid, other.plugin, plugin)
    this.#byUid.set(collection.uid, { collection, plugin })
  }

  get(uid: string): Collection | undefined {
    return this.#byUid.get(uid)?.collection
  }

  /** The collection, if applications read it. @throws UnknownCollection */
  readable(uid: string): ReadableCollection {
    const collection = this.get(uid)
    const { applicationField } = collection ?? {}
    if (collection === undefined || applicationField === undefined) throw new UnknownCollection(uid)
    return { ...collection, applicationField }
  }

  [Symbol.iterator](): IterableIterator<Collection> {
    return [...this.#byUid.values()].map(entry => entry.collection).values()
  }
}

export { ATTESTATION }

/**
 * The schema for a node: an array of documents, in the form that a direct writer also sends. Each document
 * has the id and the attestation beside the record, and this node's share of each secret field.
 */
export function storedCollection({ uid, name, kind, schema, secrets = [] }: Collection): StoredCollection {
  const { properties = {}, ...rest } = schema as { properties?: Record<string, object> }
  const shares = secrets.map(field => [field, SHARE] as const)
  return {
    uid,
    name,
    kind,
    secrets,
    schema: {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'array',
      items: {
        ...rest,
        properties: {
          ...properties,
          ...Object.fromEntries(shares),
          _id: { type: 'string', format: 'uuid' },
          [ATTESTATION]: { type: 'string', maxLength: 512 },
        },
      },
    },
  }
}

const SHARE = {
  type: 'object',
  required: ['%share'],
  additionalProperties: false,
  properties: { '%share': { type: 'string' } },
} as const
