/** Finds the resources that a check depends on, by the canonical URLs that refer to them. */
import type { CodeSystem, Questionnaire, QuestionnaireItem, Resource, ValueSet } from 'fhir/r5.js'
import type { FindResource } from '../model/engines.ts'
import { extensions } from '../model/extensions.ts'
import { choice, isObject, type Json, objects, text, type Unchecked } from '../values/unchecked-json.ts'

type Include = NonNullable<NonNullable<ValueSet['compose']>['include']>[number]

/** Canonical URLs without duplicates, with `|version` if it is given. */
export interface Canonicals {
  /** URLs of value sets and code systems. */
  readonly valueSets: ReadonlySet<string>
  /** Those of them that are code systems. */
  readonly codeSystems: ReadonlySet<string>
  /** URLs of the forms that a form is derived from. */
  readonly questionnaires: ReadonlySet<string>
}

/**
 * Lists the resources that a Questionnaire or a ValueSet refers to. It does not follow their own references.
 * @param resource - a Questionnaire or a ValueSet, not necessarily valid
 * @returns the canonical URLs by kind, as written (with `|version`, if any)
 */
export function canonicalsOf(resource: unknown): Canonicals {
  const valueSets = new Set<string>()
  const codeSystems = new Set<string>()
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
      for (const include of includesOf(each)) {
        // An include that lists its codes needs no code system.
        const system = include.concept === undefined ? systemOf(include) : undefined
        for (const to of [valueSets, codeSystems]) add(to, system)
        for (const canonical of Array.isArray(include.valueSet) ? include.valueSet : [])
          add(valueSets, canonical)
      }
  }
  return { valueSets, codeSystems, questionnaires }
}

/** Every item, without recursion. */
function* itemsOf(items: unknown): Generator<Unchecked<QuestionnaireItem>> {
  const waiting = [...objects<QuestionnaireItem>(items)]
  for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
    yield item
    for (const below of objects<QuestionnaireItem>(item.item)) waiting.push(below)
  }
}

function includesOf({ compose }: Unchecked<ValueSet>): readonly Unchecked<Include>[] {
  if (!isObject(compose)) return []
  const { include, exclude } = compose as Unchecked<NonNullable<ValueSet['compose']>>
  return [...objects<Include>(include), ...objects<Include>(exclude)]
}

/** The canonical of the code system from which an include takes its codes. */
export function systemOf({ system, version }: Unchecked<Include>): string | undefined {
  const url = text(system)
  return url !== undefined && typeof version === 'string' ? `${url}|${version}` : url
}

/** The names of a resource: its URL, with and without its version. */
export function namesOf(resource: Json): readonly string[] {
  const { url, version } = resource as Unchecked<CodeSystem>
  if (typeof url !== 'string') return []
  return typeof version === 'string' ? [url, `${url}|${version}`] : [url]
}

/**
 * Returns a function that finds one of these resources by its canonical. Of two with the same URL, the later
 * wins.
 * @param resources - ValueSets, CodeSystems or Questionnaires that have a `url`
 * @returns a function that finds a resource by its canonical URL, with or without `|version`
 * @example
 * ```ts
 * compileQuestionnaire(form, { fhirVersion: 'R4', valueSets: finderOf([yesNoUnknown]) })
 * ```
 */
export function finderOf(resources: Iterable<Json>): (canonical: string) => Json | undefined {
  const byName = new Map<string, Json>()
  for (const resource of resources) for (const name of namesOf(resource)) byName.set(name, resource)
  return canonical => byName.get(canonical)
}

/** Finds a contained resource by `#id` or by its canonical. */
export function findContained(canonical: string, contained: unknown): Json | undefined {
  const { byId, byUrl } = indexOf(objects<Resource>(contained) as readonly Json[])
  if (canonical.startsWith('#')) return byId.get(canonical.slice(1))
  const bar = canonical.indexOf('|')
  const url = bar < 0 ? canonical : canonical.slice(0, bar)
  const versions = byUrl.get(url)
  if (bar < 0 || versions === undefined) return versions?.[0]?.resource
  const wanted = canonical.slice(bar + 1)
  // A resource without a version matches every version.
  return versions.find(({ version }) => version === undefined || version === wanted)?.resource
}

interface Contained {
  readonly byId: ReadonlyMap<unknown, Json>
  /** The first resource of each version of a URL, in order. */
  readonly byUrl: ReadonlyMap<unknown, readonly { readonly version: unknown; readonly resource: Json }[]>
}

const indexes = new WeakMap<readonly Json[], Contained>()

/** Indexes contained resources by their names, because every item of a form may refer to one. */
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

/** Finds a contained or a registered resource. */
export const findResource = (canonical: string, contained: unknown, find: FindResource | undefined) =>
  findContained(canonical, contained) ?? (canonical.startsWith('#') ? undefined : find?.(canonical))
