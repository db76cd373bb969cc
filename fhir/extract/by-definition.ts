/** Definition-based extraction of SDC: writes answers to the elements that `item.definition` names. */
import { extended, URLS } from '../model/extraction-extensions.ts'
import { isQuestion } from '../model/read-form.ts'
import type { Entry, Scope } from '../model/response-tree.ts'
import { unitOf } from '../results/observation.ts'
import type { Definitions, Slot, Type } from '../structure/definitions.ts'
import { choice, isObject, type Json, object, objects, text } from '../values/unchecked-json.ts'
import type { Entries } from './bundle-entries.ts'
import { fitted } from './element-values.ts'
import { Excess, expressionIn, type Place, type Places } from './extraction-points.ts'

type Growing = Record<string, unknown>

/** A resource that grows, with the elements that groups have opened in it. */
interface Target {
  /** Undefined for `itemExtractionContext`, which only names a type. */
  readonly canonical: string | undefined
  readonly type: Type
  readonly resource: Growing
  /** The innermost last. The resource itself is the first. */
  readonly open: readonly Opened[]
}

/** An element with its segments from the top. */
interface Opened {
  readonly segments: readonly string[]
  readonly element: Growing
  readonly type: Type
}

/** A value for an element. */
interface Write {
  readonly definition: string
  readonly values: readonly unknown[]
  readonly unit: Json | undefined
}

const CORE = 'http://hl7.org/fhir/StructureDefinition/'
const DEEPEST = 16
const LONGEST = 2_000
/** `Patient.identifier`, `Observation.value[x]:valueQuantity`. Linear. */
const SEGMENT = /^[A-Za-z][A-Za-z0-9]*(?:\[x\])?(?::[A-Za-z0-9_.-]+)?$/

export class ByDefinition {
  readonly #places: Places
  readonly #entries: Entries
  readonly #definitions: Definitions
  /** The slice of an element that was made for one. */
  readonly #slices = new WeakMap<object, string>()

  constructor(places: Places, entries: Entries, definitions: Definitions) {
    this.#places = places
    this.#entries = entries
    this.#definitions = definitions
  }

  run(scope: Scope): void {
    const { raw } = this.#places.form
    this.#within(raw, this.#places.root, [], targets => {
      this.#write(this.#fixed(raw, this.#places.root), targets, this.#places.root)
      this.#scope(scope, targets)
    })
  }

  #scope(scope: Scope, targets: readonly Target[]): void {
    for (const entries of scope.children.values()) for (const entry of entries) this.#entry(entry, targets)
  }

  #entry(entry: Entry, outer: readonly Target[]): void {
    const { item } = entry
    if (item === undefined) return
    for (const place of this.#iterations(entry, outer))
      this.#within(item.raw, place, outer, targets => {
        const open = isQuestion(item) ? targets : this.#opened(text(item.raw.definition), targets, place)
        this.#write([...this.#fixed(item.raw, place), ...this.#answers(entry, place)], open, place)
        for (const scope of entry.inner)
          if (place.answer < 0 || scope.answer === place.answer) this.#scope(scope, open)
      })
  }

  /** Each answer of a question apart if each makes a resource, or an element that holds one value. */
  #iterations(entry: Entry, targets: readonly Target[]): readonly Place[] {
    const { item } = entry
    const places = this.#places.of(entry)
    if (places.length < 2 || item === undefined || this.#contexts(item.raw).length > 0) return places
    const definition = text(item.raw.definition)
    const leaf = definition === undefined ? undefined : this.#leaf(definition, targets)
    return leaf?.kinds[0].many === true ? [this.#places.whole(entry)] : places
  }

  /** Runs with the resources that an element begins, and adds these to the result. */
  #within(
    element: Readonly<{ extension?: unknown }>,
    place: Place,
    outer: readonly Target[],
    fill: (targets: readonly Target[]) => void,
  ): void {
    const begun = this.#contexts(element).flatMap(context => {
      const target = this.#begin(context, place)
      return target === undefined ? [] : [{ target, parts: context['extension'] }]
    })
    fill([...outer, ...begun.map(({ target }) => target)])
    for (const { target, parts } of begun) this.#entries.add(target.resource, parts, place)
  }

  #contexts(element: Readonly<{ extension?: unknown }>): readonly Json[] {
    return [...extended(element, URLS.definition), ...extended(element, URLS.legacyContext)] as Json[]
  }

  #begin(context: Json, place: Place): Target | undefined {
    const isLegacy = context['url'] === URLS.legacyContext
    const part = objects(context['extension']).find(({ url }) => url === 'definition')
    const canonical = (text(part?.['valueCanonical']) ?? text(part?.['valueUri']))?.slice(0, LONGEST)
    const name = isLegacy
      ? (text(context['valueCode']) ?? expressionIn(context)?.text.split('?')[0])
      : canonical && this.#typeNamed(unversioned(canonical))
    const type = name === undefined ? undefined : this.#definitions.type(name)
    if (type?.isResource !== true) {
      const words =
        'Its extraction names no resource type, by a canonical URL or by the definitions of items.'
      this.#places.tell('error', 'not-found', place, words)
      return undefined
    }
    const resource: Growing = { resourceType: type.name }
    if (canonical !== undefined && !canonical.startsWith(CORE)) {
      resource['meta'] = { profile: [canonical] }
      const words = `Fixed values of the profile '${canonical.slice(0, 200)}' are not set: profiles are not read here.`
      this.#places.tell('warning', 'not-supported', place, words)
    }
    const open = [{ segments: [], element: resource, type }]
    return { canonical: canonical && unversioned(canonical), type, resource, open }
  }

  /** The resource type of a canonical URL; of a profile, the type in the definitions that use it. */
  #typeNamed(canonical: string): string | undefined {
    const own = canonical.startsWith(CORE) ? canonical.slice(CORE.length) : undefined
    if (own !== undefined && this.#definitions.resources.has(own)) return own
    const { raw, all } = this.#places.form
    for (const { definition, extension } of [raw, ...all.map(item => item.raw)] as readonly Json[]) {
      const values = extended({ extension }, URLS.definitionValue).map(definitionOf)
      for (const each of [text(definition), ...values])
        if (each?.startsWith(`${canonical}#`) === true) return each.slice(canonical.length + 1).split('.')[0]
    }
    return undefined
  }

  /** The values that the form sets without a question. */
  #fixed(element: Readonly<{ extension?: unknown }>, place: Place): readonly Write[] {
    return extended(element, URLS.definitionValue).flatMap(each => {
      const definition = definitionOf(each)
      if (definition === undefined) return []
      const parts = objects(each['extension'])
      const fixed = parts.find(({ url }) => url === 'fixed-value')
      const value = fixed && choice(fixed, 'value')?.value
      const expression = expressionIn(parts.find(({ url }) => url === 'expression'))
      const values =
        value !== undefined
          ? [value]
          : expression === undefined
            ? []
            : this.#places.run(expression, place.focus, place, `the value of ${pathOf(definition)}`)
      return values.length === 0 ? [] : [{ definition, values, unit: undefined }]
    })
  }

  #answers({ item, answers }: Entry, { answer }: Place): readonly Write[] {
    const definition = text(item?.raw.definition)
    if (item === undefined || definition === undefined) return []
    const values = answers.flatMap(({ value, key, index }) =>
      key === undefined || (answer >= 0 && index !== answer) ? [] : [value],
    )
    return values.length === 0 ? [] : [{ definition, values, unit: unitOf(item) as Json | undefined }]
  }

  /** The target of a definition: the innermost with its canonical URL, or of its type. */
  #target(definition: string, targets: readonly Target[]): Target | undefined {
    const hash = definition.indexOf('#')
    if (hash < 0 || definition.length > LONGEST) return undefined
    const name = unversioned(definition.slice(0, hash))
    const type = pathOf(definition).split('.')[0]
    return targets.findLast(each =>
      each.canonical === undefined ? each.type.name === type : each.canonical === name,
    )
  }

  /** The targets, with the element open that the definition of a group names. */
  #opened(definition: string | undefined, targets: readonly Target[], place: Place): readonly Target[] {
    const target = definition === undefined ? undefined : this.#target(definition, targets)
    const segments = definition === undefined ? undefined : segmentsOf(definition)
    if (target === undefined || segments === undefined || segments.length < 2) return targets
    const { base, rest } = baseOf(target, segments.slice(1))
    const opened = this.#walk(base, rest, place, (owner, slot, key, slice) => {
      const made: Growing = {}
      if (slot.kinds[0].many) this.#list(owner, key).push(made)
      else owner[key] = object(owner[key]) ?? made
      if (slice !== undefined) this.#slices.set(made, slice)
      return (slot.kinds[0].many ? made : owner[key]) as Growing
    })
    if (opened === undefined) return targets
    const next = { ...target, open: [...target.open, { ...opened, segments: segments.slice(1) }] }
    return targets.map(each => (each === target ? next : each))
  }

  /** Writes what one item gives. Elements that repeat are shared by these values, and made anew if one is taken. */
  #write(writes: readonly Write[], targets: readonly Target[], place: Place): void {
    const fresh = new Map<object, Map<string, Growing>>()
    const known = writes.flatMap(write => {
      const target = this.#target(write.definition, targets)
      const segments = segmentsOf(write.definition)
      if (target === undefined) return []
      if (segments === undefined || segments[0] !== target.type.name || segments.length < 2) {
        this.#places.tell('error', 'not-found', place, `'${cut(write.definition)}' names no element.`)
        return []
      }
      return [{ write, ...baseOf(target, segments.slice(1)) }]
    })
    const groups = known.map(({ base, rest }) => ({ base, rest }))
    for (const { write, base, rest } of known) this.#put(write, base, rest, groups, fresh, place)
  }

  #put(
    { values, unit, definition }: Write,
    base: Opened,
    rest: readonly string[],
    group: readonly { readonly base: Opened; readonly rest: readonly string[] }[],
    fresh: Map<object, Map<string, Growing>>,
    place: Place,
  ): void {
    const path = pathOf(definition)
    const above = this.#walk(base, rest.slice(0, -1), place, (owner, slot, key, slice, at) => {
      this.#places.count(undefined)
      if (!slot.kinds[0].many) {
        const inner = (object(owner[key]) ?? {}) as Growing
        owner[key] = inner
        return inner
      }
      const name = rest.slice(0, at + 1).join('.')
      const mine = fresh.get(owner) ?? new Map<string, Growing>()
      fresh.set(owner, mine)
      const list = this.#list(owner, key)
      const known = mine.get(name) ?? list.findLast(each => this.#slices.get(each) === slice)
      const isTaken =
        !mine.has(name) &&
        known !== undefined &&
        group.some(each => {
          const isBelow = each.base === base && each.rest.slice(0, at + 1).join('.') === name
          return isBelow && this.#isTaken(known, this.#innerType(slot), each.rest.slice(at + 1))
        })
      const element = known === undefined || isTaken ? {} : known
      if (element !== known) {
        list.push(element)
        if (slice !== undefined) this.#slices.set(element, slice)
      }
      mine.set(name, element)
      return element
    })
    const last = rest.at(-1)
    if (above === undefined || last === undefined) return
    for (const value of values) this.#leafInto(above, last, value, unit, path, place)
  }

  #leafInto(
    { element, type }: Opened,
    last: string,
    sent: unknown,
    unit: Json | undefined,
    path: string,
    place: Place,
  ) {
    const { issue, slots } = slotsOf(type, last)
    if (issue !== undefined) return this.#places.tell('error', issue, place, `There is no element ${path}.`)
    const value = this.#places.copy(sent)
    const fits = slots.flatMap(([key, slot]) => {
      const fit = fitted(value, slot.kinds[0], unit)
      return fit === undefined ? [] : [{ key, slot, fit }]
    })
    const best = fits.find(({ key }) => key.endsWith(nameOf(value))) ?? fits[0]
    if (best === undefined)
      return this.#places.tell('error', 'value', place, `The value does not fit into ${path}.`)
    const { key, slot, fit } = best
    if (slot.kinds[0].many) this.#list(element, key).push(fit as Growing)
    else if (element[key] === undefined) element[key] = fit
    else if (isObject(fit) && isObject(element[key])) element[key] = { ...element[key], ...fit }
    else this.#places.tell('error', 'duplicate', place, `There is more than one value for ${path}.`)
  }

  /** Follows segments from an element. `step` returns the element at each. */
  #walk(
    base: Opened,
    segments: readonly string[],
    place: Place,
    step: (owner: Growing, slot: Slot, key: string, slice: string | undefined, at: number) => Growing,
  ): Opened | undefined {
    if (segments.length > DEEPEST) throw new Excess('A definition names an element too deep')
    let { element, type } = base
    for (const [at, segment] of segments.entries()) {
      const { slots, slice } = slotsOf(type, segment)
      const found = slots.find(([, { kinds }]) => this.#definitions.type(kinds[0].name) !== undefined)
      const inner = found && this.#innerType(found[1])
      if (found === undefined || inner === undefined || found[0] === 'extension') {
        const words =
          segment.split(':')[0] === 'extension'
            ? 'Its definition names an extension of a profile, and profiles are not read here.'
            : `Its definition names '${cut(segment)}', which is no element with parts of ${type.name}.`
        this.#places.tell('error', 'not-supported', place, words)
        return undefined
      }
      element = step(element, found[1], found[0], slice, at)
      type = inner
    }
    return { segments, element, type }
  }

  #innerType({ kinds }: Slot): Type | undefined {
    return this.#definitions.type(kinds[0].name)
  }

  /** True if an element that repeats already has the value of a property that does not. */
  #isTaken(element: unknown, type: Type | undefined, rest: readonly string[]): boolean {
    const [segment, ...deeper] = rest
    if (segment === undefined || type === undefined) return false
    return slotsOf(type, segment).slots.some(([key, slot]) => {
      const value = object(element)?.[key]
      if (value === undefined || slot.kinds[0].many) return false
      return deeper.length === 0 || this.#isTaken(value, this.#innerType(slot), deeper)
    })
  }

  #leaf(definition: string, targets: readonly Target[]): Slot | undefined {
    const target = this.#target(definition, targets)
    const segments = segmentsOf(definition)?.slice(1) ?? []
    let type: Type | undefined = target?.type
    let slot: Slot | undefined
    for (const segment of segments) {
      slot = type && slotsOf(type, segment).slots[0]?.[1]
      type = slot && this.#innerType(slot)
    }
    return slot
  }

  #list(owner: Growing, key: string): Growing[] {
    const list = Array.isArray(owner[key]) ? owner[key] : []
    owner[key] = list
    return list as Growing[]
  }
}

const definitionOf = (each: Json): string | undefined => {
  const part = objects(each['extension']).find(({ url }) => url === 'definition')
  return text(part?.['valueUri']) ?? text(part?.['valueCanonical'])
}

const pathOf = (definition: string) => cut(definition.slice(definition.indexOf('#') + 1))
const unversioned = (canonical: string) => canonical.split('|')[0] ?? ''
const cut = (words: string) => words.slice(0, 200)

/** The segments after `#`: `Patient`, `name`, `given`. Undefined if malformed. */
function segmentsOf(definition: string): readonly string[] | undefined {
  if (definition.length > LONGEST || !definition.includes('#')) return undefined
  const segments = definition.slice(definition.indexOf('#') + 1).split('.')
  return segments.every(each => SEGMENT.test(each)) ? segments : undefined
}

/** The innermost open element above a path, and the path from there. */
function baseOf({ open }: Target, segments: readonly string[]) {
  const isAbove = (each: Opened) =>
    each.segments.length < segments.length && each.segments.every((segment, at) => segment === segments[at])
  const base = open.findLast(isAbove) ?? (open[0] as Opened)
  return { base, rest: segments.slice(base.segments.length) }
}

/** The properties that a segment may name: one, or the spellings of a choice. */
function slotsOf(type: Type, segment: string) {
  const [written = '', slice] = segment.split(':')
  const name = written.endsWith('[x]') ? written.slice(0, -3) : written
  const own = (key: string | undefined) => {
    const slot = key === undefined ? undefined : type.slots.get(key)
    return slot === undefined || key === undefined ? [] : [[key, slot] as const]
  }
  const chosen = slice !== undefined && type.slots.get(slice)?.label === name ? own(slice) : []
  const exact = chosen.length > 0 ? chosen : own(name)
  const slots =
    exact.length > 0 ? exact : [...type.slots].filter(([, { label, beside }]) => label === name && !beside)
  return {
    slots,
    slice: chosen.length > 0 ? undefined : slice,
    issue: slots.length === 0 ? ('not-found' as const) : undefined,
  }
}

/** The end of the choice that a value prefers: `valueBoolean`. */
function nameOf(value: unknown): string {
  if (typeof value === 'boolean') return 'Boolean'
  if (typeof value === 'number') return 'Quantity'
  if (typeof value === 'string') return /^\d{4}-\d\d(?:-\d\dT|-\d\d$|$)/.test(value) ? 'DateTime' : 'String'
  const { reference, value: number } = (object(value) ?? {}) as Json
  if (reference !== undefined) return 'Reference'
  if (number !== undefined) return 'Quantity'
  return 'CodeableConcept'
}
