/** The codes of a request, and their concepts in a code system. */
import type { Defined, ExpandedCode } from '../../fhir/terminology/expansion.ts'
import { isObject, type Json, objects } from '../../fhir/values/unchecked-json.ts'
import { MissingTerm } from './errors.ts'
import type { Coding } from './expansions.ts'
import { type Given, texts } from './target.ts'
import type { Parameter } from './terminology-server.ts'

/** Maximum codings of a CodeableConcept. */
const MOST_CODINGS = 20

/** The codes to check. @throws MissingTerm */
export function codingsIn(given: Given): readonly (Coding & { readonly display?: string })[] {
  const own = (each: Json) => ({
    ...(typeof each['system'] === 'string' && { system: each['system'] }),
    ...(typeof each['code'] === 'string' && { code: each['code'] }),
    ...(typeof each['display'] === 'string' && { display: each['display'] }),
  })
  const coding = given.get('coding')
  const concept = given.get('codeableConcept')
  const found = isObject(concept)
    ? objects(concept['coding'])
        .slice(0, MOST_CODINGS)
        .map(each => own(each as Json))
    : [isObject(coding) ? own(coding) : own(Object.fromEntries(given))]
  const codes = found.filter(({ code }) => code !== undefined)
  if (codes.length === 0) throw new MissingTerm("'code', 'coding' or 'codeableConcept'")
  return codes
}

export const codeParameters = (given: Given): Parameter[] => [
  ...texts(given, { code: 'valueCode', system: 'valueUri', display: 'valueString', version: 'valueString' }),
  ...texts(given, { displayLanguage: 'valueCode' }),
  ...(isObject(given.get('coding')) ? [{ name: 'coding', valueCoding: given.get('coding') }] : []),
  ...(isObject(given.get('codeableConcept'))
    ? [{ name: 'codeableConcept', valueCodeableConcept: given.get('codeableConcept') }]
    : []),
]

/** The concept of a code, in the spelling of the code system. */
export function definedAs(
  known: ReadonlyMap<string, Defined> | undefined,
  codeSystem: Json | undefined,
  code: string,
): Defined | undefined {
  const exact = known?.get(code)
  if (exact !== undefined || codeSystem?.['caseSensitive'] !== false) return exact
  const lowered = code.toLowerCase()
  for (const [each, defined] of known ?? []) if (each.toLowerCase() === lowered) return defined
  return undefined
}

export const codeOf = ({ concept }: Defined, system: string | undefined): ExpandedCode => ({
  code: String(concept.code),
  ...(system !== undefined && { system }),
  ...(typeof concept.display === 'string' && { display: concept.display }),
  designation: objects(concept.designation) as Json[],
})
