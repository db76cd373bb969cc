/**
 * Converts between stored resources and plain FHIR of one version: identities ↔ identifiers, links ↔ URLs.
 */
import type { FhirVersion } from '../model/version.ts'
import { type Definitions, definitionsOf, type Slot, type Type } from '../structure/definitions.ts'
import { type Json, object, objects, text } from '../values/unchecked-json.ts'
import { consentOfR5 } from './consent.ts'
import { RELATED } from './document-reference.ts'

/** The version in which resources are served, and their base URL. */
export interface Serving {
  readonly fhirVersion: Exclude<FhirVersion, 'mix'>
  /** Base URL of the FHIR API without a trailing slash: `https://profile.example/fhir`. */
  readonly baseUrl: string
}

/** The store's metadata of a resource. */
interface Stored {
  readonly _id: string
  readonly _updated: string
}

/** The identifier system of DIDs and uuids (RFC 3986). */
const URIS = 'urn:ietf:rfc:3986'
/** The identifier system of a form's original `id`. */
const SENT_ID = 'urn:andiron:sent-id'

/**
 * The version id of a record. For the service's own records it is the one that the service set; for a
 * person's records, the time of the last write, because the content is the person's own statement.
 */
export function versionIdOf({ _updated, _owner, ...record }: Stored & Json): string {
  if (_owner !== undefined) return String(Date.parse(_updated))
  const versionId = object(record['meta'])?.['versionId']
  return typeof versionId === 'string' ? versionId : String(Date.parse(_updated))
}

/** A stored record as FHIR. Members whose name begins with `_` belong to the store. */
export function servedAs(record: Stored & Json, { fhirVersion, baseUrl }: Serving): Json {
  const own = Object.entries(record).filter(([name]) => !STORED.has(name))
  const { id, meta, ...resource } = Object.fromEntries(own) as Json
  const { _id, _updated } = record
  const { resourceType } = resource as { resourceType?: string }
  const named = {
    resourceType,
    id: _id,
    meta: { ...object(meta), versionId: versionIdOf(record), lastUpdated: _updated },
    ...resource,
  }
  const linked = plainLinks(named, baseUrl) as Json
  const whole =
    resourceType === 'Questionnaire'
      ? formOf(linked, id, { fhirVersion, baseUrl })
      : resourceType === 'DocumentReference' && fhirVersion !== 'R5'
        ? documentOf(linked)
        : resourceType === 'Consent' && fhirVersion === 'R5'
          ? consentOfR5(linked)
          : linked
  return spell(whole, String(resourceType), definitionsOf(fhirVersion))
}

/** The stored form of a client's update: restores the id and the URL that the author gave it. */
export function storedFrom<R extends { readonly resourceType: string }>(
  resource: R & Json,
  baseUrl: string,
): Json & Pick<R, 'resourceType'> {
  const { id, url, identifier, ...rest } = resource
  const identifiers: readonly unknown[] = Array.isArray(identifier) ? identifier : []
  const isSentId = (each: unknown) => object(each)?.['system'] === SENT_ID
  const sentId = object(identifiers.find(isSentId))?.['value']
  const others = identifiers.filter(each => !isSentId(each))
  return {
    ...rest,
    ...(sentId !== undefined && { id: sentId }),
    ...(url !== undefined && url !== `${baseUrl}/Questionnaire/${id}` && { url }),
    ...(others.length > 0 && { identifier: others }),
  }
}

/** FHIR also has names that begin with `_`: `_authored` holds the extensions of `authored`. */
const STORED: ReadonlySet<string> = new Set([
  ...['_id', '_created', '_updated', '_owner', '_acl', '_attestation', '_revisionOf'],
])

/**
 * Converts every reference to FHIR: a DID or a uuid becomes an identifier, a link to a file or a form a URL.
 * A reference to another entry of a Bundle is kept.
 */
export function plainLinks(value: unknown, baseUrl: string, entries: ReadonlySet<unknown> = NONE): unknown {
  if (Array.isArray(value)) return value.map(each => plainLinks(each, baseUrl, entries))
  if (typeof value !== 'object' || value === null) return value
  const { resourceType, entry } = value as Json
  const known =
    resourceType === 'Bundle' ? new Set(objects(entry).map(({ fullUrl }) => text(fullUrl))) : entries
  const walked = Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      linkIn(name, plainLinks(each, baseUrl, known), baseUrl),
    ]),
  )
  const { reference, ...rest } = walked
  if (typeof reference !== 'string' || !/^(did:|urn:uuid:)/.test(reference) || known.has(reference))
    return walked
  return { identifier: { system: URIS, value: reference }, ...rest }
}

const NONE: ReadonlySet<unknown> = new Set()

function linkIn(name: string, value: unknown, baseUrl: string): unknown {
  if (typeof value !== 'string') return value
  if (name === 'url') return value.replace(/^binary\/(?=[0-9a-f-]{36}$)/, `${baseUrl}/Binary/`)
  if (name === 'questionnaire')
    return value.replace(
      /^(?:urn:uuid:|Questionnaire\/)?(?=[0-9a-f-]{36}(?:\||$))/,
      `${baseUrl}/Questionnaire/`,
    )
  return value
}

/**
 * Sets the id under which a form is read. The author's id becomes an identifier; a form without a URL gets
 * this one.
 */
function formOf(form: Json, sentId: unknown, { fhirVersion, baseUrl }: Serving): Json {
  const { id, url = `${baseUrl}/Questionnaire/${id}`, identifier, item } = form
  const named = typeof sentId === 'string' && sentId !== id
  const identifiers = [
    ...(Array.isArray(identifier) ? identifier : []),
    ...(named ? [{ system: SENT_ID, value: sentId }] : []),
  ]
  return {
    ...form,
    url,
    ...(identifiers.length > 0 && { identifier: identifiers }),
    ...(Array.isArray(item) && { item: item.map(each => questionOf(each, fhirVersion)) }),
  }
}

/** A DocumentReference of R4: its `context` holds what R5 has as a list and as {@link RELATED}. */
function documentOf(document: Json): Json {
  const { context, extension, ...rest } = document
  const extensions: readonly unknown[] = Array.isArray(extension) ? extension : []
  const isRelated = (each: unknown) => object(each)?.['url'] === RELATED
  const related = extensions.filter(isRelated).map(each => object(each)?.['valueReference'])
  const others = extensions.filter(each => !isRelated(each))
  const whole = {
    ...(Array.isArray(context) ? { encounter: context } : object(context)),
    ...(related.length > 0 && { related }),
  }
  return {
    ...rest,
    ...(Object.keys(whole).length > 0 && { context: whole }),
    ...(others.length > 0 && { extension: others }),
  }
}

/** Spells an item for the version: R5 has `coding` with a constraint for R4's `choice` and `open-choice`. */
function questionOf(question: unknown, version: Serving['fhirVersion']): unknown {
  const item = object(question)
  if (item === undefined) return question
  const { type, answerConstraint } = item
  const isOpen = answerConstraint === 'optionsOrString'
  const spelled =
    version === 'R5'
      ? {
          ...((type === 'choice' || type === 'open-choice') && { type: 'coding' }),
          ...(type === 'open-choice' && { answerConstraint: answerConstraint ?? 'optionsOrString' }),
        }
      : {
          ...(type === 'coding' && { type: isOpen ? 'open-choice' : 'choice' }),
          ...(type === 'choice' && isOpen && { type: 'open-choice' }),
        }
  const { item: inner } = item
  return {
    ...item,
    ...spelled,
    ...(Array.isArray(inner) && { item: inner.map(each => questionOf(each, version)) }),
  }
}

/** A resource with only the elements of the version. Types without definitions are unchanged. */
function spell(value: Json, name: string, definitions: Definitions): Json {
  const type = definitions.type(name)
  return type === undefined ? value : spellElement(value, type, definitions)
}

function spellElement(element: Json, { slots }: Type, definitions: Definitions): Json {
  const spelled = Object.entries(element).flatMap(([name, value]) => {
    const slot = slots.get(name)
    return slot === undefined ? [] : [[name, slot.beside ? value : spellValue(value, slot, definitions)]]
  })
  return Object.fromEntries(spelled) as Json
}

function spellValue(value: unknown, { kinds: [kind] }: Slot, definitions: Definitions): unknown {
  const one = (each: unknown): unknown => {
    if (kind.name === 'integer64' && typeof each === 'number') return String(each)
    if (kind.name === 'unsignedInt' && typeof each === 'string') return Number(each)
    const element = object(each)
    return element === undefined || kind.primitive !== undefined
      ? each
      : spell(element, kind.name, definitions)
  }
  if (!kind.many) return one(Array.isArray(value) ? value[0] : value)
  return (Array.isArray(value) ? value : [value]).map(one)
}
