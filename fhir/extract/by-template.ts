/** Template-based extraction of SDC: fills contained templates from the answers. */
import { NAME } from '../expressions/expression-run.ts'
import { extended, URLS } from '../model/extraction-extensions.ts'
import type { Entry, Scope } from '../model/response-tree.ts'
import type { Definitions, Kind, Slot, Type } from '../structure/definitions.ts'
import { isObject, type Json, object, objects, text } from '../values/unchecked-json.ts'
import type { Entries } from './bundle-entries.ts'
import { fitted } from './element-values.ts'
import {
  DEEPEST_TEMPLATE,
  Excess,
  expressionIn,
  type Focus,
  type Place,
  type Places,
} from './extraction-points.ts'

/** A position in a template, by its FHIRPath. */
interface Spot {
  readonly path: string
  readonly place: Place
  readonly depth: number
}

/** A primitive with its id and extensions. */
interface Filled {
  readonly value: unknown
  readonly beside: Json | undefined
}

const OWN: ReadonlySet<unknown> = new Set([URLS.context, URLS.value])

export class ByTemplate {
  readonly #places: Places
  readonly #entries: Entries
  readonly #definitions: Definitions

  constructor(places: Places, entries: Entries, definitions: Definitions) {
    this.#places = places
    this.#entries = entries
    this.#definitions = definitions
  }

  run(scope: Scope): void {
    const { raw } = this.#places.form
    for (const { valueReference } of extended(raw, URLS.templateBundle)) this.#bundle(valueReference)
    this.#extract(raw, this.#places.root)
    this.#scope(scope)
  }

  #scope(scope: Scope): void {
    for (const [item, entries] of scope.children)
      for (const entry of entries) {
        if (extended(item.raw, URLS.template).length > 0)
          for (const place of this.#places.of(entry)) this.#extract(item.raw, place)
        this.#inner(entry)
      }
  }

  #inner(entry: Entry): void {
    for (const scope of entry.inner) this.#scope(scope)
  }

  /** One resource per template, or per result of the context that the item declares. */
  #extract(element: Readonly<{ extension?: unknown }>, place: Place): void {
    for (const { extension } of extended(element, URLS.template)) {
      const reference = objects(extension).find(({ url }) => url === 'template')?.['valueReference']
      const template = this.#template(reference, place)
      if (template === undefined) continue
      const path = text(template['resourceType']) ?? ''
      for (const focus of this.#foci(element, place.focus, { path, place, depth: 0 }))
        for (const resource of this.#element(template, undefined, focus, { path, place, depth: 0 }))
          if (isObject(resource))
            this.#entries.add(withoutId(resource, template), extension, { ...place, focus })
    }
  }

  #bundle(reference: unknown): void {
    const place = this.#places.root
    const template = this.#template(reference, place)
    if (template === undefined) return
    const spot = { path: 'Bundle', place, depth: 0 }
    const [filled] = this.#element(template, undefined, place.focus, spot)
    for (const { resource, fullUrl, request } of objects(object(filled)?.['entry'])) {
      if (isObject(resource)) this.#entries.put({ resource, fullUrl, request }, place)
      else this.#places.tell('error', 'required', place, 'An entry of the template Bundle has no resource.')
    }
  }

  /** The contained resource that a reference names. */
  #template(reference: unknown, place: Place): Json | undefined {
    const name = text(object<{ reference: string }>(reference)?.reference)
    const found = objects(this.#places.form.raw.contained).find(
      ({ id }) => name !== undefined && name.length > 1 && name === `#${text(id)}`,
    )
    if (found !== undefined) return found
    const words = 'The template must be a resource that the form contains, as a reference with #.'
    this.#places.tell('error', 'not-found', place, words)
    return undefined
  }

  /** The elements on which the content of an element is evaluated: those of its context, or the outer one. */
  #foci(element: Readonly<{ extension?: unknown }>, focus: Focus, { path, place }: Spot): readonly Focus[] {
    const context = expressionIn(extended(element, URLS.context)[0])
    if (context === undefined) return [focus]
    const { name } = context
    return this.#places.run(context, focus, place, `the context of ${path}`).map(result => {
      const isNamed = name !== undefined && NAME.test(name)
      const variables = isNamed ? { ...focus.variables, [name]: result } : focus.variables
      return { element: result, base: '', variables }
    })
  }

  /** The values of an element: none, one, or one for each result of its context or expression. */
  #element(element: Json, kind: Kind | undefined, outer: Focus, spot: Spot): readonly unknown[] {
    if (spot.depth > DEEPEST_TEMPLATE) throw new Excess('A template nests too deeply')
    const type = this.#typeOf(element, kind)
    const value = expressionIn(extended(element, URLS.value)[0])
    return this.#foci(element, outer, spot).flatMap(focus => {
      this.#places.count(undefined)
      const content = this.#content(element, type, focus, spot)
      if (value === undefined) return Object.keys(content).length === 0 ? [] : [content]
      return this.#places.run(value, focus, spot.place, spot.path).flatMap(result => {
        const copy = this.#places.copy(result)
        const fit = kind === undefined ? copy : fitted(copy, kind)
        if (isObject(fit)) return [{ ...content, ...fit }]
        this.#misfit(spot)
        return []
      })
    })
  }

  /** The properties of an element, filled. */
  #content(element: Json, type: Type | undefined, focus: Focus, outer: Spot): Json {
    const names = new Set(Object.keys(element).map(name => (name.startsWith('_') ? name.slice(1) : name)))
    const filled: [string, unknown][] = []
    for (const name of names) {
      this.#places.count(name)
      const slot = type?.slots.get(name)
      const spot = {
        path: `${outer.path}.${slot?.label ?? name}`,
        place: outer.place,
        depth: outer.depth + 1,
      }
      filled.push(...this.#property(name, element[name], element[`_${name}`], slot, focus, spot))
    }
    // `__proto__` in a template stays a name.
    return Object.fromEntries(filled)
  }

  #property(
    name: string,
    value: unknown,
    beside: unknown,
    slot: Slot | undefined,
    focus: Focus,
    spot: Spot,
  ): readonly [string, unknown][] {
    const kind = slot?.kinds[0]
    if (Array.isArray(value) || Array.isArray(beside)) {
      const values = Array.isArray(value) ? value : []
      const besides = Array.isArray(beside) ? beside : []
      if (values.some(isObject)) {
        const kept = name === 'extension' ? values.filter(each => !OWN.has(object(each)?.['url'])) : values
        const all = kept.flatMap(each => (isObject(each) ? this.#element(each, kind, focus, spot) : []))
        return all.length === 0 ? [] : [[name, all]]
      }
      const all = Array.from({ length: Math.max(values.length, besides.length) }, (_, at) =>
        this.#primitive(values[at], besides[at], kind, focus, spot),
      ).flat()
      if (all.length === 0) return []
      const extras = all.map(each => each.beside ?? null)
      return [
        [name, all.map(each => each.value ?? null)],
        ...(extras.some(each => each !== null) ? [[`_${name}`, extras] as [string, unknown]] : []),
      ]
    }
    if (isObject(value)) {
      const [first, second] = this.#element(value, kind, focus, spot)
      if (second !== undefined) this.#several(spot)
      return first === undefined ? [] : [[name, first]]
    }
    const [first, second] = this.#primitive(value, beside, kind, focus, spot)
    if (second !== undefined) this.#several(spot)
    if (first === undefined) return []
    return [
      ...(first.value === undefined ? [] : [[name, first.value] as [string, unknown]]),
      ...(first.beside === undefined ? [] : [[`_${name}`, first.beside] as [string, unknown]]),
    ]
  }

  #primitive(
    value: unknown,
    beside: unknown,
    kind: Kind | undefined,
    outer: Focus,
    spot: Spot,
  ): readonly Filled[] {
    this.#places.count(value)
    const extra = object<{ extension: unknown }>(beside)
    if (extra === undefined)
      return value === undefined || value === null ? [] : [{ value, beside: undefined }]
    const expression = expressionIn(extended(extra, URLS.value)[0])
    const kept = objects(extra.extension).filter(({ url }) => !OWN.has(url))
    const { extension: _, ...others } = extra
    const rest: Json = kept.length > 0 ? { ...others, extension: kept } : others
    const left = Object.keys(rest).length > 0 ? rest : undefined
    return this.#foci(extra, outer, spot).flatMap((focus): readonly Filled[] => {
      if (expression === undefined)
        return value === undefined && left === undefined ? [] : [{ value: value ?? undefined, beside: left }]
      return this.#places.run(expression, focus, spot.place, spot.path).flatMap(result => {
        const copy = this.#places.copy(result)
        const fit = kind === undefined ? copy : fitted(copy, kind)
        if (fit !== undefined && !isObject(fit)) return [{ value: fit, beside: left }]
        this.#misfit(spot)
        return []
      })
    })
  }

  /** The type of an element; that of a resource is in the resource. */
  #typeOf(element: Json, kind: Kind | undefined): Type | undefined {
    const resource = text(element['resourceType'])
    return this.#definitions.type(resource ?? kind?.name ?? '')
  }

  #misfit({ path, place }: Spot): void {
    this.#places.tell('error', 'value', place, `The result of its expression does not fit into ${path}.`)
  }

  #several({ path, place }: Spot): void {
    const words = `The expression of ${path} has several results; the first one is used.`
    this.#places.tell('warning', 'value', place, words)
  }
}

/** The id by which the form names a template is not the id of the resource. */
function withoutId(resource: Json, { id, _id }: Json): Json {
  if (_id !== undefined && resource['id'] !== id) return resource
  const { id: _, ...rest } = resource
  return rest
}
