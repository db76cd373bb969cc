/** Derives TypeScript types from the JSON Schemas of this tree. */
import type { FromSchema, JSONSchema } from 'json-schema-to-ts'

declare const accepts: unique symbol

/** A named JSON Schema that also knows, at compile time only, the type it accepts. */
export interface Schema<T = unknown> {
  readonly $id: string
  readonly [accepts]?: T
}

/** The type that a schema accepts: the pinned one, or the one of its literal. */
export type Infer<S> = S extends { readonly [accepts]?: infer T }
  ? unknown extends T
    ? Read<S>
    : T
  : Read<S>
type Read<S> = S extends JSONSchema ? FromSchema<S> : unknown

/** The type of a value that is read only, as a literal with `as const` is. */
export type DeepReadonly<T> = T extends readonly (infer Element)[]
  ? readonly DeepReadonly<Element>[]
  : T extends object
    ? { readonly [Name in keyof T]: DeepReadonly<T[Name]> }
    : T

/**
 * Pins a schema whose type cannot be inferred from its literal (recursive FHIR items, for example) to a
 * published type.
 */
export const schemaOf = <T>(schema: { readonly $id: string; readonly [keyword: string]: unknown }) =>
  schema as Schema<T>

/** A reference by `$id` to a schema that a plugin has declared. */
export const ref = <S extends { readonly $id: string }>(schema: S) =>
  ({ $ref: `${schema.$id}#` }) as unknown as Schema<Infer<S>>
