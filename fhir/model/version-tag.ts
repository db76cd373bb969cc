/** The tag in which a form declares its FHIR version, which also applies to its responses. */
import type { Questionnaire } from 'fhir/r4.js'
import { FHIR_VERSIONS, type FhirVersion } from './version.ts'

const MODE = 'urn:andiron:fhir-version'

/** The mode in the tags of a form. */
export function modeIn(questionnaire: unknown): FhirVersion | undefined {
  const { meta } = (questionnaire ?? {}) as { meta?: { tag?: unknown } | null }
  const tags: readonly unknown[] = Array.isArray(meta?.tag) ? meta.tag : []
  const own = tags.find(isMode)
  return FHIR_VERSIONS.find(version => version === own?.code)
}

/** A copy of the form with this mode in its tags. */
export function inMode(questionnaire: Questionnaire, mode: FhirVersion) {
  const { meta } = questionnaire
  const others = Array.isArray(meta?.tag) ? meta.tag.filter(tag => !isMode(tag)) : []
  return { ...questionnaire, meta: { ...meta, tag: [...others, { system: MODE, code: mode }] } }
}

const isMode = (tag: unknown): tag is { code?: unknown } =>
  typeof tag === 'object' && tag !== null && (tag as { system?: unknown }).system === MODE
