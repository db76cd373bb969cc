/** `$assemble`: a modular form as one form. */
import {
  type Context,
  type FhirOperationInput,
  type FhirResource,
  sandboxKeyOf,
  unserved,
  withIssues,
} from '../../core/index.ts'
import { refused } from '../../fhir/index.ts'
import { outcomeOf } from '../../fhir/resources/outcome.ts'
import { InvalidQuestionnaire } from './errors.ts'
import type { FormParts } from './form-parts.ts'
import { modulesFor } from './modules.ts'
import { formOn, formSent } from './parameters.ts'

/** For a registered form. @throws InvalidQuestionnaire with every issue */
export const assembleOne = async (input: FhirOperationInput, context: Context): Promise<FhirResource> =>
  assembled(await formOn(input, context), context)

/** For the form in the request. @throws InvalidQuestionnaire with every issue, InvalidRecord */
export const assembleForm = async (input: FhirOperationInput, context: Context): Promise<FhirResource> =>
  assembled((await formSent(input, context)).parts, context)

type Form = Readonly<Record<string, unknown>>

async function assembled(parts: FormParts, context: Context): Promise<FhirResource> {
  const { questionnaires } = context.app
  const { checks } = questionnaires
  const key = sandboxKeyOf(context)
  const { found } = await modulesFor(parts.questionnaire, questionnaires)
  const forms = [...found].map(([name, module]) => [name, module.questionnaire as Form] as const)
  const { questionnaire, issues } = await checks.assemble(parts, forms, key)
  if (questionnaire === undefined) throw withIssues(new InvalidQuestionnaire(), issues)
  const form = unserved(questionnaire) as FhirResource
  const valid = await checks.form(await questionnaires.partsOf(form, { fhirVersion: parts.fhirVersion }), key)
  const all = [...issues, ...valid]
  if (refused(all)) throw withIssues(new InvalidQuestionnaire(), all)
  // Issues that merely inform appear when the form is registered.
  if (all.every(({ severity }) => severity === 'information')) return form
  return {
    resourceType: 'Parameters',
    parameter: [
      { name: 'return', resource: form },
      { name: 'outcome', resource: outcomeOf(all) },
    ],
  }
}
