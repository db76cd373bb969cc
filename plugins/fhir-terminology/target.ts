/** The value set or code system that a request is about, and the terminology server for unregistered ones. */
import type { Context, FhirOperationInput, FhirResource } from '../../core/index.ts'
import { isObject, type Json, text } from '../../fhir/values/unchecked-json.ts'
import { MissingTerm, TerminologyRefused, TerminologyUnavailable, UnknownCanonical } from './errors.ts'
import type { Opened } from './expansions.ts'
import { nameOf } from './remote-sets.ts'
import type { Parameter, RemoteOperation } from './terminology-server.ts'

/** Maximum characters of a value set that is sent along to the terminology server. */
const MOST_SENT = 256 * 1024

export type Given = NonNullable<FhirOperationInput['given']>

export const NONE: Given = new Map()
export const textOf = (given: Given, name: string): string | undefined => text(given.get(name))

export const canonicalOf = (url: string | undefined, version: string | undefined) =>
  url === undefined || version === undefined || url.includes('|') ? url : `${url}|${version}`

/** The value set of a request: as a resource, or only its name, and the servers that its form prefers. */
export interface Target {
  readonly opened?: Opened | undefined
  readonly canonical?: string | undefined
  readonly servers?: readonly unknown[] | undefined
}

/** @throws MissingTerm, UnknownCanonical */
export async function targetOf(
  { record, given = NONE }: FhirOperationInput,
  { app }: Context,
): Promise<Target> {
  const { valueSets } = app
  if (record !== undefined) {
    const named = await valueSets.namedBy([record], text(record['publisher']))
    const { versionId } = (record['meta'] ?? {}) as { versionId?: string }
    return { opened: { valueSet: record, named, revision: versionId } }
  }
  const sent = given.get('valueSet')
  if (isObject(sent)) return { opened: { valueSet: sent, named: await valueSets.namedBy([sent]) } }
  const context = textOf(given, 'context')
  const question = context === undefined ? undefined : await valueSets.questionAt(context)
  const canonical = question?.canonical ?? canonicalOf(textOf(given, 'url'), textOf(given, 'valueSetVersion'))
  if (canonical === undefined) {
    if (context !== undefined) throw new UnknownCanonical('question with a value set', context)
    throw new MissingTerm("'url', 'context' or 'valueSet'")
  }
  const { publisher, servers } = question ?? {}
  const found = question?.contained ?? (await valueSets.resourceAt(canonical, publisher))
  if (found?.['resourceType'] !== 'ValueSet') return { canonical, servers }
  const named = await valueSets.namedBy([found], publisher)
  const revision = question?.contained
    ? question.revision
    : (found['meta'] as { versionId?: string } | undefined)?.versionId
  return { opened: { valueSet: found, named, revision }, servers }
}

/** True if the terminology server can get the value set along with the request. */
export const isSendable = ({ opened }: Target, { app }: Context): boolean =>
  app.valueSets.server !== undefined && JSON.stringify(opened?.valueSet ?? {}).length <= MOST_SENT

/** The parameter that names a value set to the terminology server, or is the value set. */
export function named({ opened, canonical = '' }: Target): Parameter[] {
  if (opened !== undefined) {
    const { _id, _created, _updated, publisher: _, ...resource } = opened.valueSet
    return [{ name: 'valueSet', resource }]
  }
  return nameOf(canonical)
}

export const texts = (given: Given, names: Readonly<Record<string, string>>): Parameter[] =>
  Object.entries(names).flatMap(([name, value]) => {
    const written = textOf(given, name)
    return written === undefined ? [] : [{ name, [value]: written }]
  })

/** @throws UnknownCanonical without a terminology server, TerminologyRefused, TerminologyUnavailable */
export async function ask(
  operation: RemoteOperation,
  parameters: readonly Parameter[],
  { canonical = '', servers }: Target,
  kind: string,
  { app }: Context,
): Promise<FhirResource> {
  const { server } = app.valueSets
  if (server === undefined) throw new UnknownCanonical(kind, canonical)
  const answer = await server.ask(operation, parameters, server.serverFor(servers))
  if (answer.outcome === 'refused') throw new TerminologyRefused(answer.text)
  if (answer.outcome === 'failed') throw new TerminologyUnavailable(answer.reason)
  return answer.resource as FhirResource
}

/** The code system of a request, or its name. @throws MissingTerm */
export async function systemOf(
  { record, given = NONE }: FhirOperationInput,
  fallback: string | undefined,
  { app }: Context,
): Promise<{ readonly codeSystem?: Json; readonly canonical: string }> {
  if (record !== undefined) return { codeSystem: record as Json, canonical: String(record['url']) }
  const canonical = canonicalOf(textOf(given, 'url') ?? fallback, textOf(given, 'version'))
  if (canonical === undefined) throw new MissingTerm("'system' or 'url'")
  const found = (await app.valueSets.resourceAt(canonical)) as Json | undefined
  return found?.['resourceType'] === 'CodeSystem' ? { codeSystem: found, canonical } : { canonical }
}
