/** Indexes answers by value, so that a condition on thousands of answers is as fast as on one. */
import type { Reference } from 'fhir/r5.js'
import type { IndexValues, TypedValue, ValueFinder } from './answer-values.ts'
import { CodingIndex } from './coding-index.ts'
import { classOf } from './compare.ts'
import { number, object, text } from './unchecked-json.ts'

/** Types that no index can order: the comparison depends on precision or units. */
const READ: ReadonlySet<string> = new Set(['Date', 'DateTime', 'Instant', 'Time', 'Quantity'])

/** The values of one class with a total order: numbers or strings. */
interface Ordered<T extends number | string> {
  readonly all: Set<T>
  least: T
  most: T
  count: number
}

/** Indexes values for the operators of `enableWhen`. */
export const indexValues: IndexValues = values => new Index(values)

const NO_VALUES: readonly TypedValue[] = []

class Index implements ValueFinder {
  readonly #codings = new CodingIndex()
  readonly #references = new Set<string>()
  readonly #booleans = new Set<unknown>()
  readonly #numbers = new Map<'number', Ordered<number>>()
  readonly #strings = new Map<'string', Ordered<string>>()
  /** Dates, times and quantities, which must be parsed to be compared; equal texts once. */
  readonly #read = new Map<string, TypedValue[]>()
  readonly #known = new Set<string>()
  readonly #counts = new Map<string, number>()
  readonly #size: number

  constructor(values: readonly TypedValue[]) {
    this.#size = values.length
    values.forEach((each, place) => {
      this.#add(each, place)
    })
  }

  /** The number of values in the class of this one. */
  countOf = (wanted: TypedValue) => this.#counts.get(classOf(wanted.type)) ?? 0

  /** The values to compare with this one individually; no index can order dates and quantities. */
  read = (wanted: TypedValue): readonly TypedValue[] => this.#read.get(classOf(wanted.type)) ?? NO_VALUES

  /** Undefined if the values must be compared one by one. */
  equals({ type, value }: TypedValue): boolean | undefined {
    switch (classOf(type)) {
      case 'Coding':
        return this.#codings.find(value) !== undefined
      case 'Reference':
        return this.#references.has(text(object<Reference>(value)?.reference) as string)
      case 'Boolean':
        return this.#booleans.has(value)
      case 'number':
        return this.#numbers.get('number')?.all.has(number(value) as number) ?? false
      case 'string':
        return this.#strings.get('string')?.all.has(text(value) as string) ?? false
      default:
        return READ.has(type) ? undefined : false
    }
  }

  /**
   * `open` if no comparable value matches and others cannot be compared; undefined if each must be compared.
   */
  inOrder(orders: readonly number[], { type, value }: TypedValue): boolean | 'open' | undefined {
    const kind = classOf(type)
    if (kind === 'number') return this.#within(this.#numbers.get('number'), orders, number(value))
    if (kind === 'string') return this.#within(this.#strings.get('string'), orders, text(value))
    return READ.has(type) ? undefined : 'open'
  }

  #within<T extends number | string>(
    ordered: Ordered<T> | undefined,
    orders: readonly number[],
    wanted: T | undefined,
  ): boolean | 'open' {
    if (ordered === undefined || wanted === undefined) return 'open'
    const met =
      (orders.includes(0) && ordered.all.has(wanted)) ||
      (orders.includes(1) && ordered.most > wanted) ||
      (orders.includes(-1) && ordered.least < wanted)
    return met || (ordered.count === this.#size ? false : 'open')
  }

  #add(typed: TypedValue, place: number) {
    const { type, value } = typed
    const kind = classOf(type)
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1)
    if (kind === 'Coding') return this.#codings.add(value, place)
    if (kind === 'Boolean') return void this.#booleans.add(value)
    if (kind === 'number') return put(this.#numbers, kind, number(value))
    if (kind === 'string') return put(this.#strings, kind, text(value))
    if (kind === 'Reference') {
      const target = text(object<Reference>(value)?.reference)
      if (target !== undefined) this.#references.add(target)
      return
    }
    if (!READ.has(type)) return
    if (typeof value === 'string') {
      const key = `${kind} ${value}`
      if (this.#known.has(key)) return
      this.#known.add(key)
    }
    const same = this.#read.get(kind)
    if (same === undefined) this.#read.set(kind, [typed])
    else same.push(typed)
  }
}

function put<K, T extends number | string>(lists: Map<K, Ordered<T>>, kind: K, value: T | undefined) {
  if (value === undefined) return
  const known = lists.get(kind)
  if (known === undefined) {
    lists.set(kind, { all: new Set([value]), least: value, most: value, count: 1 })
    return
  }
  known.all.add(value)
  known.count++
  if (value < known.least) known.least = value
  if (value > known.most) known.most = value
}
