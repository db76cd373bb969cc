/** The forms of which a modular form is made. */
import { loopTurn } from '../../core/index.ts'
import { modulesOf } from '../../fhir/assemble.ts'
import type { Questionnaires } from './registry.ts'

/** Maximum forms, and characters of their JSON, that are read for one form. */
const MOST = 64
const MOST_CHARACTERS = 8_000_000

export type Modules = readonly (readonly [canonical: string, form: Readonly<Record<string, unknown>>])[]

/** The registered forms that a form names, and those that they name; each canonical URL once. */
export async function modulesFor(
  questionnaire: unknown,
  questionnaires: Questionnaires,
): Promise<{ readonly found: Modules; readonly missing: readonly string[] }> {
  const found = new Map<string, Readonly<Record<string, unknown>>>()
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
    const form = registered.parts.questionnaire as Readonly<Record<string, unknown>>
    characters += registered.bytes.length
    found.set(name, form)
    await loopTurn()
    for (const next of modulesOf(form)) if (names.size < 2 * MOST) names.add(next)
  }
  return { found: [...found], missing }
}
