/** Walks a resource along its definitions and tells what does not belong. One walk serves accepting and telling. */
import { type Issue, MOST_ISSUES, type Severity } from '../issue.ts'
import type { Finding, Findings, Place, Rule, ShapeRule } from '../rule.ts'
import { SHAPES } from '../rules/shapes.ts'
import { isObject, type Json, text } from '../shape.ts'
import type { Definitions, Kind, Slot, Type } from './definitions.ts'

/** How deep objects may stand inside of each other. */
const DEEPEST = 128

/** Elements in which two values of a choice are tolerated in mix. */
const LENIENT_CHOICES: ReadonlySet<string> = new Set([
  'Questionnaire.item.answerOption',
  'QuestionnaireResponse.item.answer',
])

/** Checks one resource; the issues come in the order of the document. */
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
  /** Where the walk stands: names, and indexes of arrays. Joined only when there is something to tell. */
  readonly #path: (string | number)[] = []
  readonly #definitions: Definitions
  #place: Place
  #depth = 0

  constructor(definitions: Definitions) {
    this.#definitions = definitions
    const { version, resources } = definitions
    this.#place = { version, targets: undefined, container: {}, resources, contained: false }
  }

  root(resource: unknown, expected: string | undefined) {
    const name = expected ?? 'Resource'
    this.#path.push(name)
    if (!isObject(resource)) return this.#shape(SHAPES.json, '', name)
    const given = text(resource['resourceType']) ?? ''
    if (expected !== undefined && given !== expected) return this.#shape(SHAPES.type, given, expected)
    const type = this.#definitions.type(given)
    if (type === undefined || !type.isResource)
      return this.#shape(SHAPES.type, given, 'that can be checked here')
    this.#path[0] = given
    this.#place = { ...this.#place, container: resource }
    this.#object(resource, type)
  }

  #object(element: Json, type: Type) {
    if (++this.#depth > DEEPEST) {
      this.#shape(SHAPES.json, 'what stands below is not read', type.name)
      this.#depth--
      return
    }
    let present = 0
    let count = 0
    let chosen = ''
    let chosenIn = 0
    for (const key in element) {
      count++
      const slot = type.slots.get(key)
      if (slot === undefined) {
        this.#shape(SHAPES.unknown, key, type.name)
        continue
      }
      present |= slot.required
      if (slot.choice > 0) {
        const bare = slot.beside ? key.slice(1) : key
        if (chosenIn === slot.choice && chosen !== bare) this.#twice(slot.label, type)
        chosen = bare
        chosenIn = slot.choice
      }
      const value = element[key]
      if (slot.beside) this.#beside(value, slot, element, key)
      else this.#property(value, slot, element, key, type)
    }
    if (count === 0) this.#shape(SHAPES.empty, String(this.#path.at(-1)), type.name)
    const { required } = type
    if (required.length > 0 && present !== (1 << required.length) - 1) {
      required.forEach((name, bit) => {
        if ((present & (1 << bit)) === 0) this.#shapeAt(name, SHAPES.cardinality, name, type.name)
      })
    }
    for (const { rule, severity, check } of type.rules) {
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
    let kind = slot.kinds[0]
    if (slot.kinds.length > 1) kind = fitting(slot.kinds, value)
    if (key === 'modifierExtension' || key === 'implicitRules') {
      return this.#shapeAt(key, SHAPES.modifier, key, type.name)
    }
    if (isArray !== kind.many) {
      if (value === null) return this.#shapeAt(slot.label, SHAPES.empty, key, type.name)
      return this.#shapeAt(slot.label, SHAPES.array, key, kind.many ? 'an array' : 'one value, not an array')
    }
    this.#path.push(slot.label)
    if (isArray) {
      if (value.length === 0) this.#shape(SHAPES.empty, key, type.name)
      const besides = element[`_${key}`]
      for (let index = 0; index < value.length; index++) {
        this.#path.push(index)
        const filled = value[index] === null && Array.isArray(besides) && isObject(besides[index])
        if (!filled) this.#value(value[index], kind, slot, key)
        this.#path.pop()
      }
    } else this.#value(value, kind, slot, key)
    this.#path.pop()
  }

  #value(value: unknown, kind: Kind, slot: Slot, key: string) {
    if (kind.primitive !== undefined) return this.#primitive(value, kind, slot, key)
    if (value === null) return this.#shape(SHAPES.empty, key, kind.name)
    if (!isObject(value)) return this.#shape(SHAPES.array, key, 'an object')
    if (kind.name === 'Resource') return this.#resource(value, slot)
    const type = this.#definitions.type(kind.name)
    if (type === undefined) return
    if (kind.targets === undefined) return this.#object(value, type)
    const outer = this.#place
    this.#place = { ...outer, targets: kind.targets }
    this.#object(value, type)
    this.#place = outer
  }

  #primitive(value: unknown, kind: Kind, slot: Slot, key: string) {
    if (value === null || value === '') return this.#shape(SHAPES.empty, key, kind.name)
    const { primitive: checks = [], codes } = kind
    for (let index = 0; index < checks.length; index++) {
      const bound = checks[index]
      const sentence = bound?.check(value)
      if (bound === undefined || sentence === undefined) continue
      // In mix a size may be the number of R4 or the digits of R5.
      if (
        slot.kinds.some(
          other => other !== kind && other.primitive?.every(({ check }) => check(value) === undefined),
        )
      )
        return
      this.#tell(bound.rule, bound.severity, sentence)
    }
    if (codes !== undefined && typeof value === 'string' && !codes.has(value)) {
      this.#shape(SHAPES.binding, key, [...codes].join(', '))
    }
  }

  /** A resource inside of another: in full when it is defined here, by its name alone when it is not. */
  #resource(resource: Json, slot: Slot) {
    const name = text(resource['resourceType']) ?? ''
    const type = this.#definitions.type(name)
    if (type === undefined || !type.isResource) {
      if (!this.#definitions.resources.has(name)) this.#shape(SHAPES.type, name, 'that FHIR defines')
      return
    }
    const outer = this.#place
    const contained = slot.label === 'contained'
    this.#place = {
      ...outer,
      targets: undefined,
      contained,
      container: contained ? outer.container : resource,
    }
    this.#object(resource, type)
    this.#place = outer
  }

  /** The id and extensions beside a primitive: an object, or for an array one of objects and gaps of equal length. */
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
    if (found === undefined) return
    for (const finding of isList(found) ? found : [found]) {
      if (this.issues.length >= MOST_ISSUES) return
      const said = typeof finding === 'string' ? { text: finding } : finding
      this.issues.push({
        severity: said.severity ?? severity,
        code: rule.code,
        rule: rule.id,
        expression: this.#expression() + (said.at ?? ''),
        text: said.text,
      })
    }
  }

  #expression() {
    let path = ''
    for (const step of this.#path)
      path += typeof step === 'number' ? `[${step}]` : path === '' ? step : `.${step}`
    return path
  }
}

const isList = (found: Finding | readonly Finding[]): found is readonly Finding[] => Array.isArray(found)

/** Of two spellings that mix knows the one that the value has: by array or not, by object or primitive. */
function fitting(kinds: Slot['kinds'], value: unknown): Kind {
  const many = Array.isArray(value)
  const sample: unknown = many ? value[0] : value
  const fits = (kind: Kind) => kind.many === many && (kind.primitive === undefined) === isObject(sample)
  return kinds.find(fits) ?? kinds[0]
}
