/**
 * Writes the generated files: `fhir/structure/r4.ts`, `r4b.ts`, `r5.ts` and their `-others.ts` from the definitions
 * packages (CC0), the bundled units of UCUM from the value sets of R4, `docs/fhir-rules.md` from the table of rules,
 * and the sentences of each language from `fhir/languages`. After a build: `node dist/fhir/generate/write.js`, then
 * `biome check --write fhir/structure`. The argument `languages` writes the sentences alone.
 */
// biome-ignore-start lint/style/noRestrictedImports: run by hand under Node; no file of fhir imports it.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
// biome-ignore-end lint/style/noRestrictedImports: as above
import { EXTENSION_TABLE } from '../rules/extension-table.ts'
import { RULES } from '../rules/index.ts'
import type { Generated, OtherTypes } from '../structure/tables.ts'
import { readCatalogue } from './catalogue.ts'
import { generate, type ReadDefinition } from './definitions.ts'
import { compileCatalogue } from './languages.ts'
import { folderOf } from './packages.ts'
import { renderRules } from './rules.ts'
import { renderUnits } from './units.ts'

/** The package of each version. */
export const PACKAGES = {
  R4: 'hl7.fhir.r4.examples',
  R4B: 'hl7.fhir.r4b.core',
  R5: 'hl7.fhir.r5.core',
} as const

/** Generates one version from its installed package. */
export const generateVersion = (version: keyof typeof PACKAGES): Generated => generate(...packageOf(version))

/** Generates the types of a version that are not in its main table, one string a type. */
export function generateOthers(version: keyof typeof PACKAGES): OtherTypes {
  const [read, resources] = packageOf(version)
  const main = generate(read, resources)
  const all = generate(read, resources, resources)
  const types = Object.entries(all.types).flatMap(([name, properties]) =>
    Object.hasOwn(main.types, name)
      ? []
      : [
          [
            name,
            Object.entries(properties).map(([property, notation]) => `${property} ${notation}`),
          ] as const,
        ],
  )
  const codes = Object.entries(all.codes).filter(([name]) => !Object.hasOwn(main.codes, name))
  return {
    types: Object.fromEntries(types.map(([name, properties]) => [name, properties.join(';')])),
    codes: Object.fromEntries(codes),
  }
}

function packageOf(version: keyof typeof PACKAGES): [read: ReadDefinition, resources: string[]] {
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
  return [read, resources]
}

/** The text of the bundled units of UCUM. */
export function generateUnits(): string {
  const read = (name: string) => JSON.parse(readFileSync(join(folderOf(PACKAGES.R4), `${name}.json`), 'utf8'))
  return renderUnits(PACKAGES.R4, read('package').version, read)
}

/** The text of a generated file. */
export const render = (version: keyof typeof PACKAGES, generated: Generated) =>
  `/** The elements of FHIR ${version}, generated from ${PACKAGES[version]} (CC0) by fhir/generate: do not edit. */
import type { Generated } from './tables.ts'

export const ${version}: Generated = ${JSON.stringify(generated, null, 2)}
`

/** The text of the file of the other types. */
export const renderOthers = (version: keyof typeof PACKAGES, generated: OtherTypes) =>
  `/** The other types of FHIR ${version}, generated from ${PACKAGES[version]} (CC0) by fhir/generate: do not edit. */
import type { OtherTypes } from './tables.ts'

export const OTHERS: OtherTypes = ${JSON.stringify(generated, null, 2)}
`

if (process.argv[1]?.endsWith('write.js')) {
  for (const [path, contents] of compileCatalogue(readCatalogue('fhir/languages')))
    writeFileSync(path, contents)
  if (process.argv[2] === 'languages') process.exit()
  writeFileSync('docs/fhir-rules.md', renderRules(RULES, EXTENSION_TABLE))
  writeFileSync('plugins/fhir-terminology/bundled/ucum.ts', generateUnits())
  for (const version of ['R4', 'R4B', 'R5'] as const) {
    writeFileSync(`fhir/structure/${version.toLowerCase()}.ts`, render(version, generateVersion(version)))
    writeFileSync(
      `fhir/structure/${version.toLowerCase()}-others.ts`,
      renderOthers(version, generateOthers(version)),
    )
  }
}
