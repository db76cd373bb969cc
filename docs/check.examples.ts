/** The code of the guide that checks forms and responses: compiled here, run by the tests. */
import { check } from 'andiron/fhir'

export async function problems(form: object, response: object): Promise<string[]> {
  const issues = [...(await check(form)), ...(await check(response, { questionnaire: form }))]
  return issues.map(({ expression, severity, text }) => `${expression} ${severity}: ${text}`)
}
