/** The parameters of an export, from a query or Parameters (Bulk Data Access 2, "Query Parameters"). */
import type { Parameters } from 'fhir/r4.js'
import { readDateSearch } from '../../fhir/date-search.ts'
import { ExportParameter } from './errors.ts'

/** The types that applications may export. */
export const TYPES = ['Questionnaire', 'QuestionnaireResponse'] as const
export type ExportType = (typeof TYPES)[number]

/** Every value of every parameter, as texts. */
export type Given = ReadonlyMap<string, readonly string[]>

export interface ExportSelection {
  readonly types: readonly ExportType[]
  /** Milliseconds since the epoch. */
  readonly since?: number
}

/** Accepted media types of files in `_outputFormat`. */
const FORMATS: ReadonlySet<string> = new Set(['application/fhir+ndjson', 'application/ndjson', 'ndjson'])

/** The parameters of the URL, and those of a body. */
export function givenIn(query: Readonly<Record<string, unknown>>, body?: Parameters | null): Given {
  const given = new Map(Object.entries(query).map(([name, value]) => [name, [value].flat().map(String)]))
  for (const { name, ...rest } of body?.parameter ?? []) {
    // `valueString`, `valueInstant` or `valueCode`: all are accepted.
    const [, value = ''] = Object.entries(rest).find(([key]) => key.startsWith('value')) ?? []
    given.set(name, [...(given.get(name) ?? []), String(value)])
  }
  return given
}

/**
 * @param lenient - ignores unknown parameters: `Prefer: handling=lenient`
 * @throws ExportParameter
 */
export function readParameters(given: Given, lenient: boolean): ExportSelection {
  const stranger = [...given.keys()].find(name => !['_type', '_since', '_outputFormat'].includes(name))
  if (stranger !== undefined && !lenient) throw new ExportParameter(stranger, 'is not known here')
  for (const format of given.get('_outputFormat') ?? [])
    if (!FORMATS.has(format)) throw new ExportParameter('_outputFormat', `cannot be '${format}'`)
  const types = typesIn(given.get('_type'), lenient)
  const [since, ...more] = given.get('_since') ?? []
  if (since === undefined) return { types }
  const from = INSTANT.test(since) ? readDateSearch(`ge${since}`)?.from : undefined
  if (from === undefined || more.length > 0)
    throw new ExportParameter('_since', `must be one instant with a zone, not '${[since, ...more]}'`)
  return { types, since: Date.parse(from) }
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}.*(Z|[+-]\d{2}:\d{2})$/

function typesIn(given: readonly string[] | undefined, lenient: boolean): readonly ExportType[] {
  if (given === undefined) return TYPES
  const named = given.flatMap(each => each.split(',')).map(each => each.trim())
  const stranger = named.find(name => !TYPES.some(type => type === name))
  const known = TYPES.filter(type => named.includes(type))
  if ((stranger !== undefined && !lenient) || known.length === 0)
    throw new ExportParameter('_type', `cannot be '${stranger ?? ''}': there are ${TYPES.join(' and ')}`)
  return known
}
