/** The forms of which a modular form is made. */
import { loopTurn } from '../../core/index.ts'
import { modulesOf } from '../../fhir/assemble.ts'
import type { FormParts } from './form-parts.ts'
import type { Questionnaires } from './registry.ts'

/** Maximum forms, and characters of their JSON, that are read for one form. */
const MOST = 64
const MOST_CHARACTERS = 4_000_000

/** Modules by their canonical URLs, as written. */
export interface Modules {
  readonly found: ReadonlyMap<string, FormParts>
  readonly missing: readonly string[]
}

/** The registered forms that a form names, and those that they name; each canonical URL once. */
export async function modulesFor(questionnaire: unknown, questionnaires: Questionnaires): Promise<Modules> {
  const found = new Map<string, FormParts>()
  const missing: string[] = []
  const names = new Set(modulesOf(questionnaire))
  let characters = 0
  // Names that are added during the walk are walked as well.
  for (const name of names) {
    const isTooMuch = found.size >= MOST || characters > MOST_CHARACTERS
    const registered = isTooMuch ? undefined : await questionnaires.resolve(name)
    if (registered === undefined) {
      missing.push(name)
      continue
    }
    characters += registered.bytes.length
    found.set(name, registered.parts)
    await loopTurn()
    for (const next of modulesOf(registered.parts.questionnaire)) if (names.size < 2 * MOST) names.add(next)
  }
  return { found, missing }
}
