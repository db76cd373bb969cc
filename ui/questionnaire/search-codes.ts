/** Searches value sets at the FHIR API of a gateway, by the place of the question in its form. */
import type { Coding } from '../../fhir/form/types.ts'
import type { SearchCodes } from '../../fhir/model/engines.ts'
import { objects } from '../../fhir/values/unchecked-json.ts'

/**
 * The words travel in the body, because addresses end in the logs of every server on the way.
 * @param base - `https://gateway.example/fhir`
 */
export const searchAt =
  (base: string): SearchCodes =>
  async ({ questionnaireId, linkId, filter, count, lang, signal }) => {
    const parameter = [
      { name: 'context', valueUri: `${questionnaireId}#${linkId}` },
      { name: 'count', valueInteger: count },
      ...(filter === '' ? [] : [{ name: 'filter', valueString: filter }]),
      ...(lang === undefined ? [] : [{ name: 'displayLanguage', valueCode: lang }]),
    ]
    const answer = await fetch(`${base.replace(/\/$/, '')}/ValueSet/$expand`, {
      method: 'POST',
      headers: { 'content-type': 'application/fhir+json', accept: 'application/fhir+json' },
      body: JSON.stringify({ resourceType: 'Parameters', parameter }),
      signal,
    })
    if (!answer.ok) throw new Error(answer.statusText)
    const { expansion = {} } = (await answer.json()) as {
      expansion?: { readonly contains?: unknown; readonly total?: number }
    }
    const codes = objects<Coding>(expansion.contains).filter(({ code }) => typeof code === 'string')
    return { codes: codes as readonly Coding[], total: expansion.total }
  }
