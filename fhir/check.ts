/** Checks a resource as a whole: structure, and the rules of the form that it is or that it answers. */
import { containedForm } from './model/contained-form.ts'
import { cut } from './model/findings.ts'
import type { Issue } from './model/issue.ts'
import { loadEngines, prepareQuestionnaire } from './prepare.ts'
import { type CompileOptions, compileRulesOnly } from './rules/compiled-rules.ts'
import { checkStructureOnly } from './structure-only.ts'
import { finderOf, namesOf } from './terminology/canonicals.ts'
import { get, isObject, type Json, objects, text } from './values/unchecked-json.ts'

/** Options for a whole check. */
export interface CheckOptions extends Partial<CompileOptions> {
  /** The form that a response answers. @default the contained one, or the one that `questionnaires` finds */
  readonly questionnaire?: unknown
}

/**
 * Checks everything that can be checked of a resource. Of a Questionnaire: structure and the rules of forms. Of a
 * QuestionnaireResponse: structure and the rules of its form, if that is given, contained or found; otherwise a
 * warning. Of a Bundle: structure, and the forms and responses in its entries. Of other types: structure and the
 * invariants of their data types. Loads FHIRPath and UCUM only if a form needs them. Never throws.
 * @param resource - a resource as parsed JSON, not necessarily valid
 * @param options - the version of FHIR (`mix` by default), the form of a response, and what a form refers to
 * @returns every issue; empty if there is nothing to correct
 * @example
 * ```ts
 * const issues = await check(form, { fhirVersion: 'R4' })
 * const more = await check(response, { fhirVersion: 'R4', questionnaire: form })
 * ```
 */
export async function check(resource: unknown, options: CheckOptions = {}): Promise<Issue[]> {
  const { questionnaire: given, ...rest } = options
  const compile = { ...rest, fhirVersion: rest.fhirVersion ?? 'mix' }
  const type = isObject(resource) ? get(resource, 'resourceType') : undefined
  if (type === 'Questionnaire') return [...(await prepareQuestionnaire(resource, compile)).issues]
  if (!isObject(resource) || (type !== 'QuestionnaireResponse' && type !== 'Bundle'))
    return checkStructureOnly(resource, compile)
  if (type === 'Bundle') return checkBundle(resource, compile)
  const form = given ?? formOf(resource, compile)
  if (form === undefined) return [...checkStructureOnly(resource, compile), withoutForm(resource)]
  return (await prepareQuestionnaire(form, compile)).validate(resource)
}

/** The form that a response contains, or names. */
function formOf(response: Json, { questionnaires }: CompileOptions): unknown {
  const name = text(get(response, 'questionnaire'))
  return containedForm(response) ?? (name === undefined ? undefined : questionnaires?.(name))
}

const withoutForm = (response: Json): Issue => ({
  severity: 'warning',
  code: 'not-found',
  rule: 'QR-Q',
  expression: 'QuestionnaireResponse.questionnaire',
  text: `Give the form '${text(get(response, 'questionnaire'))?.slice(0, 200) ?? ''}' too: without it, only the structure of this response was checked.`,
})

/** The structure of a Bundle, which includes that of its entries, and the rules of the forms in it. */
async function checkBundle(bundle: Json, options: CompileOptions): Promise<Issue[]> {
  const structure = checkStructureOnly(bundle, options)
  if (structure.some(({ severity }) => severity === 'fatal')) return structure
  const resources = objects(get(bundle, 'entry')).map(entry => {
    const resource = get(entry, 'resource')
    return isObject(resource) ? resource : {}
  })
  const ofType = (...types: readonly unknown[]) =>
    resources.filter(resource => types.includes(resource['resourceType']))
  const own = finderOf(ofType('Questionnaire', 'ValueSet', 'CodeSystem').filter(isNamed))
  const known: CompileOptions = {
    ...options,
    valueSets: canonical => own(canonical) ?? options.valueSets?.(canonical),
    questionnaires: canonical => own(canonical) ?? options.questionnaires?.(canonical),
  }
  const issues = [...structure]
  for (const [index, resource] of resources.entries()) {
    const type = resource['resourceType']
    if (type !== 'Questionnaire' && type !== 'QuestionnaireResponse') continue
    const form = type === 'Questionnaire' ? resource : formOf(resource, known)
    const found = form === undefined ? [withoutForm(resource)] : await rulesOf(type, form, resource, known)
    const place = `Bundle.entry[${index}].resource`
    for (const issue of found)
      issues.push({ ...issue, expression: `${place}${issue.expression.slice(type.length)}` })
  }
  return cut(issues)
}

const isNamed = (resource: Json) => namesOf(resource).length > 0

async function rulesOf(type: string, form: unknown, resource: Json, options: CompileOptions) {
  const engines = await loadEngines(form, options.fhirVersion)
  const rules = compileRulesOnly(form, { ...engines, ...options })
  return type === 'Questionnaire' ? rules.issues : rules.validate(resource)
}
