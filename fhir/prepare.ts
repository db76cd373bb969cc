/** Compiles forms that need more than the rules: brings in FHIRPath and UCUM where, and only where, a form asks for them. */
import type { Model } from 'fhirpath'
import { type CompiledQuestionnaire, compileQuestionnaire } from './compile.ts'
import { readForm } from './definition.ts'
import type { CompileExpression, ConvertUnit, Engines } from './engines.ts'
import { extension } from './extensions.ts'
import type { CompileOptions } from './form-rules.ts'
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
  const converts = form.all.some(
    ({ raw, conditions }) =>
      extension(raw, 'minQuantity') !== undefined ||
      extension(raw, 'maxQuantity') !== undefined ||
      conditions.some(({ answer }) => answer?.type === 'Quantity'),
  )
  return {
    ...(converts && { convertUnit: await loadUcum() }),
    ...(form.expressions.size > 0 && { compileExpression: await loadFhirPath(version) }),
  }
}

/** Digits that a conversion keeps: enough for any measurement, too few to show the noise of binary fractions. */
const PRECISION = 12

async function loadUcum(): Promise<ConvertUnit> {
  const { UcumLhcUtils } = await import('@lhncbc/ucum-lhc')
  const utils = UcumLhcUtils.getInstance()
  return (value, from, to) => {
    const { status, toVal } = utils.convertUnitTo(from, value, to)
    return status === 'succeeded' && toVal !== null ? Number(toVal.toPrecision(PRECISION)) : undefined
  }
}

async function loadFhirPath(version: FhirVersion): Promise<CompileExpression> {
  const { default: fhirpath } = await import('fhirpath')
  const { default: model } =
    version === 'R5' || version === 'mix'
      ? await import('fhirpath/fhir-context/r5/index.js')
      : await import('fhirpath/fhir-context/r4/index.js')
  return (expression, base) => {
    // Nothing is fetched and nothing printed, whatever the expression says.
    const run = fhirpath.compile({ base, expression }, model as Model, {
      async: false,
      traceFn: () => undefined,
    })
    return (focus, variables) => run(focus, { ...variables }) as unknown[]
  }
}
