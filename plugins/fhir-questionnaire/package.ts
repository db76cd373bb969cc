/** `$questionnaire-package`: a form with everything that it needs, for use without a network. */

import {
  type Context,
  type FhirOperationInput,
  type FhirResource,
  loopTurn,
  unserved,
} from '../../core/index.ts'
import type { Issue } from '../../fhir/index.ts'
import { outcomeOf } from '../../fhir/resources/outcome.ts'
import { canonicalsOf } from '../../fhir/terminology/canonicals.ts'
import { objects, text } from '../../fhir/values/unchecked-json.ts'
import { isUuid } from '../../schemas/identity.ts'
import type { FormParts } from './form-parts.ts'
import { modulesFor } from './modules.ts'
import { formOn, formSent } from './parameters.ts'

type Resource = Readonly<Record<string, unknown>>

/** Maximum characters of JSON of a package. */
const MOST_CHARACTERS = 4_000_000

/** For a registered form. */
export const packageOne = async (input: FhirOperationInput, context: Context): Promise<FhirResource> =>
  packaged(await formOn(input, context), context)

/** For the form in the request. @throws InvalidRecord */
export const packageForm = async (input: FhirOperationInput, context: Context): Promise<FhirResource> =>
  packaged((await formSent(input, context)).parts, context)

async function packaged(parts: FormParts, { app, now }: Context): Promise<FhirResource> {
  const modules = await modulesFor(parts.questionnaire, app.questionnaires)
  const forms = [parts, ...modules.found.values()]
  const needed = forms.flatMap(({ valueSets, bases }) => [...valueSets, ...bases])
  const known = new Set([...modules.found.keys(), ...needed.map(([name]) => name)])
  const missing = new Set(modules.missing)
  for (const resource of [...forms.map(form => form.questionnaire), ...needed.map(([, each]) => each)])
    for (const name of namesIn(resource)) if (!known.has(name)) missing.add(name)

  const entry: { fullUrl: string; resource: object }[] = []
  const added = new Set<string>()
  let characters = 0
  for (const resource of [
    ...forms.map(form => form.questionnaire as Resource),
    ...needed.map(([, each]) => each),
  ]) {
    const key = `${resource['resourceType']} ${resource['url'] ?? JSON.stringify(resource)}|${resource['version'] ?? ''}`
    if (added.has(key)) continue
    added.add(key)
    await loopTurn()
    characters += JSON.stringify(resource).length
    if (characters > MOST_CHARACTERS) missing.add(text(resource['url']) ?? 'a form without a URL')
    else entry.push({ fullUrl: urlOf(resource), resource: unserved(resource) })
  }
  if (missing.size > 0) {
    const outcome = outcomeOf([...missing].map(absent))
    entry.push({ fullUrl: `urn:uuid:${crypto.randomUUID()}`, resource: outcome })
  }
  return { resourceType: 'Bundle', type: 'collection', timestamp: now.toISOString(), entry }
}

const HL7 = 'http://hl7.org/fhir/StructureDefinition/'
const SDC = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-'
const NEEDED: ReadonlySet<unknown> = new Set([
  ...[`${HL7}cqf-library`, `${SDC}sourceStructureMap`, `${SDC}targetStructureMap`],
])

/** The canonical URLs of what a form or a value set needs, besides modules. */
function namesIn(resource: unknown): readonly string[] {
  const { valueSets, questionnaires } = canonicalsOf(resource)
  const libraries = objects((resource as Resource | undefined)?.['extension']).flatMap(each =>
    NEEDED.has(each['url']) ? (text(each['valueCanonical']) ?? []) : [],
  )
  return [...valueSets, ...questionnaires, ...libraries]
}

/** The canonical URL, if it is absolute: the URL of an entry must be. */
function urlOf({ url, id }: Resource): string {
  const canonical = text(url)
  if (canonical !== undefined && /^(?:https?:\/\/|urn:)/.test(canonical)) return canonical
  return isUuid(id) ? `urn:uuid:${id}` : `urn:uuid:${crypto.randomUUID()}`
}

const absent = (name: string): Issue => ({
  severity: 'warning',
  code: 'not-found',
  rule: 'package',
  expression: 'Bundle',
  text: `The form needs '${name.slice(0, 300)}', which is not registered here.`,
})
