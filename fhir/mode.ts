/** The tag by which a form says in which version of FHIR it, and the responses to it, are read. */
import type { Questionnaire } from 'fhir/r4.js'
import { FHIR_VERSIONS, type FhirVersion } from './version.ts'

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
