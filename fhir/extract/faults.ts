/**
 * Faults in templates and definitions of extraction, which would otherwise show with the first response. Loaded for the
 * forms that have them: `loadEngines`.
 */
import { compileExpression, NAME } from '../expressions/expression-run.ts'
import { ExpressionFailure } from '../model/expression-failure.ts'
import { FHIRPATH } from '../model/expressions.ts'
import { URLS } from '../model/extraction-extensions.ts'
import type { Form } from '../model/form-tree.ts'
import type { Finding } from '../model/issue.ts'
import { choice, isObject, type Json, object, objects, text } from '../values/unchecked-json.ts'
import { DEEPEST_TEMPLATE, expressionIn } from './extraction-points.ts'

type Spot = { readonly element: Json; readonly at: string; readonly depth: number }

/** An extension of an element with its place. */
const extensionsAt = ({ element, at }: Spot, url: string) =>
  objects<Json>(element['extension']).flatMap((each, index) =>
    each['url'] === url ? [{ extension: each as Json, at: `${at}.extension[${index}]` }] : [],
  )

const partOf = (extension: Json, name: string) =>
  objects<Json>(extension['extension']).find(({ url }) => url === name) as Json | undefined

function expressionFinding(value: Json | undefined, form: Form, at: string): Finding[] {
  const expression = expressionIn(value)
  if (expression === undefined)
    return [{ text: 'Give the expression, as valueString or as expression of valueExpression.', at }]
  const { compileExpression: engine } = form.engines
  const isForeign = expression.language !== FHIRPATH
  if (engine === undefined && !isForeign) return []
  const compiled = compileExpression(expression, form)
  if (!(compiled instanceof ExpressionFailure)) return []
  const words = expression.text.slice(0, 200)
  const severity = isForeign ? 'warning' : 'error'
  return [
    {
      text: `Correct the expression '${words}': nothing is extracted by it, because ${compiled.message}.`,
      at,
      severity,
    },
  ]
}

/** The contained resources that templates refer to, and the references that name none. */
function templatesOf(spots: readonly Spot[], contained: readonly Json[]) {
  const used = new Map<Json, string>()
  const findings: Finding[] = []
  const find = (reference: unknown, at: string, isBundle: boolean) => {
    const name = text(object<{ reference: string }>(reference)?.reference)
    const index = contained.findIndex(
      ({ id }) => name !== undefined && name.length > 1 && name === `#${text(id)}`,
    )
    const found = contained[index]
    if (found === undefined)
      findings.push({ text: 'Refer to a template that the form contains, as a reference with #.', at })
    else if (isBundle && found['resourceType'] !== 'Bundle')
      findings.push({ text: 'Refer to a Bundle as the template of a transaction.', at })
    else used.set(found, `.contained[${index}]`)
  }
  for (const spot of spots) {
    for (const { extension, at } of extensionsAt(spot, URLS.template))
      find(partOf(extension, 'template')?.['valueReference'], at, false)
    for (const { extension, at } of extensionsAt(spot, URLS.templateBundle))
      find(extension['valueReference'], at, true)
  }
  return { used, findings }
}

/** The faults in one template, without recursion. */
function faultsIn(template: Json, place: string, form: Form): Finding[] {
  const findings: Finding[] = []
  const waiting: Spot[] = [{ element: template, at: place, depth: 0 }]
  for (let spot = waiting.pop(); spot !== undefined; spot = waiting.pop()) {
    const { element, at, depth } = spot
    if (depth > DEEPEST_TEMPLATE) {
      findings.push({ text: `Nest a template at most ${DEEPEST_TEMPLATE} deep.`, at })
      continue
    }
    for (const url of [URLS.context, URLS.value]) {
      const own = extensionsAt(spot, url)
      for (const { extension, at } of own) findings.push(...expressionFinding(extension, form, at))
      if (own.length > 1)
        findings.push({
          text: 'Give an element one context and one value: the first is used.',
          at,
          severity: 'warning',
        })
    }
    // The last one is taken first: faults are reported in the order of the template.
    for (const [name, value] of Object.entries(element).toReversed()) {
      if (name === 'extension') continue
      const path = `${at}.${name.startsWith('_') ? name.slice(1) : name}`
      if (isObject(value)) waiting.push({ element: value, at: path, depth: depth + 1 })
      if (!Array.isArray(value)) continue
      for (const [index, each] of [...value.entries()].toReversed())
        if (isObject(each)) waiting.push({ element: each, at: `${path}[${index}]`, depth: depth + 1 })
    }
  }
  if (template['resourceType'] === 'Bundle')
    for (const [index, entry] of objects<Json>(template['entry']).entries())
      if (!isObject(entry['resource']))
        findings.push({
          text: 'Give each entry of a template Bundle a resource.',
          at: `${place}.entry[${index}]`,
        })
  return findings
}

/** The faults of the extensions of the form or an item that belong to extraction. */
function faultsOf(spot: Spot, form: Form): Finding[] {
  const findings: Finding[] = []
  for (const { extension, at } of extensionsAt(spot, URLS.allocateId))
    if (!NAME.test(text(extension['valueString']) ?? ''))
      findings.push({
        text: 'Name an allocated id with letters, digits and _, of at most 64 characters.',
        at,
      })
  for (const { extension, at } of extensionsAt(spot, URLS.context))
    findings.push(...expressionFinding(extension, form, at))
  for (const { extension, at } of extensionsAt(spot, URLS.definition)) {
    const part = partOf(extension, 'definition')
    if ((text(part?.['valueCanonical']) ?? text(part?.['valueUri'])) === undefined)
      findings.push({ text: "Name a resource type or a profile in 'definition'.", at })
  }
  for (const { extension, at } of extensionsAt(spot, URLS.definitionValue)) {
    const part = partOf(extension, 'definition')
    const definition = text(part?.['valueUri']) ?? text(part?.['valueCanonical'])
    if (definition?.includes('#') !== true)
      findings.push({
        text: "Name an element in 'definition', as the URL of its type or profile, # and its path.",
        at,
      })
    const fixed = partOf(extension, 'fixed-value')
    const isFixed = fixed !== undefined && choice(fixed, 'value') !== undefined
    if (!isFixed) findings.push(...expressionFinding(partOf(extension, 'expression'), form, at))
  }
  return findings
}

/** The faults in everything with which a form extracts, in the order of the form. */
export function extractionFaults(form: Form): Finding[] {
  const contained = objects<Json>(form.raw.contained) as readonly Json[]
  const spots = [
    { element: form.raw as Json, at: '', depth: 0 },
    ...form.all.map(({ raw, expression }) => {
      return { element: raw as Json, at: expression.slice('Questionnaire'.length), depth: 0 }
    }),
  ].filter(({ element }) => element['extension'] !== undefined)
  const { used, findings } = templatesOf(spots, contained)
  return [
    ...findings,
    ...spots.flatMap(spot => faultsOf(spot, form)),
    ...[...used].flatMap(([template, place]) => faultsIn(template, place, form)),
  ]
}
