/** Locates the HL7 packages (CC0). They are large and installed apart: `npm ci --prefix fhir/definitions`. */
// biome-ignore-start lint/style/noRestrictedImports: for generators and tests; never imported by fhir.
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
// biome-ignore-end lint/style/noRestrictedImports: as above

/** The directory of an installed package. */
export function folderOf(name: string): string {
  const place = new URL('fhir/definitions/', import.meta.resolve('#root/package.json'))
  return dirname(createRequire(place).resolve(`${name}/package.json`))
}
