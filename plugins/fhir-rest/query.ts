/** Parses a FHIR search, parameter by parameter (FHIR R4, 3.1.1). */
import type { FhirType, Filter, SearchParameter, SearchType, StoredRecord } from '../../core/index.ts'
import { readDateSearch } from '../../fhir/values/date-search.ts'
import { InvalidSearch } from './errors.ts'
import { alternativesOf, matcherOf, type Reading, takesModifier } from './matching.ts'
import { SUMMARIES, type Subset, type Summary } from './subset.ts'

/** Name and value of each parameter, in the given order. */
export type QueryParameters = readonly (readonly [name: string, value: string])[]

/** A condition on records. */
export interface Condition {
  readonly name: string
  /** The same condition as a filter for the store; undefined if only `holds` can evaluate it. */
  readonly filter: Filter | undefined
  holds(record: StoredRecord): boolean
}

export interface SortKey {
  readonly parameter: SearchParameter
  /** -1 for descending order. */
  readonly direction: 1 | -1
}

export interface Include {
  readonly parameter: SearchParameter
  readonly target: string | undefined
}

export interface Query extends Subset {
  readonly conditions: readonly Condition[]
  /** The values of the parameters that are conditions, as written. */
  readonly given: Readonly<Record<string, readonly string[]>>
  readonly sort: readonly SortKey[]
  readonly includes: readonly Include[]
  /** Resources per page. */
  readonly count: number
  readonly total: boolean
  readonly cursor: string | undefined
  /** The parameters that apply, for the link `self`. */
  readonly understood: QueryParameters
  /** Warnings about ignored parameters. */
  readonly warnings: readonly string[]
}

export interface QueryOptions extends Reading {
  /** True if unknown parameters are refused (`Prefer: handling=strict`). */
  readonly strict: boolean
  /** Default number of resources per page. */
  readonly pageSize: number
}

/** Maximum resources per page. */
export const MOST_COUNT = 200
/** Maximum parameters of one search, and values of one parameter: each may be compared with every record. */
const MOST_PARAMETERS = 50
const MOST_ALTERNATIVES = 200

/** The search parameters of every searchable type. */
export const COMMON: readonly SearchParameter[] = [
  {
    name: '_id',
    type: 'token',
    description: 'The id of the resource.',
    values: record => [record._id],
    field: '_id',
  },
  {
    name: '_lastUpdated',
    type: 'date',
    description: 'The time of the last write.',
    values: record => [record._updated],
    field: '_updated',
  },
]

/** Parameters of FHIR that are not implemented. Ignoring one would find more than requested. */
const UNSUPPORTED: ReadonlySet<string> = new Set(['_has', '_filter', '_query', '_text', '_content', '_list'])

/** The types without an order. */
const UNSORTED: ReadonlySet<SearchType> = new Set(['reference', 'quantity', 'composite'])

const TOTALS: readonly string[] = ['none', 'estimate', 'accurate']

/** Parameters for the result as a whole, not for the records. */
export const RESULT_PARAMETERS = [
  ...['_count', '_sort', '_summary', '_elements', '_include', '_total', '_cursor', '_format', '_pretty'],
] as const

/** @throws InvalidSearch */
export function readQuery(type: FhirType, pairs: QueryParameters, options: QueryOptions): Query {
  const parameters = new Map([...COMMON, ...(type.search ?? [])].map(each => [each.name, each]))
  const conditions: Condition[] = []
  const given: Record<string, string[]> = {}
  const sort: SortKey[] = []
  const includes: Include[] = []
  const understood: [string, string][] = []
  const warnings: string[] = []
  const result: { -readonly [K in 'count' | 'total' | 'cursor' | 'summary' | 'elements']?: Query[K] } = {}

  const refuse = (name: string, why: string): never => {
    throw new InvalidSearch(name, why)
  }
  /** FHIR R4, 3.1.1.3: unknown parameters are ignored, unless the client requests strict handling. */
  const ignore = (name: string, why: string) => {
    if (options.strict) refuse(name, why)
    warnings.push(`The search parameter '${name}' ${why}: it was ignored.`)
  }

  if (pairs.length > MOST_PARAMETERS) refuse('…', `is one of more than ${MOST_PARAMETERS}`)
  for (const [nameWithModifier, said] of pairs) {
    if (said === '') continue
    const [name = '', modifier] = nameWithModifier.split(':', 2)
    const parameter = parameters.get(name)
    // The unencoded `+` of a time zone.
    const value = parameter?.type === 'date' ? said.replaceAll(' ', '+') : said
    if (parameter !== undefined) {
      // Ignoring a modifier would find more than requested.
      if (modifier !== undefined && !takesModifier(parameter, modifier))
        refuse(nameWithModifier, 'has a modifier that is not known here')
      conditions.push(conditionOf(parameter, modifier, value, options))
      if (modifier === undefined) given[name] = [...(given[name] ?? []), ...alternativesOf(value)]
      understood.push([nameWithModifier, value])
      continue
    }
    switch (name) {
      case '_sort': {
        const keys: string[] = []
        for (const key of value.split(',')) {
          const found = parameters.get(key.replace(/^-/, ''))
          if (found === undefined || UNSORTED.has(found.type)) {
            ignore('_sort', `cannot sort by '${key}'`)
            continue
          }
          sort.push({ parameter: found, direction: key.startsWith('-') ? -1 : 1 })
          keys.push(key)
        }
        if (keys.length > 0) understood.push([nameWithModifier, keys.join(',')])
        continue
      }
      case '_include': {
        const [source, by = '', target] = value.split(':')
        const found = parameters.get(by)
        if (modifier !== undefined || source !== type.type || found?.target === undefined) {
          ignore(nameWithModifier, `cannot include '${value}'`)
          continue
        }
        includes.push({ parameter: found, target })
        break
      }
      case '_count':
        if (!/^\d{1,9}$/.test(value)) refuse(name, 'takes a number')
        result.count = Math.min(Number(value), MOST_COUNT)
        break
      case '_summary':
        if (!(SUMMARIES as readonly string[]).includes(value)) refuse(name, `takes ${SUMMARIES.join(', ')}`)
        result.summary = value as Summary
        break
      case '_elements':
        result.elements = value.split(',').map(element => element.replace(`${type.type}.`, ''))
        break
      case '_total':
        if (!TOTALS.includes(value)) refuse(name, `takes ${TOTALS.join(', ')}`)
        result.total = value !== 'none'
        break
      case '_cursor':
        result.cursor = value
        continue
      case '_format':
      case '_pretty':
        break
      default:
        if (UNSUPPORTED.has(name) || parameters.get(name.split('.', 1)[0] ?? '')?.type === 'reference')
          refuse(
            nameWithModifier,
            'is not supported here, and ignoring it would return more results than requested',
          )
        ignore(nameWithModifier, 'is not known here')
        continue
    }
    understood.push([nameWithModifier, value])
  }
  const { count = options.pageSize, total = true, cursor, ...subset } = result
  return { conditions, given, sort, includes, count, total, cursor, understood, warnings, ...subset }
}

/** @throws InvalidSearch */
function conditionOf(
  parameter: SearchParameter,
  modifier: string | undefined,
  value: string,
  reading: Reading,
): Condition {
  const { name } = parameter
  if (modifier === 'missing') {
    if (value !== 'true' && value !== 'false')
      throw new InvalidSearch(name, 'is missing, or not: true or false')
    const isMissing = value === 'true'
    return {
      name,
      filter: undefined,
      holds: record => parameter.values(record).every(each => each === undefined) === isMissing,
    }
  }
  const alternatives = alternativesOf(value)
  if (alternatives.length > MOST_ALTERNATIVES)
    throw new InvalidSearch(name, `has more than ${MOST_ALTERNATIVES} values`)
  const matches = alternatives.map(each => {
    const match = matcherOf(parameter, modifier, each, reading)
    if (match === undefined) throw new InvalidSearch(name, `cannot be '${each}'`)
    return match
  })
  const isNot = modifier === 'not'
  return {
    name,
    filter: modifier === undefined ? filterOf(parameter, alternatives) : undefined,
    holds: record => parameter.values(record).some(each => matches.some(match => match(each))) !== isNot,
  }
}

/** The condition as a filter for the store: on one field, with exact comparison. */
function filterOf({ type, field }: SearchParameter, alternatives: readonly string[]): Filter | undefined {
  if (field === undefined || alternatives.some(each => /[\\|]/.test(each))) return undefined
  if (type === 'token' || type === 'uri') return { [field]: { $in: [...alternatives] } }
  const [only, ...others] = alternatives
  const span = type === 'date' && only !== undefined && others.length === 0 ? readDateSearch(only) : undefined
  if (span === undefined) return undefined
  return {
    [field]: {
      ...(span.from !== undefined && { $gte: span.from }),
      ...(span.before !== undefined && { $lt: span.before }),
    },
  }
}
