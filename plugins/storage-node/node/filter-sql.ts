/**
 * Translates filters to SQL over the documents table: bound values only, and equality in a form that the GIN
 * index supports.
 */

import { type Clause, type Condition, FilterError, hasStoredSpelling, readPath } from '../../../core/node.ts'
import { isUuid } from '../../../schemas/identity.ts'
import type { SqlParameters } from './sql-parameters.ts'

/** A field with a column of its own. */
interface Column {
  readonly sql: string
  readonly type: 'uuid' | 'timestamptz' | 'text'
  /** The value to compare with, or `undefined` if no row can equal it. */
  read(value: unknown): string | Date | undefined
}

/**
 * Translates a clause to a condition on the row `documents d`. `canonical` returns the stored spelling of a
 * DID.
 */
export function filterToSql(
  clause: Clause,
  parameters: SqlParameters,
  canonical: (did: string) => string | undefined,
): string {
  return new Translation(parameters, canonical).clause(clause, undefined)
}

/** Above this number, alternatives are compared one by one. */
const INDEXED_VALUES = 8

class Translation {
  private aliases = 0
  /** True within the elements of a list. */
  private inElement = false
  private readonly parameters: SqlParameters
  private readonly columns: Readonly<Record<string, Column>>

  constructor(parameters: SqlParameters, canonical: (did: string) => string | undefined) {
    this.parameters = parameters
    const time = (value: unknown) => {
      const date = typeof value === 'string' ? new Date(value) : undefined
      return date === undefined || Number.isNaN(date.getTime()) ? undefined : date
    }
    this.columns = {
      _id: {
        sql: 'd.id',
        type: 'uuid',
        read: value => (isId(value) ? value.toLowerCase() : undefined),
      },
      _created: { sql: 'd.created', type: 'timestamptz', read: time },
      _updated: { sql: 'd.updated', type: 'timestamptz', read: time },
      _owner: {
        sql: 'd.owner',
        type: 'text',
        read: value => (typeof value === 'string' ? canonical(value) : undefined),
      },
    }
  }

  /** `element` is the SQL of the current array element; `undefined` at the document itself. */
  clause(clause: Clause, element: string | undefined): string {
    if ('every' in clause) return all(clause.every.map(each => this.clause(each, element)))
    if ('some' in clause) {
      const place = element === undefined ? this.place(clause.some) : undefined
      return place ?? any(clause.some.map(each => this.clause(each, element)))
    }
    if ('none' in clause) return `NOT ${certain(any(clause.none.map(each => this.clause(each, element))))}`
    const [field = ''] = clause.path
    const isColumn = element === undefined && clause.path.length === 1 && Object.hasOwn(this.columns, field)
    const column = isColumn ? this.columns[field] : undefined
    if (column !== undefined) return all(clause.conditions.map(each => this.onColumn(column, each)))
    if (element !== undefined) return this.onField(element, clause.path, clause.conditions)
    return field === '_acl'
      ? this.onField(`jsonb_build_object('_acl', d.acl)`, clause.path, clause.conditions)
      : this.onField('d.body', clause.path, clause.conditions)
  }

  /**
   * Rewrites the keyset predicate as one row comparison, so that an index can start there and the rest is
   * estimated once.
   */
  private place(some: readonly Clause[]): string | undefined {
    const terms = some.map(termsOf)
    const sign = PLACES[terms.map(each => each.map(({ name }) => name).join(', ')).join(' or ')]
    const [created, again, id] = terms.flat().map(({ value }) => value)
    if (sign === undefined || created !== again) return undefined
    const { _created, _id } = this.columns
    const [time, uuid] = [_created?.read(created), _id?.read(id)]
    if (time === undefined || uuid === undefined) return undefined
    const place = `(${this.parameters.add(time)}::timestamptz, ${this.parameters.add(uuid)}::uuid)`
    return `(d.created, d.id) ${sign} ${place}`
  }

  private onColumn(column: Column, condition: Condition): string {
    const { sql, type } = column
    const bind = (value: string | Date) => `${this.parameters.add(value)}::${type}`
    const oneOf = (values: readonly unknown[]) =>
      any(
        values.flatMap(value => {
          const read = column.read(value)
          return read === undefined ? [] : [`${sql} = ${bind(read)}`]
        }),
      )
    switch (condition.operator) {
      case '$eq':
        return oneOf([condition.value])
      case '$ne':
        return `NOT ${certain(oneOf([condition.value]))}`
      case '$in':
        return oneOf(condition.values)
      case '$nin':
        return `NOT ${certain(
          type === 'text' && hasStoredSpelling(condition.values)
            ? this.listed(sql, condition.values)
            : oneOf(condition.values),
        )}`
      case '$gt':
      case '$gte':
      case '$lt':
      case '$lte': {
        const read = column.read(condition.value)
        return read === undefined ? 'FALSE' : `${sql} ${comparison(condition)} ${bind(read)}`
      }
      case '$exists':
        return condition.exists ? `${sql} IS NOT NULL` : `${sql} IS NULL`
      case '$not':
        return `NOT ${certain(all(condition.conditions.map(each => this.onColumn(column, each))))}`
      default:
        throw new FilterError(`'${condition.operator}' needs a list, which this field never is`)
    }
  }

  /** One parameter for all owners: a statement has at most 65,535, and the database hashes a list. */
  private listed(sql: string, owners: readonly string[]): string {
    const list = this.parameters.json(owners)
    return `${sql} IN (SELECT jsonb_array_elements_text(${list}))`
  }

  private onField(json: string, path: readonly string[], conditions: readonly Condition[]): string {
    return all(conditions.map(condition => this.onPath(json, path, condition)))
  }

  /** A condition on the value at a path; arrays on the way are searched by element. */
  private onPath(json: string, path: readonly string[], condition: Condition): string {
    switch (condition.operator) {
      case '$eq':
        return this.equals(json, path, condition.value)
      case '$ne':
        return `NOT ${this.equals(json, path, condition.value)}`
      case '$in':
        return this.oneOf(json, path, condition.values)
      case '$nin':
        return `NOT ${this.oneOf(json, path, condition.values)}`
      case '$all':
        return condition.values.length === 0
          ? 'FALSE'
          : all(condition.values.map(value => this.equals(json, path, value)))
      case '$gt':
      case '$gte':
      case '$lt':
      case '$lte':
        return this.someElement(json, path, value => this.compares(value, condition))
      case '$exists':
        return `${condition.exists ? '' : 'NOT '}${this.someValue(json, path, () => 'TRUE')}`
      case '$size':
        return this.someValue(
          json,
          path,
          value => `${lengthOf(value)} = ${this.parameters.add(condition.size)}::integer`,
        )
      case '$not':
        return `NOT ${this.onField(json, path, condition.conditions)}`
      case '$elemMatch': {
        const isOuter = !this.inElement
        this.inElement = true
        const exact = this.someValue(json, path, list => {
          const element = this.alias()
          const test =
            'filter' in condition
              ? this.clause(condition.filter, element)
              : this.onField(element, [], condition.conditions)
          return `EXISTS (SELECT 1 FROM jsonb_array_elements(${arrayOf(list)}) AS ${element} WHERE ${test})`
        })
        if (!isOuter) return exact
        this.inElement = false
        if (!('filter' in condition)) return exact
        // Each jsonpath costs a fraction of nested subqueries, which then run for the documents that neither decides.
        // Functions, not operators: an index would add nothing, and evaluate them for each of its conditions.
        const holds = (mode: 'lax' | 'strict', predicate: string) =>
          `jsonb_path_exists(${json}, ${this.parameters.add(`${mode} $ ? (${predicate})`)}::jsonpath, '{}', TRUE)`
        const necessary = searchesElements(condition.filter) ? necessity.of(path, condition) : undefined
        const sufficient = sufficiency.of(path, condition)
        const decided = sufficient === undefined ? exact : `(${holds('strict', sufficient)} OR ${exact})`
        return necessary === undefined ? decided : `(${holds('lax', necessary)} AND ${decided})`
      }
    }
  }

  private equals(json: string, path: readonly string[], value: unknown): string {
    if (value === null) {
      const isNull = this.someElement(json, path, each => `jsonb_typeof(${each}) = 'null'`)
      return any([`NOT ${this.someValue(json, path, () => 'TRUE')}`, isNull])
    }
    if (typeof value === 'object') {
      const bound = this.parameters.json(value)
      return any([
        this.someValue(json, path, each => `${each} = ${bound}`),
        this.someElement(json, path, each => `${each} = ${bound}`),
      ])
    }
    // One condition for the index on the content, with one estimate: the planner would assume a hundredth of
    // all documents for each of several alternatives for arrays on the way.
    if (path.length > 0 && !path.some(isIndex)) return this.has(json, path, [value])
    return this.someElement(json, path, each => `${each} = ${this.parameters.json(value)}`)
  }

  private oneOf(json: string, path: readonly string[], values: readonly unknown[]): string {
    const plain = values.every(value => typeof value !== 'object')
    if (!plain) return any(values.map(value => this.equals(json, path, value)))
    if (values.length <= INDEXED_VALUES && values.length > 0 && path.length > 0 && !path.some(isIndex))
      return this.has(json, path, values)
    const list = this.parameters.json(values)
    const option = this.alias()
    return this.someElement(
      json,
      path,
      each => `${each} IN (SELECT ${option} FROM jsonb_array_elements(${list}) AS ${option})`,
    )
  }

  /**
   * True if the path holds one of these texts, numbers or booleans: jsonpath in lax mode searches arrays, one
   * level deep.
   */
  private has(json: string, path: readonly string[], values: readonly unknown[]): string {
    const steps = path.map(step => `.${JSON.stringify(step)}`).join('')
    const equal = values.map(value => `@ == ${JSON.stringify(value)}`).join(' || ')
    const test = `lax $${steps} ? ((${equal}) && @.type() != "array")`
    return `${json} @? ${this.parameters.add(test)}::jsonpath`
  }

  /** Values are ordered only within their type: no number is greater than a text. */
  private compares(value: string, condition: Condition & { readonly value: unknown }): string {
    const type = typeof condition.value
    if (type !== 'string' && type !== 'number' && type !== 'boolean') return 'FALSE'
    // CASE, because AND does not guarantee that the comparison only runs between values of one type.
    return `CASE jsonb_typeof(${value}) WHEN '${type}' THEN ${value} ${comparison(condition)} ${this.parameters.json(condition.value)} ELSE FALSE END`
  }

  /** Tests whether any value at the path satisfies a condition; an array counts as itself. */
  private someValue(json: string, path: readonly string[], test: (value: string) => string): string {
    const value = this.alias()
    return `EXISTS (SELECT 1 FROM jsonb_path_query(${json}, ${this.path(path, '')}) AS ${value} WHERE ${test(value)})`
  }

  /** Tests whether any value at the path satisfies a condition; an array counts as its elements. */
  private someElement(json: string, path: readonly string[], test: (value: string) => string): string {
    const value = this.alias()
    return `EXISTS (SELECT 1 FROM jsonb_path_query(${json}, ${this.path(path, '[*]')}) AS ${value} WHERE ${test(value)})`
  }

  /** A jsonpath in lax mode, in which a member of an array is that member of each element. */
  private path(path: readonly string[], suffix: string): string {
    const steps = path.map(step => (isIndex(step) ? `[${step}]` : `.${JSON.stringify(step)}`))
    return `${this.parameters.add(`lax $${steps.join('')}${suffix}`)}::jsonpath`
  }

  private alias(): string {
    this.aliases += 1
    return `v${this.aliases}`
  }
}

function searchesElements(clause: Clause): boolean {
  if ('every' in clause) return clause.every.some(searchesElements)
  if ('some' in clause) return clause.some.some(searchesElements)
  if ('none' in clause) return clause.none.some(searchesElements)
  return clause.conditions.some(({ operator }) => operator === '$elemMatch')
}

/** A jsonpath predicate on a value in place of conditions; `undefined` for conditions that have none. */
interface Approximation {
  of(path: readonly string[], condition: Condition): string | undefined
}

/**
 * @param elementsOf - the predicate that elements of the list at a place match another one
 * @param together - that parts hold, some of which may be unknown
 */
function approximation(
  elementsOf: (place: string, inner: string) => string,
  together: (parts: readonly (string | undefined)[]) => string | undefined,
): Approximation {
  const within = (clause: Clause): string | undefined => {
    if ('every' in clause) return together(clause.every.map(within))
    if ('some' in clause) {
      const parts = clause.some.map(within)
      return parts.length > 0 && parts.every(each => each !== undefined)
        ? `(${parts.join(' || ')})`
        : undefined
    }
    if ('none' in clause) return undefined
    return together(clause.conditions.map(condition => of(clause.path, condition)))
  }
  const of = (path: readonly string[], condition: Condition): string | undefined => {
    if (path.length === 0 || path.some(isIndex)) return undefined
    const place = `@${path.map(step => `.${JSON.stringify(step)}`).join('')}`
    switch (condition.operator) {
      case '$eq':
        return equalTo(place, [condition.value])
      case '$in':
        return condition.values.length <= INDEXED_VALUES ? equalTo(place, condition.values) : undefined
      case '$gt':
      case '$gte':
      case '$lt':
      case '$lte':
        // Texts have another order in a jsonpath than in a database with a locale.
        return typeof condition.value === 'number'
          ? `${place} ${comparison(condition)} ${JSON.stringify(condition.value)}`
          : undefined
      case '$elemMatch': {
        const inner = 'filter' in condition ? within(condition.filter) : undefined
        return inner && elementsOf(place, inner)
      }
      default:
        return undefined
    }
  }
  return { of }
}

const both = (parts: readonly string[]): string | undefined =>
  parts.length === 0 ? undefined : `(${parts.join(' && ')})`

/**
 * True in lax mode for every value that satisfies the condition, and for some others. In lax mode, a filter looks
 * into an element that is a list itself, and applies to its elements one by one; so all such elements pass.
 */
const necessity = approximation(
  (place, inner) => `(exists(${place}[*] ? (${inner})) || ${place}[*].type() == "array")`,
  parts => both(parts.filter(each => each !== undefined)),
)

/** True in strict mode for values that satisfy the condition: objects in lists, without lists on the way. */
const sufficiency = approximation(
  (place, inner) => `exists(${place}[*] ? (${inner}))`,
  parts => {
    const known = parts.filter(each => each !== undefined)
    return known.length === parts.length ? both(known) : undefined
  },
)

/** `null` equals what is absent, and an object or a list is compared as a whole: neither is a jsonpath literal. */
function equalTo(place: string, values: readonly unknown[]): string | undefined {
  if (values.length === 0 || values.some(value => typeof value === 'object')) return undefined
  return `(${values.map(value => `${place} == ${JSON.stringify(value)}`).join(' || ')})`
}

/** The forms of a cursor's predicate: after a record, and up to it. */
const PLACES: Readonly<Record<string, string>> = {
  '_created $gt or _created $eq, _id $gt': '>',
  '_created $lt or _created $eq, _id $lte': '<=',
}

/** The comparisons of a conjunction; a clause of another kind has no name. */
function termsOf(clause: Clause): readonly { readonly name: string; readonly value?: unknown }[] {
  if ('every' in clause) return clause.every.flatMap(termsOf)
  if (!('path' in clause)) return [{ name: '' }]
  return clause.conditions.map(condition => ({
    name: `${clause.path.join('.')} ${condition.operator}`,
    ...('value' in condition && { value: condition.value }),
  }))
}

const signs = { $gt: '>', $gte: '>=', $lt: '<', $lte: '<=' } as const

function comparison({ operator }: Condition): string {
  return signs[operator as keyof typeof signs]
}

function isIndex(step: string): boolean {
  return /^\d{1,6}$/.test(step)
}

function arrayOf(value: string): string {
  return `CASE jsonb_typeof(${value}) WHEN 'array' THEN ${value} ELSE '[]'::jsonb END`
}

function lengthOf(value: string): string {
  return `CASE jsonb_typeof(${value}) WHEN 'array' THEN jsonb_array_length(${value}) END`
}

/** NULL, the result for a missing owner, is not a match. */
function certain(test: string): string {
  return `COALESCE(${test}, FALSE)`
}

function all(tests: readonly string[]): string {
  return tests.length === 0 ? 'TRUE' : `(${tests.join(' AND ')})`
}

function any(tests: readonly string[]): string {
  return tests.length === 0 ? 'FALSE' : `(${tests.join(' OR ')})`
}

/** The ORDER BY for a sort, with the id last, so that the order is always total. */
export function sortToSql(sort: Readonly<Record<string, 1 | -1>>, parameters: SqlParameters): string {
  const columns: Record<string, string> = {
    _id: 'd.id',
    _created: 'd.created',
    _updated: 'd.updated',
    _owner: 'd.owner',
  }
  const keys = Object.entries(sort).map(([field, direction]) => {
    const column = Object.hasOwn(columns, field) ? columns[field] : undefined
    const key = column ?? `jsonb_path_query_first(d.body, ${pathOf(field, parameters)})`
    return `${key} ${direction === -1 ? 'DESC' : 'ASC'}`
  })
  return [...keys, 'd.id ASC'].join(', ')
}

function pathOf(field: string, parameters: SqlParameters): string {
  const steps = readPath(field).map(step => (isIndex(step) ? `[${step}]` : `.${JSON.stringify(step)}`))
  return `${parameters.add(`lax $${steps.join('')}`)}::jsonpath`
}

/** True if a value could be the id of a document. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && isUuid(value.toLowerCase())
}
