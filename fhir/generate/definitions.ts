/** Generates the tables of the structure check from the published StructureDefinitions of a FHIR version. */
import type { Generated } from '../structure/tables.ts'

/** Reads a file of a definitions package by its name, `StructureDefinition-Coding`. */
export type ReadDefinition = (name: string) => unknown

interface ElementType {
  readonly code: string
  readonly targetProfile?: readonly string[]
}

interface ElementDefinition {
  readonly id: string
  readonly path: string
  readonly min: number
  readonly max: string
  readonly type?: readonly ElementType[]
  readonly contentReference?: string
  readonly binding?: { readonly strength: string; readonly valueSet?: string }
}

interface StructureDefinition {
  readonly kind: string
  readonly snapshot: { readonly element: readonly ElementDefinition[] }
}

interface Concept {
  readonly code: string
  readonly concept?: readonly Concept[]
}

interface ValueSet {
  readonly compose?: {
    readonly include: readonly {
      readonly system?: string
      readonly concept?: readonly Concept[]
      readonly filter?: readonly unknown[]
      readonly valueSet?: readonly string[]
    }[]
  }
}

/**
 * The types that are checked in full: ValueSet and CodeSystem because forms contain them, Element beside
 * every primitive.
 */
const ROOTS = [
  'Questionnaire',
  'QuestionnaireResponse',
  'DocumentReference',
  'Observation',
  'Binary',
  'Bundle',
  'OperationOutcome',
  'ValueSet',
  'CodeSystem',
  'Element',
]

/**
 * Collects every type that the resources use.
 *
 * @param names - the resource types of the version, for references and contained resources
 * @param roots - the types to collect, with all that they use
 */
export function generate(
  read: ReadDefinition,
  names: readonly string[],
  roots: readonly string[] = ROOTS,
): Generated {
  const types: Record<string, Record<string, string>> = {}
  const codes: Record<string, string> = {}
  const waiting = [...roots]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (Object.hasOwn(types, name)) continue
    const definition = read(`StructureDefinition-${name}`) as StructureDefinition
    for (const element of definition.snapshot.element) {
      const dot = element.path.lastIndexOf('.')
      if (dot < 0) {
        types[element.path] = {}
        continue
      }
      const owner = element.path.slice(0, dot)
      const property = element.path.slice(dot + 1)
      const kinds = kindsOf(element, definition)
      for (const { kind } of kinds) if (isComplex(kind)) waiting.push(kind)
      if (kinds.some(({ kind }) => kind === 'element')) types[element.path] = {}
      const bound = codesOf(element, read)
      if (bound !== undefined) codes[bound.name] = bound.codes.join(' ')
      const properties = types[owner] ?? {}
      types[owner] = properties
      properties[property] =
        (element.min > 0 ? '!' : '') +
        (element.max === '1' ? '' : '*') +
        kinds
          .map(({ kind, targets }) => (kind === 'element' ? `.${element.path}` : kind) + targets)
          .join('|') +
        (bound === undefined ? '' : `=${bound.name}`)
    }
  }
  const sorted = Object.keys(types).sort()
  return {
    types: Object.fromEntries(sorted.map(name => [name, types[name] ?? {}])),
    codes: Object.fromEntries(
      Object.keys(codes)
        .sort()
        .map(name => [name, codes[name] ?? '']),
    ),
    resources: [...names].sort().join(' '),
  }
}

const isComplex = (kind: string) => /^[A-Z]/.test(kind) && kind !== 'Resource'

/** The types of an element: `element` if defined inline, `.Path` if defined elsewhere. */
function kindsOf(element: ElementDefinition, definition: StructureDefinition) {
  if (element.contentReference !== undefined) {
    return [{ kind: `.${element.contentReference.split('#')[1] ?? ''}`, targets: '' }]
  }
  return (element.type ?? []).map(({ code, targetProfile }) => {
    if (code === 'BackboneElement' || code === 'Element') {
      const inline = definition.snapshot.element.some(({ path }) => path.startsWith(`${element.path}.`))
      return { kind: inline ? 'element' : code, targets: '' }
    }
    // The definitions type the ids of resources and elements as FHIRPath strings.
    const kind = code.startsWith('http://hl7.org/fhirpath/')
      ? element.path.endsWith('.id') && definition.kind === 'resource' && element.path.split('.').length === 2
        ? 'id'
        : 'string'
      : code
    const targets = (targetProfile ?? []).map(profile => profile.slice(profile.lastIndexOf('/') + 1))
    const any = targets.length === 0 || targets.includes('Resource') || code === 'canonical'
    return { kind, targets: any ? '' : `>${targets.join(',')}` }
  })
}

/** The codes of a required binding; undefined if they are too many to list or not enumerable. */
function codesOf(element: ElementDefinition, read: ReadDefinition) {
  const { binding } = element
  const bindable = element.type?.length === 1 && element.type[0]?.code === 'code'
  if (!bindable || binding?.strength !== 'required' || binding.valueSet === undefined) return undefined
  const name = (binding.valueSet.split('|')[0] ?? '').split('/').at(-1) ?? ''
  const codes = expand(read(`ValueSet-${name}`) as ValueSet | undefined, read)
  return codes === undefined || codes.length > MOST_CODES ? undefined : { name, codes }
}

const MOST_CODES = 60

function expand(valueSet: ValueSet | undefined, read: ReadDefinition): string[] | undefined {
  const codes: string[] = []
  for (const { system, concept, filter, valueSet: others } of valueSet?.compose?.include ?? []) {
    if (filter !== undefined || others !== undefined || system === undefined) return undefined
    const name = system.split('/').at(-1)
    const listed = concept ?? (read(`CodeSystem-${name}`) as { concept?: Concept[] } | undefined)?.concept
    if (listed === undefined) return undefined
    const add = (concepts: readonly Concept[]) => {
      for (const { code, concept: below } of concepts) {
        codes.push(code)
        if (below !== undefined) add(below)
      }
    }
    add(listed)
  }
  return codes.length === 0 ? undefined : codes
}
