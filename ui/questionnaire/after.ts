/** What is loaded after the form is drawn: the rules about answers, and only the engines that the form asks for. */
import type { Engines } from '../../fhir/engines.ts'
import { answeringRules } from '../../fhir/form/answering.ts'
import { checkWith } from '../../fhir/form/check.ts'
import type { LiveForm } from '../../fhir/form/live.ts'
import { asksForExpressions, asksForUnits } from '../../fhir/form/needs.ts'

/** Brings in the rules, then the engines of units and expressions where the form has some. */
export async function completeRules(
  live: LiveForm,
  engines: { -readonly [Name in keyof Engines]: Engines[Name] },
  isGone: () => boolean,
): Promise<void> {
  const { form } = live
  const [rules, convertUnit, expressions] = await Promise.all([
    answeringRules(form),
    asksForUnits(form) ? import('../../fhir/load-ucum.ts').then(({ loadUcum }) => loadUcum()) : undefined,
    asksForExpressions(form) ? import('./expressions.ts') : undefined,
  ])
  if (isGone()) return
  engines.convertUnit = convertUnit
  live.check = checkWith(rules, form)
  await expressions?.runExpressions(live, engines, isGone)
}
