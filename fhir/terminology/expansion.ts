/** Lists the codes of a value set, in the order of its author, from contained and registered resources. */
import type { CodeSystem, ValueSet } from 'fhir/r5.js'
import type { FindResource } from '../model/engines.ts'
import { get, type Json, object, objects, text, type Unchecked } from '../values/unchecked-json.ts'
import { findResource, systemOf } from './canonicals.ts'
import { costOf, openValueSet } from './value-sets.ts'

type Include = NonNullable<NonNullable<ValueSet['compose']>['include']>[number]
type Contains = NonNullable<NonNullable<ValueSet['expansion']>['contains']>[number]
type Concept = NonNullable<CodeSystem['concept']>[number]

/** A code of an expansion, as FHIR writes it (ValueSet.expansion.contains, without nesting). */
export interface ExpandedCode {
  readonly system?: string
  readonly version?: string
  readonly code: string
  readonly display?: string
  readonly inactive?: true
  readonly designation?: readonly Json[]
}

/** The codes of a value set; or the reason why it cannot be listed here. */
export type Expansion =
  | { readonly codes: readonly ExpandedCode[]; readonly problem?: undefined }
  | { readonly problem: 'not-found' | 'not-supported' | 'too-costly'; readonly text: string }

/** The limits of one expansion. */
export interface ExpansionLimits {
  readonly mostCodes: number
  /** Maximum lookups; each code costs one for each part of the value set. */
  readonly mostSteps: number
}

/** The maximum nesting of value sets. */
const DEEPEST = 16
/** The name under which a value set without a URL is opened. */
const UNNAMED = 'urn:andiron:value-set'

class Unlisted extends Error {
  readonly problem: 'not-found' | 'not-supported' | 'too-costly'

  constructor(problem: Unlisted['problem'], message: string) {
    super(message)
    this.problem = problem
  }
}

/**
 * Lists the codes of a value set. Its candidates are the codes of each include; a candidate is listed if the
 * lookup that also checks answers finds it in the set, so that both always agree.
 * @param valueSet - a ValueSet, not necessarily valid
 * @param find - finds the value sets and code systems that it refers to
 */
export function expandValueSet(
  valueSet: Json,
  find: FindResource,
  { mostCodes, mostSteps }: ExpansionLimits,
): Expansion {
  const { url = UNNAMED, contained } = valueSet as Unchecked<ValueSet>
  const name = String(url)
  const holds = openValueSet(name, contained, canonical => (canonical === name ? valueSet : find(canonical)))
  if (holds === undefined) return { problem: 'not-found', text: 'The resource is not a value set' }
  const cost = costOf(holds)
  const listed = new Map<string, ExpandedCode>()
  let steps = 0
  try {
    for (const candidate of codesOf(valueSet as Unchecked<ValueSet>, { contained, find }, 0)) {
      steps += cost
      if (steps > mostSteps) throw new Unlisted('too-costly', 'The value set takes too many steps to expand')
      const key = `${candidate.system ?? ''}|${candidate.code}`
      if (listed.has(key)) continue
      const held = holds(candidate)
      if (held === undefined)
        throw new Unlisted('not-supported', 'The value set has a filter that only a terminology server knows')
      if (!held) continue
      if (listed.size >= mostCodes)
        throw new Unlisted('too-costly', `The value set has more than ${mostCodes} codes`)
      listed.set(key, candidate)
    }
  } catch (error) {
    if (!(error instanceof Unlisted)) throw error
    return { problem: error.problem, text: error.message }
  }
  return { codes: [...listed.values()] }
}

interface Sources {
  readonly contained: unknown
  readonly find: FindResource
}

/** A superset of the codes of a value set. @throws Unlisted */
function* codesOf(valueSet: Unchecked<ValueSet>, sources: Sources, depth: number): Generator<ExpandedCode> {
  const expansion = object<NonNullable<ValueSet['expansion']>>(valueSet.expansion)
  if (expansion !== undefined) return yield* expandedCodes(expansion)
  const compose = object<NonNullable<ValueSet['compose']>>(valueSet.compose)
  if (compose === undefined) throw new Unlisted('not-supported', 'The value set has no definition')
  for (const include of objects<Include>(compose.include)) yield* includedCodes(include, sources, depth)
}

function* expandedCodes(expansion: Unchecked<NonNullable<ValueSet['expansion']>>): Generator<ExpandedCode> {
  let count = 0
  for (const { entry } of inOrder<Contains>(expansion.contains, 'contains')) {
    count++
    if (entry.abstract !== true) yield* codeOf(entry, entry)
  }
  if (typeof expansion.total === 'number' && expansion.total > count)
    throw new Unlisted('not-supported', 'Only a page of the value set is registered')
}

function* includedCodes(
  include: Unchecked<Include>,
  sources: Sources,
  depth: number,
): Generator<ExpandedCode> {
  const { contained, find } = sources
  const canonical = systemOf(include)
  if (canonical !== undefined) {
    const found = findResource(canonical, contained, find) as Unchecked<CodeSystem> | undefined
    if (include.concept === undefined) return yield* systemCodes(canonical, found, include)
    const known = found && conceptsOf(found as Json)
    for (const concept of objects<Concept>(include.concept)) {
      const defined = known?.get(text(concept.code) ?? '')?.concept
      yield* codeOf({ ...defined, ...concept }, include, defined)
    }
    return
  }
  // The value sets of one include must all contain the code: each has all candidates.
  const [first] = Array.isArray(include.valueSet) ? include.valueSet : []
  if (typeof first !== 'string') return
  const named = findResource(first, contained, find)
  if (named === undefined || get(named, 'resourceType') !== 'ValueSet')
    throw new Unlisted('not-found', `The value set '${first}' is not registered`)
  if (depth >= DEEPEST) throw new Unlisted('too-costly', 'The value sets are nested too deeply')
  yield* codesOf(named as Unchecked<ValueSet>, sources, depth + 1)
}

function* systemCodes(
  canonical: string,
  codeSystem: Unchecked<CodeSystem> | undefined,
  include: Unchecked<Include>,
): Generator<ExpandedCode> {
  if (codeSystem === undefined)
    throw new Unlisted('not-found', `The code system '${canonical}' is not registered`)
  if (codeSystem.content !== 'complete')
    throw new Unlisted('not-supported', `The code system '${canonical}' is registered in part`)
  for (const { entry } of inOrder<Concept>(codeSystem.concept, 'concept'))
    if (!isAbstract(entry)) yield* codeOf(entry, include, entry)
}

function* codeOf(
  concept: Unchecked<Contains & Concept>,
  { system, version }: Unchecked<{ system: string; version: string }>,
  defined?: Unchecked<Concept>,
): Generator<ExpandedCode> {
  const { code, display, designation } = concept
  if (typeof code !== 'string') return
  const inactive = concept.inactive === true || (defined !== undefined && isInactive(defined))
  yield {
    ...(typeof system === 'string' && { system }),
    ...(typeof version === 'string' && { version }),
    code,
    ...(typeof display === 'string' && { display }),
    ...(inactive && { inactive }),
    ...(Array.isArray(designation) && { designation: objects(designation) }),
  }
}

/** A concept that only groups others. */
const isAbstract = (concept: Unchecked<Concept>) => flag(concept, 'notSelectable')

/** A concept that is no longer used: FHIR R4, 4.8.9.1. */
const isInactive = (concept: Unchecked<Concept>) =>
  flag(concept, 'inactive') ||
  propertiesOf(concept).some(
    ({ code, valueCode }) => code === 'status' && (valueCode === 'retired' || valueCode === 'inactive'),
  )

const propertiesOf = ({ property }: Unchecked<Concept>) =>
  objects<NonNullable<Concept['property']>[number]>(property)

const flag = (concept: Unchecked<Concept>, name: string) =>
  propertiesOf(concept).some(({ code, valueBoolean }) => code === name && valueBoolean === true)

/** Every entry of a tree in the order of the document, without recursion. */
function* inOrder<T>(
  entries: unknown,
  below: string,
): Generator<{ readonly entry: Unchecked<T>; readonly parent: Unchecked<T> | undefined }> {
  const waiting = [...objects<T>(entries)].reverse().map(entry => ({ entry, parent: undefined }))
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next
    const { entry: parent } = next
    for (const entry of [...objects<T>(get(parent as Json, below))].reverse())
      waiting.push({ entry, parent: parent as never })
  }
}

/** A concept of a code system, with the concept that it is nested in. */
export interface Defined {
  readonly concept: Unchecked<Concept>
  readonly parent: Unchecked<Concept> | undefined
}

const concepts = new WeakMap<Json, ReadonlyMap<string, Defined>>()

/** The concepts of a code system by their codes; the first of two with the same code. */
export function conceptsOf(codeSystem: Json): ReadonlyMap<string, Defined> {
  const known = concepts.get(codeSystem)
  if (known !== undefined) return known
  const found = new Map<string, Defined>()
  for (const { entry, parent } of inOrder<Concept>(get(codeSystem, 'concept'), 'concept')) {
    const code = text(entry.code)
    if (code !== undefined && !found.has(code)) found.set(code, { concept: entry, parent })
  }
  concepts.set(codeSystem, found)
  return found
}
