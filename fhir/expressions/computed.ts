/**
 * The expressions of a form that compute something about answers: a value, a limit, or the options on offer. Kept
 * apart from `expressions.ts`, because a browser needs them only once a form has any.
 */
import type { Coding, Extension } from 'fhir/r5.js'
import { ExpressionFailure } from '../model/expression-failure.ts'
import { type ExpressionSource, expressionOf, expressionsOf } from '../model/expressions.ts'
import { extension, extensions, nested, type UncheckedExtension } from '../model/extensions.ts'
import type { Form, FormItem, Option } from '../model/form-tree.ts'
import { FURTHER } from '../model/further-extensions.ts'
import { optionKey } from '../model/read-form.ts'
import type { Entry, Scope, Walk } from '../model/response-tree.ts'
import { sameCoding } from '../values/compare.ts'
import {
  choice,
  get,
  isObject,
  type Json,
  object,
  objects,
  text,
  type Unchecked,
} from '../values/unchecked-json.ts'

/** A limit that an expression can give. */
export type LimitName = 'minValue' | 'maxValue' | 'minQuantity' | 'maxQuantity'

const LIMITS: readonly LimitName[] = ['minValue', 'maxValue', 'minQuantity', 'maxQuantity']

/** Options that are on offer, or withdrawn, while an expression is true. */
export interface Toggle {
  readonly options: readonly Option[]
  readonly expression: ExpressionSource
  /** `off`: the options are withdrawn while the expression is true (`optionRestriction`). */
  readonly turns: 'on' | 'off'
}

/** The computed parts of one item. */
export interface Computed {
  /** The expression that gives the answer. */
  readonly calculated: ExpressionSource | undefined
  readonly limits: ReadonlyMap<LimitName, ExpressionSource>
  readonly toggles: readonly Toggle[]
}

const read = new WeakMap<readonly FormItem[], ReadonlyMap<FormItem, Computed>>()

/** The computed parts of a form, read once. Items without any have no entry. */
export function computedOf({ all }: Form): ReadonlyMap<FormItem, Computed> {
  const known = read.get(all)
  if (known !== undefined) return known
  const found = new Map<FormItem, Computed>()
  for (const item of all) {
    if (item.raw.extension === undefined) continue
    const own = readComputed(item)
    if (own.calculated !== undefined || own.limits.size > 0 || own.toggles.length > 0) found.set(item, own)
  }
  read.set(all, found)
  return found
}

/** True if a check of a response runs expressions. */
export const runsExpressions = (form: Form): boolean =>
  expressionsOf(form).size > 0 || computedOf(form).size > 0

function readComputed({ raw }: FormItem): Computed {
  const limits = new Map<LimitName, ExpressionSource>()
  for (const name of LIMITS) {
    const expression = expressionOfValue(extension(raw, name))
    if (expression !== undefined) limits.set(name, expression)
  }
  return {
    calculated:
      expressionOf(extension(raw, FURTHER.calculatedExpression)) ??
      expressionOf(extension(raw, FURTHER.calculatedValue)),
    limits,
    toggles: [
      ...extensions(raw, FURTHER.optionsToggle).flatMap(each => readToggle(each, 'on')),
      ...extensions(raw, FURTHER.optionRestriction).flatMap(each => readToggle(each, 'off')),
    ],
  }
}

/** The expression that gives the value of an extension: beside a primitive, or in a Quantity. */
function expressionOfValue(limit: UncheckedExtension | undefined): ExpressionSource | undefined {
  if (limit === undefined) return undefined
  for (const key of Object.keys(limit)) {
    if (!key.startsWith('_value') && !key.startsWith('value')) continue
    const value = object<{ extension: unknown }>(get(limit as Json, key)) ?? {}
    const found = extension(value, FURTHER.cqfExpression) ?? extension(value, FURTHER.calculatedValue)
    if (found !== undefined) return expressionOf(found)
  }
  return undefined
}

function readToggle(toggle: UncheckedExtension, turns: Toggle['turns']): Toggle[] {
  const inner = objects<Extension>(toggle.extension)
  // The definition of optionRestriction names its expression 'requirements' by mistake; both are read.
  const expression = expressionOf(nested(toggle, 'expression') ?? nested(toggle, 'requirements'))
  const options = inner.filter(({ url }) => url === 'option').flatMap(optionIn)
  return expression === undefined || options.length === 0 ? [] : [{ options, expression, turns }]
}

function optionIn(found: Unchecked<Extension>): Option[] {
  const value = choice(found, 'value')
  return value === undefined ? [] : [optionOf(value.type, value.value)]
}

/** A value as an option. */
export function optionOf(type: string, value: unknown): Option {
  const { display, code } = object<{ display: string; code: string }>(value) ?? {}
  const label = text(display) ?? text(code) ?? (isObject(value) ? '' : String(value))
  return {
    type,
    value,
    key: optionKey(type, value),
    label,
    element: object(value) ?? {},
    exclusive: false,
    selected: false,
  }
}

/**
 * The results of the toggles of an item: an option is on offer if no toggle lists it, or one that lists it is on,
 * and none withdraws it. A toggle that cannot be evaluated leaves its options on offer.
 * @returns the options that are withdrawn, and true if a toggle cannot be evaluated
 */
export function withdrawn(
  toggles: readonly Toggle[],
  item: FormItem,
  scope: Scope,
  entry: Entry | undefined,
  { expressions }: Walk,
): { readonly options: readonly Option[]; readonly isOpen: boolean } {
  if (expressions === undefined) return { options: [], isOpen: true }
  const off: Option[] = []
  const listed: Option[] = []
  const on: Option[] = []
  let isOpen = false
  for (const { options, expression, turns } of toggles) {
    let isTrue: boolean
    try {
      const result = expressions.onItem(expression, item, scope, entry)
      isTrue = result.length === 1 && result[0] === true
    } catch (cause) {
      if (!(cause instanceof ExpressionFailure)) throw cause
      isOpen = true
      isTrue = turns === 'on'
    }
    if (turns === 'off') off.push(...(isTrue ? options : []))
    else (isTrue ? on : listed).push(...options)
  }
  const offered = new Set(on.map(sign))
  return { options: [...off, ...listed.filter(option => !offered.has(sign(option)))], isOpen }
}

/** Equal for equal options. */
const sign = ({ type, key, value }: Option) =>
  `${type} ${text(object<{ system: string }>(value)?.system) ?? ''} ${String(key)}`

/**
 * The results of an expression as values of the usual answer property of an item: one, or all if it repeats.
 * @throws ExpressionFailure if a code is none of the options
 */
export function computedAnswers(item: FormItem, results: readonly unknown[]): unknown[] {
  const [key = ''] = item.valueKeys
  return results
    .slice(0, item.repeats ? undefined : 1)
    .map(value => (key === 'valueCoding' ? chosen(item, value) : fitted(key, value)))
}

/**
 * Converts a code to the option that has it, and a CodeableConcept to the one of its codings that is an
 * option.
 */
function chosen({ options }: FormItem, value: unknown): unknown {
  const codings = object<{ coding: unknown }>(value)?.coding
  if (typeof value !== 'string' && codings === undefined) return value
  const wanted = typeof value === 'string' ? [{ code: value }] : objects<Coding>(codings)
  const option = options.find(
    ({ type, key, value: own }) =>
      type === 'Coding' &&
      (typeof value === 'string' ? key === value : wanted.some(each => sameCoding(own, each))),
  )
  if (option !== undefined) return option.value
  if (typeof value !== 'string' && options.length === 0 && wanted[0] !== undefined) return wanted[0]
  throw new ExpressionFailure('its code is none of the options')
}

/** Converts the result of an expression to the property of an answer. */
export function fitted(key: string, value: unknown): unknown {
  if (key === 'valueQuantity') return quantityOf(value)
  if (key === 'valueInteger' || key === 'valueDecimal')
    return typeof value === 'bigint' ? Number(value) : value
  if (key === 'valueCoding' || key === 'valueReference') return value
  return isObject(value) || key === 'valueString' ? String(value) : value
}

const UCUM = 'http://unitsofmeasure.org'
/** A FHIRPath quantity as text: `5.5 'kg'`. */
const QUANTITY = /^(-?\d{1,30}(?:\.\d{1,30})?) '([^']{1,100})'$/

/** A Quantity of FHIR, one of FHIRPath, or a number. */
function quantityOf(value: unknown): unknown {
  if (isObject(value)) return value
  const [, number, code] = (typeof value === 'string' && QUANTITY.exec(value)) || []
  if (number === undefined) return { value }
  return { value: Number(number), unit: code, system: UCUM, code }
}
