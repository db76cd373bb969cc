/**
 * Writes the generated files: `fhir/structure/r4.ts`, `r4b.ts` and `r5.ts` from the definitions packages
 * (CC0), and `docs/fhir-rules.md` from the table of rules. After a build: `node
 * dist/fhir/generate/write.js`, then `biome check --write fhir/structure`.
 */
// biome-ignore-start lint/style/noRestrictedImports: run by hand under Node; no file of fhir imports it.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
// biome-ignore-end lint/style/noRestrictedImports: as above
import { EXTENSION_TABLE } from '../extension-table.ts'
import { RULES } from '../rules/index.ts'
import { type Generated, generate } from './definitions.ts'
import { folderOf } from './packages.ts'
import { renderRules } from './rules.ts'

/** The package of each version. */
export const PACKAGES = {
  R4: 'hl7.fhir.r4.examples',
  R4B: 'hl7.fhir.r4b.core',
  R5: 'hl7.fhir.r5.core',
} as const

/** Generates one version from its installed package. */
export function generateVersion(version: keyof typeof PACKAGES): Generated {
  const folder = folderOf(PACKAGES[version])
  const read = (name: string): unknown => {
    const file = join(folder, `${name}.json`)
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  }
  const prefix = 'StructureDefinition-'
  const resources = readdirSync(folder).flatMap(file => {
    if (!file.startsWith(prefix)) return []
    const definition = read(file.slice(0, -'.json'.length)) as {
      kind?: string
      derivation?: string
      abstract?: boolean
      type?: string
    }
    const isResource =
      definition.kind === 'resource' &&
      definition.derivation === 'specialization' &&
      definition.abstract === false
    return isResource && definition.type !== undefined ? [definition.type] : []
  })
  return generate(read, resources)
}

/** The text of a generated file. */
export const render = (version: keyof typeof PACKAGES, generated: Generated) =>
  `/** The elements of FHIR ${version}, generated from ${PACKAGES[version]} (CC0) by fhir/generate: do not edit. */
import type { Generated } from '../generate/definitions.ts'

export const ${version}: Generated = ${JSON.stringify(generated, null, 2)}
`

if (process.argv[1]?.endsWith('write.js')) {
  writeFileSync('docs/fhir-rules.md', renderRules(RULES, EXTENSION_TABLE))
  for (const version of ['R4', 'R4B', 'R5'] as const) {
    writeFileSync(`fhir/structure/${version.toLowerCase()}.ts`, render(version, generateVersion(version)))
  }
}
