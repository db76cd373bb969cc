/** The engine of expressions, loaded when a form needs it: it is larger than a form with everything around it. */
import type { Model } from 'fhirpath'
import type { CompileExpression } from './engines.ts'
import type { FhirVersion } from './version.ts'

/** Loads FHIRPath with the model of a dialect. */
export async function loadFhirPath(version: FhirVersion): Promise<CompileExpression> {
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
