/** Loads the expression engine on demand: it is larger than a form with everything around it. */
import type { Model } from 'fhirpath'
import type { CompileExpression } from '../model/engines.ts'
import type { FhirVersion } from '../model/version.ts'
import { patternFunctions } from './expression-patterns.ts'

/**
 * Loads FHIRPath with the model of a dialect. Patterns run on RE2. Nothing else in the engine counts its
 * steps: a short expression of nested `repeat`, `descendants` or `select` runs for hours. Evaluate untrusted
 * expressions in a thread that can be ended; the limits on the length of expressions bound only the parser.
 */
export async function loadFhirPath(version: FhirVersion): Promise<CompileExpression> {
  const { default: fhirpath } = await import('fhirpath')
  const { default: model } =
    version === 'R5' || version === 'mix'
      ? await import('fhirpath/fhir-context/r5/index.js')
      : await import('fhirpath/fhir-context/r4/index.js')
  return (expression, base) => {
    // No network access and no output, whatever the expression calls.
    const run = fhirpath.compile({ base, expression }, model as Model, {
      async: false,
      traceFn: () => undefined,
      userInvocationTable: patternFunctions(),
    })
    return (focus, variables) => run(focus, { ...variables }) as unknown[]
  }
}
