/** Parses the generated definitions of a version, each type on first use. */
import type { Severity } from '../model/issue.ts'
import type { ElementRule, PrimitiveRule } from '../model/rule.ts'
import type { FhirVersion } from '../model/version.ts'
import { STRUCTURE_RULES } from '../rules/structure.ts'
import { R4 } from './r4.ts'
import { R4B } from './r4b.ts'
import { R5 } from './r5.ts'
import type { Generated } from './tables.ts'

/** A rule with its severity in the version, and its check. */
export interface Bound<R, Check> {
  readonly rule: R
  readonly severity: Severity
  readonly check: Check
}

/** The checks of a primitive. It passes if none returns a message. */
export type PrimitiveChecks = readonly Bound<PrimitiveRule, (value: unknown) => string | undefined>[]

/** A type that a property may have. */
export interface Kind {
  readonly name: string
  /** True if it repeats and is therefore an array. */
  readonly many: boolean
  /** The definition of a complex type that is checked; resolved on first use. */
  type: Type | null | undefined
  /** The checks of a primitive. */
  readonly primitive: PrimitiveChecks | undefined
  /** The codes of a required binding. */
  readonly codes: ReadonlySet<string> | undefined
  /** The types that a reference may target. */
  readonly targets: readonly string[] | undefined
}

/** A property of a type: `linkId`, one of the spellings of a choice, or the `_linkId` of a primitive. */
export interface Slot {
  /** The name in FHIRPath: `value` for `valueCoding`. */
  readonly label: string
  /** More than one only in mix, if R4 and R5 differ. */
  readonly kinds: readonly [Kind, ...Kind[]]
  /** The checks of a single primitive without a code list: most properties, on a fast path. */
  readonly plain: PrimitiveChecks | undefined
  /** True if it changes the meaning of the elements around it. */
  readonly modifier: boolean
  /** True for `_linkId`: the id and extensions of a primitive. */
  readonly beside: boolean
  /** The bit of this property among the required ones; 0 if optional. */
  readonly required: number
  /** The bit of its choice; 0 if none. */
  readonly choice: number
}

/** A type with everything that its check needs. */
export interface Type {
  readonly name: string
  readonly slots: ReadonlyMap<string, Slot>
  /** The names of the required properties, at the index of their bit. */
  readonly required: readonly string[]
  /** The bits of all required properties. */
  readonly complete: number
  readonly isResource: boolean
  readonly rules: readonly Bound<ElementRule, ElementRule['check']>[]
}

/** The types of a version. */
export interface Definitions {
  readonly version: FhirVersion
  readonly resources: ReadonlySet<string>
  /** The type of this name; undefined if it is not checked. */
  type(name: string): Type | undefined
}

/** The main tables of each version. */
export const GENERATED: Readonly<Record<FhirVersion, readonly [Generated, ...Generated[]]>> = {
  R4: [R4],
  R4B: [R4B],
  R5: [R5],
  mix: [R4, R5],
}

const loaded = new Map<FhirVersion, Definitions>()

/** The definitions of a version, read once; each type is parsed on first use. */
export function definitionsOf(version: FhirVersion): Definitions {
  const known = loaded.get(version)
  if (known !== undefined) return known
  const definitions = load(version, GENERATED[version])
  loaded.set(version, definitions)
  return definitions
}

/** The definitions of a version in other tables than the main ones. */
export function load(version: FhirVersion, sources: readonly Generated[]): Definitions {
  const types = new Map<string, Type | undefined>()
  const primitives = new Map<string, PrimitiveChecks>()
  const primitive = (kind: string) => {
    const known = primitives.get(kind)
    if (known !== undefined) return known
    const checks = STRUCTURE_RULES.flatMap(rule => {
      const severity = rule.severity[version]
      const check =
        rule.looksAt === 'primitive' && severity !== undefined ? rule.on(kind, version) : undefined
      return rule.looksAt === 'primitive' && severity !== undefined && check !== undefined
        ? [{ rule, severity, check }]
        : []
    })
    primitives.set(kind, checks)
    return checks
  }
  return {
    version,
    resources: new Set(sources.flatMap(source => source.resources.split(' '))),
    type(name) {
      if (types.has(name)) return types.get(name)
      const type = readType(name, version, sources, primitive)
      types.set(name, type)
      return type
    },
  }
}

type ReadPrimitive = (kind: string) => PrimitiveChecks

function readType(
  name: string,
  version: FhirVersion,
  sources: readonly Generated[],
  primitive: ReadPrimitive,
): Type | undefined {
  const defining = sources.filter(source => Object.hasOwn(source.types, name))
  if (defining.length === 0) return undefined
  const properties = new Map<string, string[]>()
  for (const source of defining) {
    for (const [property, notation] of Object.entries(source.types[name] ?? {})) {
      properties.set(property, [...(properties.get(property) ?? []), notation])
    }
  }
  const isResource = sources.some(source => source.resources.split(' ').includes(name))
  const slots = new Map<string, Slot>()
  const required: string[] = []
  let choices = 0
  for (const [property, notations] of properties) {
    const isChoice = property.endsWith('[x]')
    const label = isChoice ? property.slice(0, -3) : property
    // In mix, required only if every version that has the type requires it.
    const mustBe =
      notations.length === defining.length && notations.every(notation => notation.startsWith('!'))
    const bit = mustBe ? 1 << (required.push(label) - 1) : 0
    const choice = isChoice ? 1 << choices++ : 0
    for (const kind of readKinds(notations, sources, primitive)) {
      const key = isChoice ? `${label}${kind.name.charAt(0).toUpperCase()}${kind.name.slice(1)}` : label
      const more = { required: bit, choice }
      const kinds = slots.get(key)?.kinds ?? []
      slots.set(key, slotOf(label, [kind, ...kinds], more))
      if (kind.primitive !== undefined) slots.set(`_${key}`, slotOf(label, [kind], { ...more, beside: true }))
    }
  }
  if (isResource)
    slots.set('resourceType', slotOf('resourceType', [RESOURCE_TYPE], { required: 0, choice: 0 }))
  const rules = STRUCTURE_RULES.flatMap(rule => {
    const severity = rule.severity[version]
    if (rule.looksAt !== 'element' || severity === undefined) return []
    const concerns = rule.types.includes(name) || (isResource && rule.types.includes('Resource'))
    return concerns ? [{ rule, severity, check: rule.check }] : []
  })
  return { name, slots, required, complete: (1 << required.length) - 1, isResource, rules }
}

/** Properties that change the meaning of the elements around them. */
const MODIFIERS: ReadonlySet<string> = new Set(['modifierExtension', 'implicitRules'])

function slotOf(
  label: string,
  kinds: Slot['kinds'],
  more: { readonly required: number; readonly choice: number; readonly beside?: boolean },
): Slot {
  const [kind] = kinds
  const modifier = MODIFIERS.has(label)
  const isPlain = kinds.length === 1 && !kind.many && kind.codes === undefined && !modifier
  return { label, kinds, plain: isPlain ? kind.primitive : undefined, modifier, beside: false, ...more }
}

const RESOURCE_TYPE: Kind = {
  name: 'resourceType',
  many: false,
  type: null,
  primitive: [],
  codes: undefined,
  targets: undefined,
}

/**
 * Parses `!*Reference>Patient,Group|code=name`: required, repeating, the types with their targets, the codes.
 */
function readKinds(
  notations: readonly string[],
  sources: readonly Generated[],
  primitive: ReadPrimitive,
): Kind[] {
  const kinds = new Map<string, Kind>()
  for (const notation of notations) {
    const [, , star, types = '', binding] = /^(!?)(\*?)([^=]*)(?:=(.*))?$/.exec(notation) ?? []
    for (const type of types.split('|')) {
      const [name = '', targets] = type.split('>')
      const many = star === '*'
      const key = `${name}${many}`
      const before = kinds.get(key)
      const codes = binding === undefined ? undefined : codesOf(binding, sources)
      const pointsTo = targets?.split(',')
      kinds.set(key, {
        name: name.startsWith('.') ? name.slice(1) : name,
        many,
        type: undefined,
        primitive: /^[a-z]/.test(name) ? primitive(name) : undefined,
        codes:
          before === undefined || before.codes === undefined || codes === undefined
            ? codes
            : new Set([...before.codes, ...codes]),
        targets:
          before === undefined
            ? pointsTo
            : before.targets && pointsTo && [...new Set([...before.targets, ...pointsTo])],
      })
    }
  }
  return [...kinds.values()]
}

const codesOf = (binding: string, sources: readonly Generated[]) =>
  new Set(
    sources.flatMap(({ codes }) => (Object.hasOwn(codes, binding) ? (codes[binding] ?? '').split(' ') : [])),
  )
