/** The terminology servers that a form prefers, for the whole form or for a question and those below it. */
import type { FastifyInstance } from 'fastify'
import type { Extension, Questionnaire, QuestionnaireItem } from 'fhir/r4.js'
import type { Issue } from '../../fhir/index.ts'
import { extension } from '../../fhir/model/extensions.ts'
import { objects, text, type Unchecked } from '../../fhir/values/unchecked-json.ts'

/** The extension of SDC, and its name before it moved there. */
const URLS: readonly unknown[] = [
  'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-preferredTerminologyServer',
  'http://hl7.org/fhir/StructureDefinition/preferredTerminologyServer',
]

/** A server, with the place at which the form names it. */
interface Preferred {
  readonly url: unknown
  readonly expression: string
}

/** An element of the form, with the servers that apply to it, the nearest first. */
interface Place {
  readonly element: Unchecked<QuestionnaireItem>
  readonly own: readonly Preferred[]
  readonly all: readonly Preferred[]
}

/** The form and every item, without recursion. */
function* placesOf(questionnaire: unknown): Generator<Place> {
  const [form = {}] = objects<Questionnaire>([questionnaire])
  const waiting = [
    {
      element: form as Unchecked<QuestionnaireItem>,
      path: 'Questionnaire',
      above: [] as readonly Preferred[],
    },
  ]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { element, path, above } = next
    const own = objects<Extension>(element.extension).flatMap(({ url, ...value }, at) =>
      URLS.includes(url)
        ? [{ url: value.valueUrl ?? value.valueUri, expression: `${path}.extension[${at}]` }]
        : [],
    )
    const all = own.length === 0 ? above : [...own, ...above]
    yield { element, own, all }
    for (const [at, item] of objects<QuestionnaireItem>(element.item).entries())
      waiting.push({ element: item, path: `${path}.item[${at}]`, above: all })
  }
}

/** Returns a function that finds the servers for a value set: those of the first question that names it. */
export function preferredServers(questionnaire: unknown): (canonical: string) => readonly unknown[] {
  const servers = new Map<string, readonly unknown[]>()
  for (const { element, all } of placesOf(questionnaire)) {
    if (all.length === 0) continue
    for (const name of [
      text(element.answerValueSet),
      text(extension(element, 'unitValueSet')?.valueCanonical),
    ])
      if (name !== undefined && !servers.has(name))
        servers.set(
          name,
          all.map(({ url }) => url),
        )
  }
  return canonical => servers.get(canonical) ?? []
}

/** Maximum findings of one form. */
const MOST_FINDINGS = 20
/** Longest URL in a finding. */
const LONGEST = 200

/** A finding for each server that the gateway does not ask. */
export function refusedServers(
  questionnaire: unknown,
  { server }: FastifyInstance['valueSets'],
): readonly Issue[] {
  const findings: Issue[] = []
  for (const { own } of placesOf(questionnaire))
    for (const { url, expression } of own) {
      if (server?.allowed(url) !== undefined) continue
      if (findings.length === MOST_FINDINGS) return findings
      const named = (text(url) ?? 'without a URL').slice(0, LONGEST)
      const instead = server === undefined ? 'no terminology server is asked' : 'its own is asked instead'
      findings.push({
        ...{ severity: 'warning', code: 'not-supported', rule: 'Q-VS', expression },
        text: `This service does not ask the terminology server '${named}': ${instead}. Its operator can allow the host.`,
      })
    }
  return findings
}
