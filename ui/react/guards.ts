/** Type guards for messages of another window. */

export type Guard<T> = (value: unknown) => value is T

export type Guarded<G> = G extends Guard<infer T> ? T : never

type Members = Readonly<Record<string, Guard<unknown>>>

type Given<Required extends Members, Optional extends Members> = {
  readonly [K in keyof Required]: Guarded<Required[K]>
} & { readonly [K in keyof Optional]?: Guarded<Optional[K]> }

/** @param longest - in UTF-16 code units */
export const text =
  (longest: number, pattern?: RegExp): Guard<string> =>
  (value): value is string =>
    typeof value === 'string' && value.length <= longest && (pattern?.test(value) ?? true)

export const oneOf =
  <const T extends string | number>(...values: readonly T[]): Guard<T> =>
  (value): value is T =>
    values.includes(value as T)

export const flag: Guard<boolean> = (value): value is boolean => typeof value === 'boolean'

export const amount: Guard<number> = (value): value is number => Number.isSafeInteger(value)

export const listOf =
  <T>(guard: Guard<T>, longest: number): Guard<readonly T[]> =>
  (value): value is readonly T[] =>
    Array.isArray(value) && value.length <= longest && value.every(guard)

/** A JSON object. */
export const anObject: Guard<Readonly<Record<string, unknown>>> = (
  value,
): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.prototype.toString.call(value) === '[object Object]'

export const either =
  <A, B>(one: Guard<A>, other: Guard<B>): Guard<A | B> =>
  (value): value is A | B =>
    one(value) || other(value)

/** An object with these members. Other members are ignored, because a later version may add them. */
export const members =
  <Required extends Members, Optional extends Members = Record<never, never>>(
    required: Required,
    optional?: Optional,
  ): Guard<Given<Required, Optional>> =>
  (value): value is Given<Required, Optional> =>
    anObject(value) &&
    Object.entries(required).every(([name, guard]) => Object.hasOwn(value, name) && guard(value[name])) &&
    Object.entries(optional ?? {}).every(([name, guard]) => value[name] === undefined || guard(value[name]))
