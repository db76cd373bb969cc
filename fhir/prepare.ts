/** Compiles forms that need more than the rules: brings in FHIRPath and UCUM where, and only where, a form asks for them. */
import { type CompiledQuestionnaire, compileQuestionnaire } from './compile.ts'
import { type Form, readForm } from './definition.ts'
import type { Engines } from './engines.ts'
import { extension } from './extensions.ts'
import type { CompileOptions } from './form-rules.ts'
import { loadFhirPath } from './load-fhirpath.ts'
import { loadUcum } from './load-ucum.ts'
import type { FhirVersion } from './version.ts'

/**
 * Compiles a form with every engine that it needs. Loading them is asynchronous, checking is not: that is why this one
 * waits and `compileQuestionnaire` does not. A form without expressions and quantities loads nothing.
 */
export async function prepareQuestionnaire(
  questionnaire: unknown,
  options: CompileOptions,
): Promise<CompiledQuestionnaire> {
  return compileQuestionnaire(questionnaire, {
    ...(await loadEngines(questionnaire, options.fhirVersion)),
    ...options,
  })
}

/** Loads the engines that a form needs, for those who compile it themselves. */
export async function loadEngines(questionnaire: unknown, version: FhirVersion): Promise<Engines> {
  const form = readForm(questionnaire, version)
  return {
    ...(convertsUnits(form) && { convertUnit: await loadUcum() }),
    ...(runsExpressions(form) && { compileExpression: await loadFhirPath(version) }),
  }
}

/** True when a check of the form or of a response runs FHIRPath or UCUM, whose cost is not bounded by size. */
export const needsEngines = (form: Form): boolean => runsExpressions(form) || convertsUnits(form)

const runsExpressions = ({ expressions }: Form): boolean => expressions.size > 0

const convertsUnits = ({ all }: Form): boolean =>
  all.some(
    ({ raw, conditions }) =>
      extension(raw, 'minQuantity') !== undefined ||
      extension(raw, 'maxQuantity') !== undefined ||
      conditions.some(({ answer }) => answer?.type === 'Quantity'),
  )
