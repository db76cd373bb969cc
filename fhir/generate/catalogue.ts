/** Reads a catalogue: a folder with a file of ICU messages for each language. */
// biome-ignore-start lint/style/noRestrictedImports: run by hand under Node; no file of fhir imports it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
// biome-ignore-end lint/style/noRestrictedImports: as above
import { LANGUAGES, type Language, type Source } from './languages.ts'

/** The catalogue in a folder, a file for each language. */
export const readCatalogue = <T = Source>(folder: string) =>
  Object.fromEntries(
    LANGUAGES.map(language => [
      language,
      JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8')) as T,
    ]),
  ) as Record<Language, T>
