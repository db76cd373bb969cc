/** Decides if a code is in a value set, from contained and registered resources. */
import type { Coding, ValueSet } from 'fhir/r5.js'
import type { FindResource } from '../model/engines.ts'
import { get, object, objects, text, type Unchecked } from '../values/unchecked-json.ts'
import { findResource, systemOf } from './canonicals.ts'
import { codesOf, type Filter } from './code-systems.ts'

type Include = NonNullable<NonNullable<ValueSet['compose']>['include']>[number]
type Contains = NonNullable<NonNullable<ValueSet['expansion']>['contains']>[number]
type Concept = NonNullable<Include['concept']>[number]

/** True if a Coding is in the set; undefined if the set cannot be expanded here. */
export type Holds = (coding: Unchecked<Coding>) => boolean | undefined

/** The maximum nesting of value sets. */
const DEEPEST = 16

const UNKNOWN: Holds = () => undefined

/** State shared by all value sets of one lookup. */
interface Sources {
  readonly contained: unknown
  readonly find: FindResource | undefined
  /** The value sets opened so far. Including itself adds nothing to a value set. */
  readonly opened: Map<string, Holds>
  /** The total number of their parts. */
  readonly work: { steps: number }
}

/** Opens a value set by canonical or `#id`; undefined if it cannot be found. */
export function openValueSet(canonical: string, contained: unknown, find: FindResource | undefined) {
  const work = { steps: 1 }
  const holds = openFrom(canonical, { contained, find, opened: new Map(), work }, 0)
  if (holds !== undefined) costs.set(holds, work.steps)
  return holds
}

function openFrom(canonical: string, sources: Sources, depth: number): Holds | undefined {
  const known = sources.opened.get(canonical)
  if (known !== undefined) return known
  const found = findResource(canonical, sources.contained, sources.find)
  if (found === undefined || get(found, 'resourceType') !== 'ValueSet') return undefined
  if (depth > DEEPEST) return UNKNOWN
  sources.opened.set(canonical, UNKNOWN)
  const holds = once(read(found as Unchecked<ValueSet>, sources, depth))
  sources.opened.set(canonical, holds)
  return holds
}

function read(valueSet: Unchecked<ValueSet>, sources: Sources, depth: number): Holds {
  const expansion = object<NonNullable<ValueSet['expansion']>>(valueSet.expansion)
  if (expansion !== undefined) return kept(expansion, () => expanded(expansion))
  const compose = object<NonNullable<ValueSet['compose']>>(valueSet.compose)
  if (compose === undefined) return UNKNOWN
  const included = openAll(objects<Include>(compose.include), sources, depth)
  const excluded = openAll(objects<Include>(compose.exclude), sources, depth)
  sources.work.steps += included.length + excluded.length
  return coding => and(any(included, coding), not(any(excluded, coding)))
}

const costs = new WeakMap<Holds, number>()
/** The number of parts that one lookup evaluates, each once. */
export const costOf = (holds: Holds): number => costs.get(holds) ?? 1

/** Opens includes. All that list codes of a system become one set. */
function openAll(includes: readonly Unchecked<Include>[], sources: Sources, depth: number): Holds[] {
  const listed = includes.filter(isList)
  const others = includes.filter(include => !isList(include)).map(include => open(include, sources, depth))
  if (listed.length === 0) return others
  const [first = {}] = listed
  return [kept(first, () => listedIn(listed)), ...others]
}

const isList = ({ system, concept, valueSet }: Unchecked<Include>) =>
  system !== undefined && concept !== undefined && !Array.isArray(valueSet)

function listedIn(includes: readonly Unchecked<Include>[]): Holds {
  const systems = new Map<unknown, Set<unknown>>()
  for (const { system, concept } of includes) {
    const codes = systems.get(system) ?? new Set()
    systems.set(system, codes)
    for (const { code } of objects<Concept>(concept)) codes.add(code)
  }
  return ({ system, code }) => systems.get(system)?.has(code) === true
}

const lists = new WeakMap<object, Holds>()

/** Caches the codes of a list, which several value sets may include. */
function kept(list: object, read: () => Holds): Holds {
  const known = lists.get(list) ?? read()
  lists.set(list, known)
  return known
}

/** Evaluates each Coding once, however often the set is included. */
function once(holds: Holds): Holds {
  let requested: Unchecked<Coding> | undefined
  let held: boolean | undefined
  return coding => {
    if (coding !== requested) {
      requested = coding
      held = holds(coding)
    }
    return held
  }
}

/** A code with its system, as a key. */
const keyOf = (system: unknown, code: unknown) => `${text(system) ?? ''}|${String(code)}`

function expanded(expansion: Unchecked<NonNullable<ValueSet['expansion']>>): Holds {
  const codes = new Set<string>()
  let count = 0
  for (const entry of descend(expansion.contains)) {
    count++
    // Abstract entries only group others; inactive ones may still be answers.
    if (entry.code !== undefined && entry.abstract !== true) codes.add(keyOf(entry.system, entry.code))
  }
  // An expansion may be one page of many.
  const whole = typeof expansion.total !== 'number' || expansion.total <= count
  return ({ system, code }) => (codes.has(keyOf(system, code)) ? true : whole ? false : undefined)
}

function open(include: Unchecked<Include>, sources: Sources, depth: number): Holds {
  const parts: Holds[] = []
  if (include.system !== undefined) parts.push(ofSystem(include, sources))
  const sets = Array.isArray(include.valueSet) ? include.valueSet : []
  for (const canonical of sets) {
    parts.push((typeof canonical === 'string' && openFrom(canonical, sources, depth + 1)) || UNKNOWN)
  }
  // The value sets of one include must all contain the code.
  sources.work.steps += parts.length
  return coding =>
    parts.reduce<boolean | undefined>((held, part) => and(held, part(coding)), parts.length > 0)
}

function ofSystem(include: Unchecked<Include>, { contained, find, work }: Sources): Holds {
  const { system } = include
  if (include.concept !== undefined) {
    const codes = new Set(objects<Concept>(include.concept).map(({ code }) => code))
    return coding => coding.system === system && codes.has(coding.code)
  }
  const codeSystem = findResource(systemOf(include) ?? '', contained, find)
  const codes = codeSystem && codesOf(codeSystem)
  const filters = objects<Filter>(include.filter).map(filter => codes?.filter(filter))
  work.steps += filters.length
  return coding => {
    if (coding.system !== system) return false
    if (codes === undefined) return undefined
    // A code outside the system is out, even if an unsupported filter is left undecided.
    return filters.reduce<boolean | undefined>(
      (held, chooses) => and(held, chooses?.(coding.code)),
      codes.has(coding.code),
    )
  }
}

/** Every entry of an expansion, without recursion. */
function* descend(entries: unknown): Generator<Unchecked<Contains>> {
  const waiting = [...objects<Contains>(entries)]
  for (let entry = waiting.pop(); entry !== undefined; entry = waiting.pop()) {
    yield entry
    for (const below of objects<Contains>(entry.contains)) waiting.push(below)
  }
}

function any(sets: readonly Holds[], coding: Unchecked<Coding>): boolean | undefined {
  let open = false
  for (const holds of sets) {
    const held = holds(coding)
    if (held === true) return true
    if (held === undefined) open = true
  }
  return open ? undefined : false
}

const not = (held: boolean | undefined) => (held === undefined ? undefined : !held)

const and = (left: boolean | undefined, right: boolean | undefined) =>
  left === false || right === false ? false : left === undefined || right === undefined ? undefined : true
