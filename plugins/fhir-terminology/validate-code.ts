/** `$validate-code` of value sets and code systems. */
import { type Context, type FhirOperationInput, type FhirResource, sandboxKeyOf } from '../../core/index.ts'
import { conceptsOf, type ExpandedCode } from '../../fhir/terminology/expansion.ts'
import { displayIn } from '../../fhir/terminology/expansion-page.ts'
import { get, objects, text } from '../../fhir/values/unchecked-json.ts'
import { codeOf, codeParameters, codingsIn, definedAs } from './codings.ts'
import { NotExpandable, TerminologyUnavailable } from './errors.ts'
import { keyOf } from './expansions.ts'
import { ask, isSendable, NONE, named, systemOf, targetOf, textOf } from './target.ts'

/** @throws UnknownCanonical, NotExpandable, TerminologyRefused, TerminologyUnavailable */
export async function validateInSet(input: FhirOperationInput, context: Context): Promise<FhirResource> {
  const { given = NONE } = input
  const target = await targetOf(input, context)
  const codings = codingsIn(given)
  const remote = () =>
    ask(
      ...(['ValueSet/$validate-code', [...named(target), ...codeParameters(given)], target] as const),
      ...(['value set', context] as const),
    ).then(validated)
  const { opened } = target
  if (opened === undefined) return remote()
  const { expansions } = context.app.valueSets
  const caller = sandboxKeyOf(context)
  const listed = await expansions.list(opened, caller)
  const language = textOf(given, 'displayLanguage')
  let isOpen: string | undefined
  for (const coding of codings) {
    const inferred = coding.system === undefined && listed.problem === undefined
    const same = inferred ? listed.codes.filter(({ code }) => code === coding.code) : []
    const [only] = same.length === 1 ? same : []
    const { code = '', system = only?.system } = coding
    const held = await expansions.has(opened, { code, ...(system !== undefined && { system }) }, caller)
    if (held === undefined) isOpen = listed.problem === undefined ? 'its filter' : listed.text
    if (!held) continue
    const known =
      listed.problem === undefined ? listed.byKey.get(keyOf({ code, ...(system && { system }) })) : undefined
    return found(known ?? { code, ...(system !== undefined && { system }) }, coding.display, language)
  }
  if (isOpen !== undefined) {
    if (!isSendable(target, context)) throw new NotExpandable(isOpen)
    return remote()
  }
  const [{ code = '', system } = {}] = codings
  const of = system === undefined ? '' : ` of the system '${system}'`
  return resultOf(false, { message: `The code '${code}'${of} is not in the value set` })
}

/** The result for a code that was found, and that its display agrees with. */
function found(code: ExpandedCode, display: string | undefined, language: string | undefined): FhirResource {
  const shown = displayIn(code, language)
  const names = [code.display, ...(code.designation ?? []).map(each => text(get(each, 'value')))]
  const own = names.filter(name => name !== undefined).map(name => name.toLowerCase())
  const fits = display === undefined || own.length === 0 || own.includes(display.toLowerCase())
  return resultOf(fits, {
    ...(!fits && { message: `The display of the code '${code.code}' is '${shown}'` }),
    ...(shown !== undefined && { display: shown }),
    ...{ code: code.code, system: code.system },
  })
}

function resultOf(
  result: boolean,
  {
    message,
    display,
    code,
    system,
  }: Partial<Record<'message' | 'display' | 'code' | 'system', string | undefined>>,
): FhirResource {
  return {
    resourceType: 'Parameters',
    parameter: [
      { name: 'result', valueBoolean: result },
      ...(message === undefined ? [] : [{ name: 'message', valueString: message }]),
      ...(display === undefined ? [] : [{ name: 'display', valueString: display }]),
      ...(code === undefined ? [] : [{ name: 'code', valueCode: code }]),
      ...(system === undefined ? [] : [{ name: 'system', valueUri: system }]),
    ],
  }
}

/** @throws TerminologyUnavailable if the answer is no result */
function validated(answer: FhirResource): FhirResource {
  const result = objects<{ name: string; valueBoolean: boolean }>(answer['parameter']).find(
    ({ name }) => name === 'result',
  )
  if (answer.resourceType !== 'Parameters' || typeof result?.valueBoolean !== 'boolean')
    throw new TerminologyUnavailable('sent no result')
  return answer
}

/** @throws MissingTerm, UnknownCanonical, TerminologyRefused, TerminologyUnavailable */
export async function validateInSystem(input: FhirOperationInput, context: Context): Promise<FhirResource> {
  const { given = NONE } = input
  const codings = codingsIn(given)
  const { codeSystem, canonical } = await systemOf(input, codings[0]?.system, context)
  // A code that a fragment lacks may be in the code system.
  const isWhole = codeSystem?.['content'] === 'complete'
  const known = codeSystem && conceptsOf(codeSystem)
  const system = text(codeSystem?.['url'])
  for (const { code = '', system: named = system, display } of codings) {
    const defined = named === system ? definedAs(known, codeSystem, code) : undefined
    if (defined !== undefined)
      return found(codeOf(defined, system), display, textOf(given, 'displayLanguage'))
  }
  if (isWhole) {
    const message = `The code '${codings[0]?.code}' is not in the code system`
    return resultOf(false, { message })
  }
  const parameters = [{ name: 'url', valueUri: canonical }, ...codeParameters(given)]
  return validated(await ask('CodeSystem/$validate-code', parameters, { canonical }, 'code system', context))
}
