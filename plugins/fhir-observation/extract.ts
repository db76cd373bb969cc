/** `$extract`: the resources in a response, as a transaction Bundle. */
import type { Observation } from 'fhir/r4.js'
import {
  type Context,
  type FhirOperationInput,
  type FhirResource,
  InvalidRecord,
  loopTurn,
  sandboxKeyOf,
  TooExpensive,
  uuidOf,
  withIssues,
} from '../../core/index.ts'
import type { ExtractedEntry } from '../../fhir/extract/bundle-entries.ts'
import type { Extracted } from '../../fhir/extract/extract.ts'
import type { Issue } from '../../fhir/index.ts'
import { outcomeOf } from '../../fhir/resources/outcome.ts'
import { isObject, type Json, object, objects, text } from '../../fhir/values/unchecked-json.ts'

/** All that a form extracts from a response. */
export interface Extraction extends Extracted {
  /** The Observations that are stored with the response, each with its id. */
  readonly observations: readonly Observation[]
  /** Those by codes. */
  readonly coded: readonly Observation[]
}

/** From a stored response. @throws InvalidRecord, TooManyObservations */
export async function extractOne({ record }: FhirOperationInput, context: Context): Promise<FhirResource> {
  const { questionnaires } = context.app
  const response = record ?? {}
  const form = await questionnaires.answeredBy(response)
  if (!form) throw withIssues(new InvalidRecord(), [noForm])
  return extracted(form.parts, { uid: record?._id ?? '', record: response }, context)
}

/** From a response in the request. @throws InvalidRecord, TooManyObservations */
export async function extractSent(
  { sent, release }: FhirOperationInput,
  context: Context,
): Promise<FhirResource> {
  const { questionnaires } = context.app
  const isParameters = sent?.resourceType === 'Parameters'
  const response = isParameters ? (partOf(sent, 'questionnaire-response') ?? {}) : (sent ?? {})
  const given = (isParameters ? partOf(sent, 'questionnaire') : undefined) ?? containedIn(response)
  const parts = given
    ? await questionnaires.partsOf(given, { fhirVersion: release })
    : (await questionnaires.answeredBy(response))?.parts
  if (!parts) throw withIssues(new InvalidRecord(), [noForm])
  const sentId = text(response['id'])
  const uid = sentId !== undefined && ID.test(sentId) ? sentId : crypto.randomUUID()
  return extracted(parts, { uid, record: response }, context)
}

/** The ids of FHIR. */
const ID = /^[A-Za-z0-9.-]{1,64}$/

/** A form with the resources that it refers to. */
export type FormParts = Parameters<Context['app']['questionnaires']['checks']['extract']>[0]

async function extracted(
  form: FormParts,
  response: { readonly uid: string; readonly record: Json },
  context: Context,
): Promise<FhirResource> {
  const found = await context.app.observations.extract(form, response, sandboxKeyOf(context))
  // The result is read, built and sent in turns of their own.
  await loopTurn()
  const bundle = {
    resourceType: 'Bundle',
    type: 'transaction',
    entry: [
      ...found.coded.map(resource => ({
        fullUrl: `urn:uuid:${resource.id}`,
        resource,
        request: { method: 'POST', url: 'Observation' },
      })),
      ...found.entries,
    ],
  }
  if (found.issues.every(({ severity }) => severity === 'information')) return bundle
  const issues = found.issues.map(issue => placedIn(issue, found.coded.length))
  return {
    resourceType: 'Parameters',
    parameter: [
      { name: 'return', resource: bundle },
      { name: 'issues', resource: outcomeOf(issues) },
    ],
  }
}

/** Templates that exceed the budget of the sandbox extract nothing, like those that exceed a limit. */
export function tooCostly(error: unknown): Extracted {
  if (!(error instanceof TooExpensive)) throw error
  const issue = { severity: 'error', code: 'too-costly', rule: 'extract' } as const
  const text = 'The expressions of the form take too long: nothing is extracted by templates and definitions.'
  return { entries: [], issues: [{ ...issue, expression: 'QuestionnaireResponse', text }] }
}

/** The entries of templates and definitions follow the Observations by codes. */
const placedIn = (issue: Issue, before: number): Issue => ({
  ...issue,
  expression: issue.expression.replace(
    /^Bundle\.entry\[(\d+)\]/,
    (_, at) => `Bundle.entry[${Number(at) + before}]`,
  ),
})

/**
 * The Observations that a response adds, for storing: not those that update or depend on what a server has. Their ids
 * derive from the response, and they refer to each other by these.
 */
export function storable({ entries }: Extracted, responseId: string): readonly Observation[] {
  const source = { reference: `QuestionnaireResponse/${responseId}` }
  const added = entries.filter(isAdded)
  const ids = new Map(
    added.map(({ fullUrl }) => [fullUrl, uuidOf('observation', `${responseId} ${fullUrl}`)]),
  )
  return added.map(({ fullUrl, resource }) => {
    const own = Object.entries(resource).filter(([name]) => !STORED.test(name))
    const linked = linkedBy(Object.fromEntries(own), ids) as Json
    const sources = objects(linked['derivedFrom'])
    const isNamed = sources.some(({ reference }) => reference === source.reference)
    return {
      ...linked,
      id: ids.get(fullUrl),
      ...(!isNamed && { derivedFrom: [source, ...sources] }),
    } as unknown as Observation
  })
}

/** Fields of the store; no element of an Observation is called so. */
const STORED = /^_(?:id|created|updated|owner|acl|attestation|revisionOf)$/

const isAdded = ({ resource, request }: ExtractedEntry) =>
  resource['resourceType'] === 'Observation' && Object.keys(request).length === 2 && request.method === 'POST'

/**
 * The resource, with references to entries by the ids under which these are stored. Extracted resources are not deep.
 */
function linkedBy(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map(each => linkedBy(each, ids))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      const id = name === 'reference' && typeof each === 'string' ? ids.get(each) : undefined
      return [name, id === undefined ? linkedBy(each, ids) : `Observation/${id}`]
    }),
  )
}

const noForm: Issue = {
  severity: 'error',
  code: 'not-found',
  rule: 'QR-Q',
  expression: 'QuestionnaireResponse.questionnaire',
  text: 'The response must name a questionnaire that is registered here.',
}

const partOf = (sent: FhirResource | undefined, wanted: string): Json | undefined => {
  const part = objects(sent?.['parameter']).find(({ name }) => name === wanted)
  return object(part?.['resource']) as Json | undefined
}

/** The form that a response contains and refers to as `#id`. */
function containedIn({ questionnaire, contained }: Json): Json | undefined {
  const name = text(questionnaire)
  return objects(contained).find(
    ({ resourceType, id }) => resourceType === 'Questionnaire' && name === `#${text(id)}`,
  ) as Json | undefined
}
