/** Loads FHIRPath for a form that uses it, and keeps computed values up to date. */
import { loadFhirPath } from '../../fhir/expressions/load-fhirpath.ts'
import { Calculation } from '../../fhir/form/calculate.ts'
import type { LiveForm } from '../../fhir/form/live-form.ts'

/**
 * Evaluates the expressions of a form now and after changes, once per batch.
 * @param isRecord - the answers are shown as they were recorded: none is computed
 */
export async function runExpressions(live: LiveForm, isRecord: boolean): Promise<void> {
  live.equip({ compileExpression: await loadFhirPath(live.form.version) })
  const calculation = new Calculation(live)
  if (isRecord) return calculation.show()
  live.constraints = () => calculation.broken()
  calculation.begin()
  let waiting = false
  live.audience.listen(() => {
    if (waiting) return
    waiting = true
    queueMicrotask(() => {
      waiting = false
      calculation.run()
    })
  })
}
