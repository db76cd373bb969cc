/** Validates the text of a form by the rules of `fhir/`, with every issue at its position in the text. */
import { prepareQuestionnaire } from '../../../../../fhir/index.ts'
import { modeIn } from '../../../../../fhir/model/version-tag.ts'
import { type Finding, placed } from './finding.ts'
import { readFormText } from './form-text.ts'

/** Validates a text as a gateway without other forms and value sets does. An empty text has no findings. */
export async function checkText(text: string): Promise<readonly Finding[]> {
  if (text.trim() === '') return []
  const form = readFormText(text)
  if (form.flaws.length > 0)
    return form.flaws.map(flaw => ({ severity: 'error', rule: 'JSON', text: '', ...flaw }))
  const { issues } = await prepareQuestionnaire(form.value, { fhirVersion: modeIn(form.value) ?? 'mix' })
  return placed(issues, form)
}
