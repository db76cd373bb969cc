/** The codes of a complete code system, and those that the filter of a value set selects. */
import type { CodeSystem, Coding, ValueSet } from 'fhir/r5.js'
import { choice, get, type Json, object, objects, text, type Unchecked } from '../values/unchecked-json.ts'

type Concept = NonNullable<CodeSystem['concept']>[number]
type Property = NonNullable<Concept['property']>[number]
type Include = NonNullable<NonNullable<ValueSet['compose']>['include']>[number]
export type Filter = NonNullable<Include['filter']>[number]

/** True if a filter selects the code. */
export type Chooses = (code: unknown) => boolean

/** A code system, prepared for lookups. */
export interface Codes {
  has(code: unknown): boolean
  /** Undefined if only a terminology server can decide. */
  filter(filter: Unchecked<Filter>): Chooses | undefined
}

/** A code, with the codes below it. */
interface Node {
  readonly concept: Unchecked<Concept>
  readonly below: string[]
}

/** Several forms share code systems. */
const known = new WeakMap<object, Codes | undefined>()

/** Reads a code system; undefined if it holds only some of its codes. */
export function codesOf(codeSystem: Json): Codes | undefined {
  if (!known.has(codeSystem)) known.set(codeSystem, read(codeSystem as Unchecked<CodeSystem>))
  return known.get(codeSystem)
}

function read(codeSystem: Unchecked<CodeSystem>): Codes | undefined {
  if (codeSystem.content !== 'complete') return undefined
  const spell = codeSystem.caseSensitive === false ? lowered : asIs
  const nodes = nodesOf(codeSystem, spell)
  return {
    has: code => typeof code === 'string' && nodes.has(spell(code)),
    filter(filter) {
      const chosen = choose(filter, codeSystem, nodes, spell)
      return chosen && (code => typeof code === 'string' && chosen.has(spell(code)))
    },
  }
}

const asIs = (code: string) => code
const lowered = (code: string) => code.toLowerCase()

type Nodes = ReadonlyMap<string, Node>

/**
 * The codes that a filter selects, decided one by one: a value set may have as many filters as there are
 * codes.
 */
interface Chosen {
  has(code: string): boolean
}

/** Every code with its children: those nested in it, and those that name it as their parent. */
function nodesOf(codeSystem: Unchecked<CodeSystem>, spell: (code: string) => string): Nodes {
  const nodes = new Map<string, Node>()
  const links: [parent: string, child: string][] = []
  const waiting = objects<Concept>(codeSystem.concept).map(concept => ({ concept, parent: '' }))
  for (let entry = waiting.pop(); entry !== undefined; entry = waiting.pop()) {
    const { concept, parent } = entry
    const code = spell(text(concept.code) ?? '')
    if (!nodes.has(code)) nodes.set(code, { concept, below: [] })
    for (const above of [parent, ...valuesOf(concept, 'parent').map(spell)]) links.push([above, code])
    for (const child of valuesOf(concept, 'child')) links.push([code, spell(child)])
    for (const inner of objects<Concept>(concept.concept)) waiting.push({ concept: inner, parent: code })
  }
  for (const [parent, child] of links) nodes.get(parent)?.below.push(child)
  return nodes
}

/** The codes that a filter selects. */
function choose(
  filter: Unchecked<Filter>,
  codeSystem: Unchecked<CodeSystem>,
  nodes: Nodes,
  spell: (code: string) => string,
): Chosen | undefined {
  const property = text(filter.property)
  const value = text(filter.value)
  if (property === undefined || value === undefined) return undefined
  const where = (test: (values: readonly string[]) => boolean) =>
    isKnown(property, codeSystem, nodes)
      ? {
          has(code: string) {
            const node = nodes.get(code)
            return node !== undefined && test(valuesOf(node.concept, property))
          },
        }
      : undefined
  switch (filter.op) {
    case '=':
      return where(values => values.includes(value))
    case 'in':
    case 'not-in': {
      const listed = new Set(value.split(',').map(each => each.trim()))
      return where(values => values.some(each => listed.has(each)) === (filter.op === 'in'))
    }
    case 'exists':
      return where(values => values.length > 0 === (value === 'true'))
    default:
      return inHierarchy(filter.op, property, spell(value), codeSystem, nodes)
  }
}

function inHierarchy(
  op: unknown,
  property: string,
  top: string,
  { hierarchyMeaning }: Unchecked<CodeSystem>,
  nodes: Nodes,
): ReadonlySet<string> | undefined {
  // Codes that are only grouped, or parts of one another, are not subtypes of the code above them.
  if (hierarchyMeaning !== undefined && hierarchyMeaning !== 'is-a') return undefined
  if (property !== 'concept' && property !== 'code') return undefined
  const below = new Set<string>([top])
  // A Set yields elements that are added during iteration, and each code once, so a circle ends.
  for (const code of below) for (const child of nodes.get(code)?.below ?? []) below.add(child)
  switch (op) {
    case 'is-a':
      return below
    case 'descendent-of':
      below.delete(top)
      return below
    case 'is-not-a':
      return new Set([...nodes.keys()].filter(code => !below.has(code)))
    default:
      return undefined
  }
}

/** A property that no concept has and the code system does not declare may be an implied one. */
function isKnown(property: string, codeSystem: Unchecked<CodeSystem>, nodes: Nodes): boolean {
  const known = properties.get(nodes) ?? new Map<string, boolean>()
  properties.set(nodes, known)
  const found = known.get(property) ?? isUsed(property, codeSystem, nodes)
  known.set(property, found)
  return found
}

const properties = new WeakMap<Nodes, Map<string, boolean>>()

const isUsed = (property: string, codeSystem: Unchecked<CodeSystem>, nodes: Nodes): boolean =>
  property === 'concept' ||
  property === 'code' ||
  property === 'display' ||
  objects<{ code: string }>(codeSystem.property).some(({ code }) => code === property) ||
  [...nodes.values()].some(({ concept }) => valuesOf(concept, property).length > 0)

/** The values of a concept's property, as a filter writes them. */
function valuesOf(concept: Unchecked<Concept>, property: string): readonly string[] {
  const own = property === 'concept' ? 'code' : property
  if (own === 'code' || own === 'display') return [text(get(concept as Json, own)) ?? []].flat()
  return objects<Property>(concept.property).flatMap(each => {
    if (each.code !== property) return []
    const value = choice(each, 'value')?.value
    return value === undefined ? [] : [String(object<Coding>(value)?.code ?? value)]
  })
}
