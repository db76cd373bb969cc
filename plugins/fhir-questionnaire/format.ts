/** The requested format of responses: `_format`, otherwise `Accept` (FHIR R4, 3.1.0.1.11). */

export type Format = 'json' | 'ndjson' | 'csv'

const MEDIA_TYPES: Readonly<Record<string, Format>> = {
  'application/json': 'json',
  'application/fhir+json': 'json',
  'application/fhir+ndjson': 'ndjson',
  'application/ndjson': 'ndjson',
  'application/x-ndjson': 'ndjson',
  'text/csv': 'csv',
  '*/*': 'json',
  'application/*': 'json',
}

/** The accepted values of `_format`. */
export const FORMATS = [
  'json',
  'ndjson',
  'csv',
  'application/fhir+json',
  'application/fhir+ndjson',
  'text/csv',
] as const

/** The available format that the client prefers; pages by default. */
export function formatOf(format: (typeof FORMATS)[number] | undefined, accept = ''): Format {
  if (format === 'json' || format === 'ndjson' || format === 'csv') return format
  if (format !== undefined) return MEDIA_TYPES[format] ?? 'json'
  const liked = accept.split(',').flatMap(range => {
    const [type = '', ...parameters] = range.split(';').map(part => part.trim().toLowerCase())
    const known = MEDIA_TYPES[type]
    const weight = Number(parameters.find(parameter => parameter.startsWith('q='))?.slice(2) ?? 1)
    return known !== undefined && weight > 0 ? [{ known, weight }] : []
  })
  // The sort is stable, so that the first of equals wins.
  return liked.sort((a, b) => b.weight - a.weight)[0]?.known ?? 'json'
}
