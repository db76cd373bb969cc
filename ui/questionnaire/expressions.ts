/** Brings FHIRPath to a form that asks for it, and keeps what is computed up to date. */
import { Calculation } from '../../fhir/form/calculate.ts'
import type { LiveForm } from '../../fhir/form/live.ts'
import { loadFhirPath } from '../../fhir/load-fhirpath.ts'

/** Runs the expressions of a form now, and after every change, once for all changes of one moment. */
export async function runExpressions(live: LiveForm): Promise<void> {
  live.equip({ compileExpression: await loadFhirPath(live.form.version) })
  const calculation = new Calculation(live)
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
