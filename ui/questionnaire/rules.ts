/** What is loaded after the form is drawn: the rules about answers, and only the engines that the form asks for. */

import type { Engines } from '../../fhir/engines.ts'
import { extension } from '../../fhir/extensions.ts'
import { ANSWERING_RULES } from '../../fhir/form/answering.ts'
import { checkWith } from '../../fhir/form/check.ts'
import type { LiveForm } from '../../fhir/form/live.ts'
import { asksForExpressions, asksForUnits } from '../../fhir/form/needs.ts'

/** Brings in the rules, then the engines of patterns, units and expressions where the form has some. */
export async function completeRules(
  live: LiveForm,
  engines: { -readonly [Name in keyof Engines]: Engines[Name] },
  isGone: () => boolean,
): Promise<void> {
  const { form } = live
  live.check = checkWith(ANSWERING_RULES, form)
  const [patterns, units, expressions] = await Promise.all([
    form.all.some(({ raw }) => extension(raw, 'regex') !== undefined)
      ? import('../../fhir/rules/pattern.ts')
      : undefined,
    asksForUnits(form) ? import('../../fhir/load-ucum.ts').then(({ loadUcum }) => loadUcum()) : undefined,
    asksForExpressions(form) ? import('./expressions.ts') : undefined,
  ])
  if (isGone()) return
  engines.convertUnit = units
  if (patterns !== undefined) {
    const answer = [...ANSWERING_RULES.answer, ...patterns.patternRules]
    live.check = checkWith({ ...ANSWERING_RULES, answer }, form)
  }
  await expressions?.runExpressions(live, engines, isGone)
}
