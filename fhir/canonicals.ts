/** Which other resources decide how a resource is checked, by the canonical URLs under which it names them. */
import type { CodeSystem, Questionnaire, QuestionnaireItem, Resource, ValueSet } from 'fhir/r5.js'
import type { FindResource } from './engines.ts'
import { extensions } from './extensions.ts'
import { choice, isObject, type Json, objects, text, type Unchecked } from './shape.ts'

type Include = NonNullable<NonNullable<ValueSet['compose']>['include']>[number]

/** Canonical URLs, with `|version` where it is written; each once. */
export interface Canonicals {
  /** Of value sets and code systems. */
  readonly valueSets: ReadonlySet<string>
  /** Of the forms that a form is derived from. */
  readonly questionnaires: ReadonlySet<string>
}

/** What a Questionnaire or a ValueSet names; not what these name in turn. */
export function canonicalsOf(resource: unknown): Canonicals {
  const valueSets = new Set<string>()
  const questionnaires = new Set<string>()
  const add = (to: Set<string>, canonical: unknown) => {
    if (typeof canonical === 'string' && canonical !== '' && !canonical.startsWith('#')) to.add(canonical)
  }
  if (isObject(resource)) {
    const { derivedFrom, item, contained } = resource as Unchecked<Questionnaire>
    for (const base of Array.isArray(derivedFrom) ? derivedFrom : []) add(questionnaires, base)
    for (const each of itemsOf(item)) {
      add(valueSets, each.answerValueSet)
      for (const found of extensions(each, 'unitValueSet')) add(valueSets, choice(found, 'value')?.value)
    }
    for (const each of [resource as Unchecked<ValueSet>, ...objects<ValueSet>(contained)])
      for (const canonical of includedIn(each)) add(valueSets, canonical)
  }
  return { valueSets, questionnaires }
}

/** Every item, without going deep itself. */
function* itemsOf(items: unknown): Generator<Unchecked<QuestionnaireItem>> {
  const waiting = [...objects<QuestionnaireItem>(items)]
  for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
    yield item
    for (const below of objects<QuestionnaireItem>(item.item)) waiting.push(below)
  }
}

function* includedIn({ compose }: Unchecked<ValueSet>): Generator<unknown> {
  if (!isObject(compose)) return
  const { include, exclude } = compose as Unchecked<NonNullable<ValueSet['compose']>>
  for (const each of [...objects<Include>(include), ...objects<Include>(exclude)]) {
    // Codes that are listed take no code system.
    if (each.concept === undefined) yield systemOf(each)
    if (Array.isArray(each.valueSet)) yield* each.valueSet
  }
}

/** The canonical of the code system that an include takes its codes from. */
export function systemOf({ system, version }: Unchecked<Include>): string | undefined {
  const url = text(system)
  return url !== undefined && typeof version === 'string' ? `${url}|${version}` : url
}

/** How a resource may be named: by its URL, with its version or without. */
export function namesOf(resource: Json): readonly string[] {
  const { url, version } = resource as Unchecked<CodeSystem>
  if (typeof url !== 'string') return []
  return typeof version === 'string' ? [url, `${url}|${version}`] : [url]
}

/** Finds among resources that are at hand: of two with the same URL the later one. */
export function finderOf(resources: Iterable<Json>): (canonical: string) => Json | undefined {
  const byName = new Map<string, Json>()
  for (const resource of resources) for (const name of namesOf(resource)) byName.set(name, resource)
  return canonical => byName.get(canonical)
}

/** A contained resource by `#id`, or by the canonical that it has. */
export function findContained(canonical: string, contained: unknown): Json | undefined {
  const { byId, byUrl } = indexOf(objects<Resource>(contained) as readonly Json[])
  if (canonical.startsWith('#')) return byId.get(canonical.slice(1))
  const bar = canonical.indexOf('|')
  const url = bar < 0 ? canonical : canonical.slice(0, bar)
  const versions = byUrl.get(url)
  if (bar < 0 || versions === undefined) return versions?.[0]?.resource
  const wanted = canonical.slice(bar + 1)
  // One that says no version may be any.
  return versions.find(({ version }) => version === undefined || version === wanted)?.resource
}

interface Contained {
  readonly byId: ReadonlyMap<unknown, Json>
  /** The first resource of each version of a URL, in their order. */
  readonly byUrl: ReadonlyMap<unknown, readonly { readonly version: unknown; readonly resource: Json }[]>
}

const indexes = new WeakMap<readonly Json[], Contained>()

/** Contained resources by what they are named by; every item of a form may name one. */
function indexOf(resources: readonly Json[]): Contained {
  const known = indexes.get(resources)
  if (known !== undefined) return known
  const byId = new Map<unknown, Json>()
  const byUrl = new Map<unknown, { version: unknown; resource: Json }[]>()
  for (const resource of resources) {
    if (!byId.has(resource['id'])) byId.set(resource['id'], resource)
    const versions = byUrl.get(resource['url']) ?? []
    byUrl.set(resource['url'], versions)
    versions.push({ version: resource['version'], resource })
  }
  const index = { byId, byUrl }
  indexes.set(resources, index)
  return index
}

/** A contained resource, or one that is registered. */
export const findResource = (canonical: string, contained: unknown, find: FindResource | undefined) =>
  findContained(canonical, contained) ?? (canonical.startsWith('#') ? undefined : find?.(canonical))
