/** `@andiron/questionnaire/engine`: a form without a view, for React Native or a view of your own. It needs no DOM. */
import { checkWith, FIRST_RULES } from '../../fhir/form/check.ts'
import { LiveForm } from '../../fhir/form/live-form.ts'
import type { AnyQuestionnaire } from '../../fhir/form/types.ts'
import { enablement } from '../../fhir/model/enable-when.ts'
import type { FindResource } from '../../fhir/model/engines.ts'
import { readForm } from '../../fhir/model/read-form.ts'
import type { FhirVersion } from '../../fhir/model/version.ts'
import { completeRules } from './complete-rules.ts'

export type { Given, Occurrence, Slot } from '../../fhir/form/answer-tree.ts'
export { answerOf, choose, isOption } from '../../fhir/form/choose.ts'
export type { LiveForm } from '../../fhir/form/live-form.ts'
export { optionsOf, optionText } from '../../fhir/form/options.ts'
export { lacksSignature, type Signing, sign, signatureOf, signatureRequired } from '../../fhir/form/sign.ts'
export type { AnyQuestionnaire, Questionnaire, QuestionnaireResponse } from '../../fhir/form/types.ts'
export type { FormItem, Option } from '../../fhir/model/form-tree.ts'
export type { Issue } from '../../fhir/model/issue.ts'
export { textIn } from '../../fhir/model/translated-text.ts'

export interface FormOptions {
  /** The id that responses refer to. @default questionnaire.id */
  readonly questionnaireId?: string | undefined
  /** The language in which the form is answered. */
  readonly language?: string | undefined
  /** Answers given earlier. */
  readonly response?: object | undefined
  /** Finds value sets that the form refers to but does not contain. */
  readonly valueSets?: FindResource
  /** @default 'mix' */
  readonly fhirVersion?: FhirVersion
}

/**
 * Opens a form with all rules about its answers, and the engines that it uses.
 * @example
 * ```ts
 * const form = await openForm(questionnaire)
 * for (const slot of form.visible()) console.log(slot.item.text, form.answers(slot))
 * form.answer(slot, [{ valueString: 'Well' }])
 * const isComplete = form.show(form.visible()).length === 0
 * const { response } = form
 * ```
 */
export async function openForm(
  questionnaire: AnyQuestionnaire,
  options: FormOptions = {},
): Promise<LiveForm> {
  const { questionnaireId = questionnaire.id, language, response, fhirVersion = 'mix', valueSets } = options
  const form = readForm(questionnaire, fhirVersion, { valueSets })
  const live = new LiveForm(form, checkWith(FIRST_RULES, form), {
    ...{ questionnaire: questionnaireId, language, response },
    decide: enablement,
  })
  await completeRules(live, false)
  return live
}
