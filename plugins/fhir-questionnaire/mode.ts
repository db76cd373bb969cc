/** The version of FHIR by which a form and the responses to it are read: said once, and kept with each revision. */
import type { Questionnaire } from 'fhir/r4.js'
import { FHIR_VERSIONS, type FhirVersion } from '../../fhir/index.ts'

const MODE = 'urn:andiron:fhir-version'

/** The mode that a form carries in its tags. */
export function modeIn(questionnaire: unknown): FhirVersion | undefined {
  const { meta } = (questionnaire ?? {}) as { meta?: { tag?: unknown } | null }
  const tags: readonly unknown[] = Array.isArray(meta?.tag) ? meta.tag : []
  const own = tags.find(isMode)
  return FHIR_VERSIONS.find(version => version === own?.code)
}

/** The form with this mode among its tags. */
export function inMode(questionnaire: Questionnaire, mode: FhirVersion) {
  const { meta } = questionnaire
  const others = Array.isArray(meta?.tag) ? meta.tag.filter(tag => !isMode(tag)) : []
  return { ...questionnaire, meta: { ...meta, tag: [...others, { system: MODE, code: mode }] } }
}

const isMode = (tag: unknown): tag is { code?: unknown } =>
  typeof tag === 'object' && tag !== null && (tag as { system?: unknown }).system === MODE

/** FHIR names its versions in the media type: `application/fhir+json; fhirVersion=4.0`. */
export const modeOf = (contentType = ''): FhirVersion | undefined =>
  RELEASES[/;\s*fhirVersion="?(\d\.\d)/i.exec(contentType)?.[1] ?? '']

const RELEASES: Readonly<Record<string, FhirVersion>> = { '4.0': 'R4', '4.3': 'R4B', '5.0': 'R5' }
