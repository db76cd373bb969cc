/** The code of the guide that checks forms and responses: compiled here, run by the tests. */
import { compileQuestionnaire } from 'andiron/fhir'

export function check(form: object, response: object): string[] {
  const { issues, validate } = compileQuestionnaire(form, { fhirVersion: 'mix' })
  return [...issues, ...validate(response)].map(
    ({ expression, severity, text }) => `${expression} ${severity}: ${text}`,
  )
}
