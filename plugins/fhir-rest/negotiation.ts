/** Content negotiation: the version of FHIR, the media type, and pretty-printing. */
import type { FhirRelease } from '../../core/index.ts'
import { FileNotAcceptable, NotAcceptable } from './errors.ts'

export interface Wanted {
  readonly release: FhirRelease
  /** The Content-Type of the response. */
  readonly type: string
}

/** The names of FHIR's versions in media types (FHIR R5, 2.1.0.7). */
const RELEASES: ReadonlyMap<string | undefined, FhirRelease> = new Map([
  ['4.0', 'R4'],
  ['4.3', 'R4B'],
  ['5.0', 'R5'],
])

const FHIR_JSON = 'application/fhir+json'
const JSON_TYPES: ReadonlySet<string> = new Set([FHIR_JSON, 'application/json', 'text/json'])
const ANY_TYPES: ReadonlySet<string> = new Set(['*/*', 'application/*'])
/** The short values of `_format`. */
const SHORT: ReadonlyMap<string, string> = new Map([
  ['json', FHIR_JSON],
  // An unencoded plus sign.
  ['application/fhir json', FHIR_JSON],
])

interface Range {
  readonly type: string
  readonly version: string | undefined
  readonly weight: number
}

/**
 * Reads `_format`, otherwise `Accept`: RFC 9110 §12.5.1, with the parameter `fhirVersion`; R4 by default.
 * `Accept` may give the version for a `_format` without one.
 * @throws NotAcceptable if no available type is accepted
 */
export function wantedBy(format: string | undefined, accept = '*/*'): Wanted {
  const requested = requestedBy(format, accept)
  const ranges = rangesOf(requested)
  const served = ranges.find(isServed)
  if (served === undefined) throw new NotAcceptable(requested)
  const { type, version = rangesOf(accept).find(isServed)?.version } = served
  const name = type === 'application/json' ? type : FHIR_JSON
  return {
    release: RELEASES.get(version) ?? 'R4',
    type: `${name};${version === undefined ? '' : ` fhirVersion=${version};`} charset=utf-8`,
  }
}

/**
 * True if the bytes of a file are accepted with at least the same quality as its resource.
 * @param contentType - the type of the file
 * @throws FileNotAcceptable if neither is accepted
 */
export function wantsBytes(format: string | undefined, accept = '*/*', contentType: string): boolean {
  const requested = requestedBy(format, accept)
  const file = readRange(contentType).type
  const covers = ({ type }: Range) =>
    type === file || type === '*/*' || (type.endsWith('/*') && file.startsWith(type.slice(0, -1)))
  const first = rangesOf(requested).find(range => isServed(range) || covers(range))
  if (first === undefined) throw new FileNotAcceptable(file, requested)
  return !JSON_TYPES.has(first.type)
}

/** `_format` overrides `Accept`. */
const requestedBy = (format: string | undefined, accept: string): string =>
  format === undefined ? accept : (SHORT.get(format) ?? format)

/** Sorted by quality; the sort is stable, so that the first of equals comes first. */
const rangesOf = (header: string): Range[] =>
  header
    .split(',')
    .map(readRange)
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)

const isServed = ({ type, version }: Range): boolean =>
  (JSON_TYPES.has(type) || ANY_TYPES.has(type)) && (version === undefined || RELEASES.has(version))

function readRange(range: string): Range {
  const [type = '', ...parameters] = range.split(';').map(part => part.trim())
  const parameter = (name: string) =>
    parameters
      .find(each => each.toLowerCase().startsWith(`${name}=`))
      ?.slice(name.length + 1)
      .replace(/^"(.*)"$/, '$1')
  return {
    type: type.toLowerCase(),
    version: parameter('fhirversion')?.replace(/^(\d+\.\d+)\.\d+$/, '$1'),
    weight: Number(parameter('q') ?? 1),
  }
}

/** The version in the media type of a body. */
export const releaseOf = (contentType = ''): FhirRelease | undefined =>
  RELEASES.get(readRange(contentType).version)
