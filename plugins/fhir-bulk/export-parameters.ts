/** The parameters of an export, from a query or Parameters (Bulk Data Access 2, "Query Parameters"). */
import type { Parameters } from 'fhir/r4.js'
import { readDateSearch } from '../../fhir/values/date-search.ts'
import { ExportParameter } from './errors.ts'

/** The types of every application, which are exported if a request names none. */
export const FORM_TYPES: readonly string[] = ['Questionnaire', 'QuestionnaireResponse']

/** Every value of every parameter, as texts. */
export type Given = ReadonlyMap<string, readonly string[]>

export interface ExportSelection {
  /** In the order in which they are known. */
  readonly types: readonly string[]
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
 * @param known - the types to choose from; none if the export has no types
 * @param lenient - ignores unknown parameters: `Prefer: handling=lenient`
 * @throws ExportParameter
 */
export function readParameters(given: Given, known: readonly string[], lenient: boolean): ExportSelection {
  const names = ['_since', '_outputFormat', ...(known.length > 0 ? ['_type'] : [])]
  const stranger = [...given.keys()].find(name => !names.includes(name))
  if (stranger !== undefined && !lenient) throw new ExportParameter(stranger, 'is not known here')
  for (const format of given.get('_outputFormat') ?? [])
    if (!FORMATS.has(format)) throw new ExportParameter('_outputFormat', `cannot be '${format}'`)
  const types = known.length > 0 ? typesIn(given.get('_type'), known, lenient) : known
  const [since, ...more] = given.get('_since') ?? []
  if (since === undefined) return { types }
  const from = INSTANT.test(since) ? readDateSearch(`ge${since}`)?.from : undefined
  if (from === undefined || more.length > 0)
    throw new ExportParameter('_since', `must be one instant with a zone, not '${[since, ...more]}'`)
  return { types, since: Date.parse(from) }
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}.*(Z|[+-]\d{2}:\d{2})$/

function typesIn(
  given: readonly string[] | undefined,
  known: readonly string[],
  lenient: boolean,
): readonly string[] {
  if (given === undefined) return FORM_TYPES
  const named = given.flatMap(each => each.split(',')).map(each => each.trim())
  const stranger = named.find(name => !known.includes(name))
  const types = known.filter(type => named.includes(type))
  if ((stranger !== undefined && !lenient) || types.length === 0)
    throw new ExportParameter('_type', `cannot be '${stranger ?? ''}': there are ${known.join(', ')}`)
  return types
}
