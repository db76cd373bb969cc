/** Walks a resource along its definitions and reports violations. One walk both accepts and reports. */
import { addFindings } from '../model/findings.ts'
import { FURTHER } from '../model/further-extensions.ts'
import type { Findings, Issue, Severity } from '../model/issue.ts'
import type { Place, Rule, ShapeRule } from '../model/rule.ts'
import { SHAPES } from '../rules/shapes.ts'
import { get, isObject, type Json, objects, text } from '../values/unchecked-json.ts'
import type { Definitions, Kind, PrimitiveChecks, Slot, Type } from './definitions.ts'

/** The maximum nesting of objects. */
const DEEPEST = 128

/** Elements in which mix tolerates two values of a choice. */
const LENIENT_CHOICES: ReadonlySet<string> = new Set([
  'Questionnaire.item.answerOption',
  'QuestionnaireResponse.item.answer',
])

const NONE: Place['contained'] = new Map()

/** Checks one resource; issues are in document order. */
export function checkStructure(
  resource: unknown,
  expected: string | undefined,
  definitions: Definitions,
): Issue[] {
  const check = new StructureCheck(definitions)
  check.root(resource, expected)
  return check.issues
}

class StructureCheck {
  readonly issues: Issue[] = []
  /** The path of the walk: names and array indexes. Joined only for an issue. */
  readonly #path: (string | number)[] = []
  readonly #definitions: Definitions
  #place: Place
  #depth = 0
  /** True once the nesting is too deep: the walk ends, because some rules would recurse to the bottom. */
  #deep = false

  constructor(definitions: Definitions) {
    this.#definitions = definitions
    const { version, resources } = definitions
    this.#place = { version, targets: undefined, contained: NONE, resources, isContained: false }
  }

  root(resource: unknown, expected: string | undefined) {
    const name = expected ?? 'Resource'
    this.#path.push(name)
    if (!isObject(resource)) return this.#shape(SHAPES.json, '', name)
    const given = text(get(resource, 'resourceType')) ?? ''
    if (expected !== undefined && given !== expected) return this.#shape(SHAPES.type, given, expected)
    const type = this.#definitions.type(given)
    if (type?.isResource !== true) return this.#shape(SHAPES.type, given, 'that can be checked here')
    this.#path[0] = given
    this.#place = { ...this.#place, contained: containedIn(resource) }
    this.#object(resource, type)
  }

  #object(element: Json, type: Type) {
    if (this.#deep) return
    if (++this.#depth > DEEPEST) {
      this.#deep = true
      this.#shape(SHAPES.json, 'what stands below is not read', type.name)
      this.#depth--
      return
    }
    let present = 0
    let count = 0
    let chosen = 0
    for (const key in element) {
      const value = element[key]
      // JSON.stringify omits undefined properties.
      if (value === undefined) continue
      count++
      const slot = type.slots.get(key)
      if (slot === undefined) {
        this.#shape(SHAPES.unknown, key, type.name)
        continue
      }
      present |= slot.required
      // A value and its `_` property are one choice; a second property needs a closer look.
      if ((chosen & slot.choice) !== 0 && isTwice(element, slot, type)) this.#twice(slot.label, type)
      chosen |= slot.choice
      if (slot.beside) this.#beside(value, slot, element, key)
      else if (slot.plain === undefined || !passes(value, slot.plain)) {
        this.#property(value, slot, element, key, type)
      }
    }
    if (count === 0) this.#shape(SHAPES.empty, String(this.#path.at(-1)), type.name)
    const { required } = type
    if (present !== type.complete) {
      required.forEach((name, bit) => {
        if ((present & (1 << bit)) === 0) this.#shapeAt(name, SHAPES.cardinality, name, type.name)
      })
    }
    for (const { rule, severity, check } of this.#deep ? [] : type.rules) {
      const found = check(element, this.#place)
      if (found !== undefined) this.#tell(rule, severity, found)
    }
    this.#depth--
  }

  #twice(label: string, type: Type) {
    const lenient = this.#definitions.version === 'mix' && LENIENT_CHOICES.has(type.name)
    const sentence = SHAPES.choice.tell(`${label}[x]`, type.name)
    this.#tell(SHAPES.choice, 'error', lenient ? { text: sentence, severity: 'warning' } : sentence)
  }

  #property(value: unknown, slot: Slot, element: Json, key: string, type: Type) {
    const isArray = Array.isArray(value)
    const kind = slot.kinds.length > 1 ? fitting(slot.kinds, value) : slot.kinds[0]
    if (slot.modifier && !isCritical(key, value)) return this.#shapeAt(key, SHAPES.modifier, key, type.name)
    if (isArray !== kind.many) {
      if (value === null) return this.#shapeAt(slot.label, SHAPES.empty, key, type.name)
      return this.#shapeAt(slot.label, SHAPES.array, key, kind.many ? 'an array' : 'one value, not an array')
    }
    // Only objects push to the path; a primitive adds its place when it reports an issue.
    if (!isArray) {
      if (kind.primitive !== undefined) return this.#primitive(value, kind, slot, -1)
      this.#path.push(slot.label)
      this.#complex(value, kind, slot)
      this.#path.pop()
      return
    }
    if (value.length === 0) return this.#shapeAt(slot.label, SHAPES.empty, key, type.name)
    if (kind.primitive !== undefined) return this.#primitives(value, kind, slot, element[`_${key}`])
    this.#path.push(slot.label, 0)
    const last = this.#path.length - 1
    for (let index = 0; index < value.length; index++) {
      this.#path[last] = index
      this.#complex(value[index], kind, slot)
    }
    this.#path.pop()
    this.#path.pop()
  }

  #complex(value: unknown, kind: Kind, slot: Slot) {
    if (value === null) return this.#shape(SHAPES.empty, slot.label, kind.name)
    if (!isObject(value)) return this.#shape(SHAPES.array, slot.label, 'an object')
    if (kind.name === 'Resource') return this.#resource(value, slot)
    if (kind.type === undefined) kind.type = this.#definitions.type(kind.name) ?? null
    if (kind.type === null) return
    if (kind.targets === undefined) return this.#object(value, kind.type)
    const outer = this.#place
    this.#place = { ...outer, targets: kind.targets }
    this.#object(value, kind.type)
    this.#place = outer
  }

  #primitives(values: readonly unknown[], kind: Kind, slot: Slot, besides: unknown) {
    for (let index = 0; index < values.length; index++) {
      const filled = values[index] === null && Array.isArray(besides) && isObject(besides[index])
      if (!filled) this.#primitive(values[index], kind, slot, index)
    }
  }

  #primitive(value: unknown, kind: Kind, slot: Slot, index: number) {
    const { primitive: checks = [], codes } = kind
    let passed = value !== null && value !== ''
    for (let each = 0; passed && each < checks.length; each++)
      passed = checks[each]?.check(value) === undefined
    if (passed && (codes === undefined || codes.has(value as string))) return
    this.#path.push(slot.label)
    if (index >= 0) this.#path.push(index)
    this.#tellPrimitive(value, kind, slot)
    if (index >= 0) this.#path.pop()
    this.#path.pop()
  }

  #tellPrimitive(value: unknown, kind: Kind, slot: Slot) {
    const { primitive: checks = [], codes } = kind
    if (value === null || value === '') return this.#shape(SHAPES.empty, slot.label, kind.name)
    // In mix, a size may be the number of R4 or the string of R5.
    if (
      slot.kinds.some(
        other => other !== kind && other.primitive?.every(({ check }) => check(value) === undefined),
      )
    )
      return
    for (const { rule, severity, check } of checks) this.#tell(rule, severity, check(value))
    if (codes !== undefined && typeof value === 'string' && !codes.has(value)) {
      this.#shape(SHAPES.binding, slot.label, [...codes].join(', '))
    }
  }

  /** Checks a nested resource: in full if it is defined here, otherwise only its type. */
  #resource(resource: Json, slot: Slot) {
    const name = text(get(resource, 'resourceType')) ?? ''
    const type = this.#definitions.type(name)
    if (type === undefined || !type.isResource) {
      if (!this.#definitions.resources.has(name)) this.#shape(SHAPES.type, name, 'that FHIR defines')
      return
    }
    const outer = this.#place
    const isContained = slot.label === 'contained'
    const contained = isContained ? outer.contained : containedIn(resource)
    this.#place = { ...outer, targets: undefined, isContained, contained }
    this.#object(resource, type)
    this.#place = outer
  }

  /**
   * Checks the id and extensions of a primitive: an object, or for an array an array of equal length with
   * gaps.
   */
  #beside(value: unknown, slot: Slot, element: Json, key: string) {
    const type = this.#definitions.type('Element')
    const [kind] = slot.kinds
    this.#path.push(slot.label)
    if (Array.isArray(value) !== kind.many) {
      this.#shape(SHAPES.array, key, kind.many ? 'an array' : 'one object, not an array')
    } else if (Array.isArray(value)) {
      const values = element[key.slice(1)]
      if (value.length === 0 || (Array.isArray(values) && values.length !== value.length)) {
        this.#shape(SHAPES.empty, key, kind.name)
      }
      for (const entry of value) {
        if (isObject(entry) && type !== undefined) this.#object(entry, type)
        else if (entry !== null) this.#shape(SHAPES.array, key, 'objects and null')
      }
    } else if (isObject(value) && type !== undefined) this.#object(value, type)
    else this.#shape(SHAPES.array, key, 'an object')
    this.#path.pop()
  }

  #shapeAt(name: string, rule: ShapeRule, property: string, type: string) {
    this.#path.push(name)
    this.#shape(rule, property, type)
    this.#path.pop()
  }

  #shape(rule: ShapeRule, property: string, type: string) {
    this.#tell(rule, rule.severity[this.#definitions.version] ?? 'error', rule.tell(property, type))
  }

  #tell(rule: Rule, severity: Severity, found: Findings) {
    if (found !== undefined) addFindings(this.issues, rule, severity, found, this.#expression())
  }

  #expression() {
    let path = ''
    for (const step of this.#path)
      path += typeof step === 'number' ? `[${step}]` : path === '' ? step : `.${step}`
    return path
  }
}

/** Contained resources by id: references that begin with '#' target them. */
function containedIn(resource: Json): Place['contained'] {
  const contained = get(resource, 'contained')
  if (contained === undefined) return NONE
  return new Map(
    objects(contained).map(each => [text(get(each, 'id')) ?? '', text(get(each, 'resourceType')) ?? '']),
  )
}

/** True if more than one property sets a choice; the `_` property of one is not a second choice. */
function isTwice(element: Json, { choice }: Slot, type: Type): boolean {
  const made = new Set<string>()
  for (const key of Object.keys(element)) {
    const slot = type.slots.get(key)
    if (slot?.choice === choice && element[key] !== undefined) made.add(slot.beside ? key.slice(1) : key)
  }
  return made.size > 1
}

/** True if a primitive value is present and passes all checks. */
function passes(value: unknown, checks: PrimitiveChecks): boolean {
  if (value === null || value === '') return false
  for (let index = 0; index < checks.length; index++)
    if (checks[index]?.check(value) !== undefined) return false
  return true
}

/** True for modifiers that only require the support of other extensions: the rules of forms check these. */
function isCritical(key: string, value: unknown): boolean {
  if (key !== 'modifierExtension' || !Array.isArray(value) || value.length === 0) return false
  const urls: readonly unknown[] = FURTHER.criticalExtension
  return value.every(each => isObject(each) && urls.includes(each['url']))
}

/** Selects one of the two kinds that mix permits by the value: array or not, object or primitive. */
function fitting(kinds: Slot['kinds'], value: unknown): Kind {
  const many = Array.isArray(value)
  const sample: unknown = many ? value[0] : value
  const fits = (kind: Kind) => kind.many === many && (kind.primitive === undefined) === isObject(sample)
  return kinds.find(fits) ?? kinds[0]
}
