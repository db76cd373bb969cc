/** Converts an answer or a result to the type of the element that it is written to. */
import type { Kind } from '../structure/definitions.ts'
import { isObject, type Json } from '../values/unchecked-json.ts'

const NUMBERS: ReadonlySet<string> = new Set(['integer', 'positiveInt', 'unsignedInt', 'decimal'])
const QUANTITIES: ReadonlySet<string> = new Set(['Quantity', 'Age', 'Distance', 'Duration', 'Count', 'Money'])

/** The element that holds a text in types that have one for it. */
const TEXTS: ReadonlyMap<string, string> = new Map([
  ['Reference', 'reference'],
  ['CodeableConcept', 'text'],
  ['Annotation', 'text'],
  ['Narrative', 'div'],
])

/** The value as an element of this kind; undefined if it does not fit. `unit` belongs to a plain number. */
export function fitted(value: unknown, { name, primitive }: Kind, unit?: Json): unknown {
  if (typeof value === 'string') return primitive === undefined ? fromText(value, name) : asText(value, name)
  if (typeof value === 'number') {
    if (NUMBERS.has(name)) return name === 'decimal' || Number.isInteger(value) ? value : undefined
    if (QUANTITIES.has(name)) return { value, ...unit }
    return name === 'string' || name === 'markdown' || name === 'integer64' ? String(value) : undefined
  }
  if (typeof value === 'boolean') return name === 'boolean' ? value : undefined
  if (!isObject(value)) return undefined
  return primitive === undefined ? fromObject(value, name) : asPrimitive(value, name)
}

/** A text as another primitive. Times keep the precision that they have. */
function asText(value: string, name: string): unknown {
  if (name === 'boolean' || NUMBERS.has(name)) return undefined
  return name === 'date' ? value.slice(0, 10) : value
}

function fromText(value: string, name: string): unknown {
  if (name === 'CodeableReference') return { concept: { text: value } }
  const property = TEXTS.get(name)
  return property === undefined ? undefined : { [property]: value }
}

/** The part of a Coding, Quantity or Reference that a primitive holds. */
function asPrimitive(value: Json, name: string): unknown {
  if (NUMBERS.has(name)) {
    const { value: number } = value
    return typeof number === 'number' && (name === 'decimal' || Number.isInteger(number)) ? number : undefined
  }
  if (name === 'boolean') return undefined
  if (isReference(value)) return value['reference']
  if (name === 'string' || name === 'markdown') return textOf(value['display']) ?? textOf(value['code'])
  return name === 'code' || name === 'uri' ? textOf(value['code']) : undefined
}

function fromObject(value: Json, name: string): unknown {
  if (name === 'CodeableConcept' && isCoding(value)) return { coding: [value] }
  if (name === 'CodeableReference') {
    if (isReference(value)) return { reference: value }
    return isCoding(value) ? { concept: { coding: [value] } } : { concept: value }
  }
  return value
}

const isReference = (value: Json) => typeof value['reference'] === 'string'
const isCoding = (value: Json) => value['coding'] === undefined && value['text'] === undefined
const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)
