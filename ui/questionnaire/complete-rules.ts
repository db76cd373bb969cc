/** Gives a form all rules about its answers, and the engines that these need. */
import { answeringRules } from '../../fhir/form/answering.ts'
import { checkWith } from '../../fhir/form/check.ts'
import type { LiveForm } from '../../fhir/form/live-form.ts'
import { asksForExpressions, asksForUnits } from '../../fhir/form/needed-engines.ts'

/**
 * Loads the rules, then the unit and expression engines if the form uses them.
 * @param isRecord - the answers are shown as they were recorded: none is computed
 */
export async function completeRules(live: LiveForm, isRecord: boolean): Promise<void> {
  const { form } = live
  const rules = await answeringRules(form)
  live.check = checkWith(rules, form)
  const [convertUnit, expressions] = await Promise.all([
    asksForUnits(form)
      ? import('../../fhir/expressions/load-ucum.ts').then(({ loadUcum }) => loadUcum())
      : undefined,
    asksForExpressions(form) ? import('./expressions.ts') : undefined,
    form.all.some(({ type }) => /^(?:date|time)/.test(type)) &&
      import('./date-rule.ts').then(({ checkDates }) => checkDates(live, rules)),
  ])
  live.equip({ convertUnit })
  await expressions?.runExpressions(live, isRecord)
}
