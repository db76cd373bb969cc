/** How the JSON Schemas of this tree give TypeScript its types. */
import type { FromSchema, JSONSchema } from 'json-schema-to-ts'

declare const accepts: unique symbol

/** A named JSON Schema that also knows, at compile time only, the type it accepts. */
export interface Schema<T = unknown> {
  readonly $id: string
  readonly [accepts]?: T
}

/** The type a schema accepts: the one it was pinned to, or the one its literal spells out. */
export type Infer<S> = S extends { readonly [accepts]?: infer T }
  ? unknown extends T
    ? Read<S>
    : T
  : Read<S>
type Read<S> = S extends JSONSchema ? FromSchema<S> : unknown

/** Pins a schema that cannot be read off its literal (recursive FHIR items, say) to a published type. */
export const schemaOf = <T>(schema: { readonly $id: string; readonly [keyword: string]: unknown }) =>
  schema as Schema<T>

/** Refers by `$id` to a schema that a plugin has declared. */
export const ref = <S extends { readonly $id: string }>(schema: S) =>
  ({ $ref: `${schema.$id}#` }) as unknown as Schema<Infer<S>>
