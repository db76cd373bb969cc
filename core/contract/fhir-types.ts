/** The interface between plugins with FHIR resources and the plugin that serves FHIR's REST API. */

import type { Filter, Omissions, StoredRecord } from '../stores/records.ts'
import type { Collections } from './collections.ts'
import type { Context } from './hooks.ts'

/** A resource in FHIR's JSON format. */
export type FhirResource = Readonly<Record<string, unknown>> & { readonly resourceType: string }

/** The published versions in which resources are served. */
export type FhirRelease = 'R4' | 'R4B' | 'R5'

/**
 * The permitted caller: anyone, the person that owns the record, or an application that published the form.
 */
export type FhirCaller = 'anyone' | 'person' | 'application'

/** The comparisons of search parameters (FHIR R4, 3.1.1.4). */
export type SearchType = 'token' | 'date' | 'string' | 'uri' | 'reference' | 'quantity' | 'composite'

/** One value of a composite parameter: `code` in `code$value`. */
export interface SearchPart {
  readonly type: Exclude<SearchType, 'composite'>
  /** The values of one element, among which one must match. */
  values(element: Readonly<Record<string, unknown>>): readonly unknown[]
}

/** A search parameter; its type determines the comparison. */
export interface SearchParameter {
  readonly name: string
  readonly type: SearchType
  readonly description: string
  /**
   * The values of a record under this name: codes, concepts, identifiers, dates, periods, texts, quantities or
   * references; for a composite parameter the elements, of which one must match in every part.
   */
  values(record: StoredRecord): readonly unknown[]
  /** For a composite parameter: its parts, in the order in which `$` separates their values. */
  readonly parts?: readonly SearchPart[]
  /**
   * Path of the single text that `values` returns, which the store may compare instead: a code, a URL, or an
   * instant in UTC with milliseconds.
   */
  readonly field?: string
  /** For a reference: the target types, which `_include` follows. */
  readonly target?: readonly string[]
  /** True if the compartment alone can evaluate the parameter; it takes no modifier then. @default false */
  readonly byCompartment?: boolean
}

/** The set of records that a caller may search. */
export interface Compartment {
  readonly filter: Filter
  /** The search parameters that the filter covers. */
  readonly answers?: readonly string[]
  /**
   * The records that the caller may see, if the filter finds more; called with those that match the search, page by
   * page.
   */
  sift?(records: readonly StoredRecord[]): Promise<readonly StoredRecord[]>
  /**
   * Limits the set to records with a valid attestation of the service; called with the records that the store
   * left out.
   */
  readonly attested?: (leftOut: Omissions) => void
  /** An OperationOutcome about the records that `sift` refused. */
  leftOut?(): object | undefined
  /** Records that follow from others and are not stored. They are searched in memory, with the stored ones. */
  readonly derived?: readonly StoredRecord[]
}

/** A file in place of JSON. */
export interface FhirContent {
  /** The owner and the time of creation. */
  readonly record: StoredRecord
  /** The owner's declaration of the content type. */
  readonly contentType: string
  /** The headers of the response with the bytes. */
  readonly headers: Readonly<Record<string, string | number>>
  stream(): Promise<AsyncIterable<Uint8Array>>
}

/** A resource that an application publishes. */
export interface FhirPublished {
  readonly resource: FhirResource
  /** The version of FHIR in the media type of the body. */
  readonly release: FhirRelease | undefined
}

/** Publishing of resources of a type by applications. */
export interface FhirPublishing {
  /** The required scope. */
  readonly scope: string
  create(published: FhirPublished, context: Context): Promise<StoredRecord>
  /** @param demand - called with the record that would be replaced; throws to keep it */
  replace(
    id: string,
    published: FhirPublished,
    context: Context,
    demand: (current: StoredRecord) => void,
  ): Promise<StoredRecord>
}

/** The operation `$lastn` of a type. */
export interface FhirNewest {
  /** Canonical URL of its definition. */
  readonly definition: string
  /** The name of the group of a record; undefined for a record without one. */
  groupOf(record: StoredRecord): string | undefined
  /** The search parameter, of type date, that tells which record is newer. */
  readonly by: string
}

/** A record in the language of a reader. */
export interface FhirTranslated {
  readonly record: StoredRecord
  /** The language of its texts, if it is known. */
  readonly language: string | undefined
  /** True if the texts differ from those of the stored record. */
  readonly isTranslated: boolean
}

/** A resource type, served at `/fhir/<type>`. */
export interface FhirType {
  /** The name of the type: `Observation`. */
  readonly type: string
  /** The uid of the collection that holds the records. */
  readonly collection: string
  readonly description: string
  /** A resource as clients send it, for the API document. */
  readonly example?: FhirResource
  /** The permitted readers. @default the person */
  readonly readers?: readonly FhirCaller[]
  /** Leave out if the type is only read by id. */
  readonly search?: readonly SearchParameter[]
  /** Serves `$lastn`: the newest records of each group. */
  readonly newest?: FhirNewest
  /** Top-level elements that `_summary=true` keeps; a choice element by its stem: `value`. */
  readonly summary?: readonly string[]
  /** Top-level elements that are never omitted. */
  readonly mandatory?: readonly string[]
  /**
   * The records that the caller may search.
   * @param given - the values of the search parameters, as written
   * @default the caller's own records
   */
  compartment?(given: Readonly<Record<string, readonly string[]>>, context: Context): Promise<Compartment>
  /**
   * The record under an id, if the caller may read it; unknown and foreign ids both return `undefined`.
   * @default the caller's own record
   */
  find?(id: string, context: Context, versionId?: string): Promise<StoredRecord | undefined>
  /** Adds elements that follow from other records to those of one page, before they are served. */
  complete?(records: readonly StoredRecord[], context: Context): Promise<readonly StoredRecord[]>
  /**
   * The record with its texts in the language that suits a reader best; for types whose texts have translations.
   * @param accepted - the header `Accept-Language`
   */
  inLanguage?(record: StoredRecord, accepted: string | undefined, context: Context): FhirTranslated
  /** The file behind a record. The type is then read by id only, as bytes or as JSON. */
  content?(id: string, context: Context): Promise<FhirContent | undefined>
  /** True if people may create resources of this type by a submission. @default false */
  readonly creatable?: boolean
  /** Creation and replacement by applications, instead of by people. */
  readonly publishing?: FhirPublishing
  /** The application of a submission. @default the one in the token */
  applicationOf?(resource: FhirResource, context: Context): Promise<string | undefined>
}

/**
 * The `applicationField` of a type that the application of a record reads, as well as the person.
 * @param type - a type of any plugin
 * @param collections - the collections of all plugins
 * @returns undefined for a type that declares its readers, and for one whose collection has no such field
 */
export function sharedFieldOf(type: FhirType, collections: Collections): string | undefined {
  const hasReaders = type.readers || type.compartment || type.find || type.content
  return hasReaders ? undefined : collections.get(type.collection)?.applicationField
}

/** A parameter of an operation: of the query, or a part of Parameters in the body. */
export interface FhirOperationParameter {
  readonly name: string
  /** `string` stands for every type that is written as text; a Coding and a resource come in the body only. */
  readonly type: 'string' | 'boolean' | 'integer' | 'object' | 'resource'
  readonly description: string
}

/** The input of an operation. */
export interface FhirOperationInput {
  /** The first value of each declared parameter that was sent, of its type; an integer is not negative. */
  readonly given?: ReadonlyMap<string, string | number | boolean | FhirResource | object>
  /** The body: a resource, Parameters, or nothing. */
  readonly sent?: FhirResource
  /** The record in the path, which the caller may read. */
  readonly record?: StoredRecord
  /** The version of FHIR in the media type of the body. */
  readonly release?: FhirRelease
  /** Of an operation that submits: a retry with the same key repeats nothing. */
  readonly idempotencyKey?: string
}

/** An operation (`$…`) on a resource type. It reads, unless it `submits`. */
export interface FhirOperation {
  /** The name without the `$`. */
  readonly name: string
  readonly type: string
  /** On the type as a whole, with a body; or on one record, by GET or POST. */
  readonly level: 'type' | 'instance'
  readonly description: string
  /** Canonical URL of its definition. */
  readonly definition: string
  /** The permitted callers. @default the readers of the type */
  readonly callers?: readonly FhirCaller[]
  /** True if a person stores a record by it: served by POST alone, with a token of the scope `write`. @default false */
  readonly submits?: boolean
  /** Validated into `given`; an operation on a type that declares them is served by GET as well. */
  readonly parameters?: readonly FhirOperationParameter[]
  /** A body, for the API document. */
  readonly example?: FhirResource
  run(input: FhirOperationInput, context: Context): Promise<FhirResource>
}

/** An operation that a plugin serves by its own routes; listed only. */
export interface FhirListedOperation extends Pick<FhirOperation, 'name' | 'definition'> {
  /** Leave out for an operation on the whole server. */
  readonly type?: string
  /** The versions that have this definition. @default all */
  readonly releases?: readonly FhirRelease[]
}

/** A resource type that a plugin serves by its own routes; listed only. */
export interface FhirListedType {
  readonly type: string
  readonly description: string
  /** Codes of FHIR's `restful-interaction`, such as `read` and `search-type`. */
  readonly interactions: readonly string[]
  readonly search?: readonly Pick<SearchParameter, 'name' | 'type' | 'description'>[]
  /** The versions that have this type. @default all */
  readonly releases?: readonly FhirRelease[]
  /** Further elements of its entry in the CapabilityStatement of a version, such as `supportedProfile`. */
  readonly elements?: (release: FhirRelease, baseUrl: string) => object
}

/** The FHIR offer of one plugin. */
export interface FhirOffer {
  readonly types?: readonly FhirType[]
  readonly operations?: readonly FhirOperation[]
  readonly listed?: readonly FhirListedOperation[]
  readonly listedTypes?: readonly FhirListedType[]
}

/** The FHIR offers of all enabled plugins. */
export interface FhirOffers {
  readonly types: ReadonlyMap<string, FhirType>
  readonly operations: readonly FhirOperation[]
  readonly listed: readonly FhirListedOperation[]
  readonly listedTypes: readonly FhirListedType[]
}
