/** `$lookup`: the display, designations and properties of a code. */
import type { Context, FhirOperationInput, FhirResource } from '../../core/index.ts'
import { conceptsOf } from '../../fhir/terminology/expansion.ts'
import { displayIn } from '../../fhir/terminology/expansion-page.ts'
import { choice, type Json, objects, text } from '../../fhir/values/unchecked-json.ts'
import { codeOf, codeParameters, codingsIn, definedAs } from './codings.ts'
import { TerminologyUnavailable, UnknownCode } from './errors.ts'
import { ask, NONE, systemOf, textOf } from './target.ts'

/** @throws MissingTerm, UnknownCode, UnknownCanonical, TerminologyRefused, TerminologyUnavailable */
export async function lookUp(input: FhirOperationInput, context: Context): Promise<FhirResource> {
  const { given = NONE } = input
  const [{ code = '', system } = {}] = codingsIn(given)
  const { codeSystem, canonical } = await systemOf(input, system, context)
  const defined = codeSystem && definedAs(conceptsOf(codeSystem), codeSystem, code)
  if (codeSystem === undefined || (defined === undefined && codeSystem['content'] !== 'complete')) {
    const answer = await ask(
      'CodeSystem/$lookup',
      codeParameters(given),
      { canonical },
      'code system',
      context,
    )
    if (answer.resourceType !== 'Parameters') throw new TerminologyUnavailable('sent no result')
    return answer
  }
  if (defined === undefined) throw new UnknownCode(code)
  const { concept, parent } = defined
  const shown = displayIn(codeOf(defined, system), textOf(given, 'displayLanguage')) ?? code
  const part = (name: string, value: object) => ({ name, ...value })
  const parts = (element: Json, names: readonly string[]) =>
    names.flatMap(name => {
      const value = element[name]
      if (value === undefined) return []
      return [part(name, name === 'use' ? { valueCoding: value } : typesOf(name, value))]
    })
  const properties = [
    ...(parent?.code === undefined ? [] : [{ code: 'parent', valueCode: parent.code }]),
    ...objects<Json>(concept.property),
  ]
  return {
    resourceType: 'Parameters',
    parameter: [
      { name: 'name', valueString: text(codeSystem['name']) ?? canonical },
      ...(typeof codeSystem['version'] === 'string'
        ? [{ name: 'version', valueString: codeSystem['version'] }]
        : []),
      { name: 'display', valueString: shown },
      ...(typeof concept.definition === 'string'
        ? [{ name: 'definition', valueString: concept.definition }]
        : []),
      ...objects<Json>(concept.designation).map(each => ({
        name: 'designation',
        part: parts(each as Json, ['language', 'use', 'value']),
      })),
      ...properties.flatMap(property => {
        const value = choice(property, 'value')
        if (value === undefined) return []
        return {
          name: 'property',
          part: [
            { name: 'code', valueCode: (property as Json)['code'] },
            { name: 'value', [`value${value.type}`]: value.value },
          ],
        }
      }),
    ],
  } as FhirResource
}

const typesOf = (name: string, value: unknown) =>
  name === 'language' ? { valueCode: value } : { valueString: value }
