/** Compiles forms that may need FHIRPath or UCUM, and loads these engines only on demand. */
import { type CompiledQuestionnaire, compileQuestionnaire } from './compile.ts'
import { runsExpressions } from './expressions/computed.ts'
import { loadFhirPath } from './expressions/load-fhirpath.ts'
import { loadUcum } from './expressions/load-ucum.ts'
import { extension } from './model/extensions.ts'
import { hasExtraction } from './model/extraction-extensions.ts'
import type { Engines, Form } from './model/form-tree.ts'
import { readForm } from './model/read-form.ts'
import type { FhirVersion } from './model/version.ts'
import type { CompileOptions } from './rules/compiled-rules.ts'

/**
 * Compiles a form with every engine that it needs. Asynchronous only because engines have to load; a form
 * without expressions and quantities loads none.
 * @param questionnaire - the form, not necessarily valid
 * @param options - the version of FHIR, and engines to use in place of the built-in ones
 * @returns the compiled form, as from `compileQuestionnaire`
 * @example
 * ```ts
 * const { issues, validate } = await prepareQuestionnaire(form, { fhirVersion: 'R4' })
 * ```
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

/**
 * Loads the engines that a form needs, for callers that compile it themselves.
 * @param questionnaire - the form, not necessarily valid
 * @param version - the version of FHIR of the form
 * @returns the engines to pass on in the options of `compileQuestionnaire` or `compileRulesOnly`
 */
export async function loadEngines(questionnaire: unknown, version: FhirVersion): Promise<Engines> {
  const form = readForm(questionnaire, version)
  const extracts = hasExtraction(form)
  return {
    ...(convertsUnits(form) && { convertUnit: await loadUcum() }),
    ...((runsExpressions(form) || extracts) && { compileExpression: await loadFhirPath(version) }),
    ...(extracts && { extractionFaults: (await import('./extract/faults.ts')).extractionFaults }),
  }
}

/** True if a check of the form or a response runs FHIRPath or UCUM, whose cost its size does not bound. */
export const needsEngines = (form: Form): boolean =>
  runsExpressions(form) || convertsUnits(form) || hasExtraction(form)

const convertsUnits = ({ all }: Form): boolean =>
  all.some(
    ({ raw, conditions }) =>
      extension(raw, 'minQuantity') !== undefined ||
      extension(raw, 'maxQuantity') !== undefined ||
      conditions.some(({ answer }) => answer?.type === 'Quantity'),
  )
