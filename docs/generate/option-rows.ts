/** Reads the options out of a JSON Schema: path, form, default, meaning. */
import type { Fixed } from '../../core/config/fixed-settings.ts'
import { code, table } from './markdown.ts'

/** The keywords of JSON Schema that option schemas use. */
export interface OptionSchema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly oneOf?: readonly OptionSchema[]
  readonly items?: OptionSchema
  readonly minimum?: number
  readonly maximum?: number
  readonly pattern?: string
  readonly default?: unknown
  readonly description?: string
  readonly fixed?: Fixed
  readonly properties?: Readonly<Record<string, OptionSchema>>
}

/** A table of all options below a schema, those of nested objects by their dotted path. */
export const optionTable = (schema: OptionSchema): string =>
  table(['Option', 'Form', 'Default', 'Meaning'], rowsOf(schema, ''))

function rowsOf({ properties = {} }: OptionSchema, at: string): string[][] {
  return Object.entries(properties).flatMap(([name, option]) => {
    const path = `${at}${name}`
    const nested = option.properties !== undefined
    const row = [code(path), nested ? 'object' : formOf(option), defaultOf(option), meaningOf(option)]
    if (!nested) return [row]
    return [...(option.description ? [row] : []), ...rowsOf(option, `${path}.`)]
  })
}

/** The description, and what becomes of a change under data. */
function meaningOf({ description, fixed }: OptionSchema): string {
  const sentence =
    fixed === 'never'
      ? 'Fixed once there is data.'
      : typeof fixed === 'object'
        ? `Changes under data only if the old value is added to ${code(fixed.unless)}.`
        : undefined
  return [description, sentence].filter(Boolean).join(' ')
}

/** The possible values, in words. */
function formOf(schema: OptionSchema): string {
  if (schema.enum) return schema.enum.map(value => code(String(value))).join(', ')
  if (schema.oneOf) return schema.oneOf.map(formOf).join(', or ')
  if (schema.type === 'array') return `list of ${formOf(schema.items ?? {})}`
  const { type = 'any', minimum, maximum } = schema
  if (minimum !== undefined && maximum !== undefined) return `${type}, ${minimum} to ${maximum}`
  if (minimum !== undefined) return `${type}, at least ${minimum}`
  return type
}

/** Objects have their defaults inside. */
const defaultOf = (schema: OptionSchema): string =>
  schema.default === undefined || schema.properties ? '' : code(JSON.stringify(schema.default))
