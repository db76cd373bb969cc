/** The version of FHIR for reading a form and its responses: set once, and stored with each revision. */
import type { FhirVersion } from '../../fhir/index.ts'

export { inMode, modeIn } from '../../fhir/model/version-tag.ts'

/** FHIR puts its version into the media type: `application/fhir+json; fhirVersion=4.0`. */
export const modeOf = (contentType = ''): FhirVersion | undefined =>
  RELEASES[/;\s*fhirVersion="?(\d\.\d)/i.exec(contentType)?.[1] ?? '']

const RELEASES: Readonly<Record<string, FhirVersion>> = { '4.0': 'R4', '4.3': 'R4B', '5.0': 'R5' }
