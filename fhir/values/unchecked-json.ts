/** Reads unvalidated JSON: malformed parts read as absent, so that rules never throw. */

/** A resource or element before validation: property names are known, values are not. */
export type Unchecked<T> = { readonly [Property in keyof T]?: unknown }

/** An object whose property names are not known. */
export type Json = Readonly<Record<string, unknown>>

const NOTHING: Json = Object.freeze({})
const NONE: readonly never[] = Object.freeze([])

/** True if a value is a JSON object. */
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The property of an object whose names are not known. */
export const get = (element: Json, property: string): unknown => element[property]

/** The value if it is a JSON object. */
export const object = <T = Json>(value: unknown): Unchecked<T> | undefined =>
  isObject(value) ? (value as Unchecked<T>) : undefined

/** The objects of an array. Other entries become empty objects, so that indexes are kept. */
export function objects<T = Json>(value: unknown): readonly Unchecked<T>[] {
  if (!Array.isArray(value)) return NONE
  for (let index = 0; index < value.length; index++) {
    if (!isObject(value[index]))
      return Array.from(value, entry => (isObject(entry) ? entry : NOTHING)) as Unchecked<T>[]
  }
  return value as Unchecked<T>[]
}

/** The value if it is a string. */
export const text = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** The value if it is a finite number. */
export const number = (value: unknown) =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

/** A value of a choice element: `{name: 'Coding', value}` for `valueCoding`. */
export interface Choice {
  /** The type as the property spells it: `Coding`, `Integer`, `Date`. */
  readonly type: string
  readonly value: unknown
}

/** Reads the choice element with this prefix: `value` for `value[x]`, `answer` for `answer[x]`. */
export function choice(element: object, prefix: string): Choice | undefined {
  for (const key in element) {
    if (key.length > prefix.length && key.startsWith(prefix) && isUpper(key.charCodeAt(prefix.length))) {
      const value = (element as Json)[key]
      if (value !== undefined && value !== null) return { type: key.slice(prefix.length), value }
    }
  }
  return undefined
}

const isUpper = (code: number) => code >= 65 && code <= 90
