/** Validates forms and responses for anyone: stores nothing, and reads nothing but registered forms. */
import type { OperationOutcome as FhirOutcome } from 'fhir/r4.js'
import { type App, contextOf, unserved } from '../../core/index.ts'
import { containedForm, FHIR_VERSIONS, type FhirVersion, type Issue, outcomeOf } from '../../fhir/index.ts'
import { OperationOutcome, ValidationRequest } from '../../schemas/questionnaire.ts'
import { ref } from '../../schemas/types.ts'
import { type Reader, readerOf } from './checks.ts'
import { unresolved } from './errors.ts'
import { responseWithForm } from './examples.ts'
import { modeOf } from './mode.ts'
import type { Questionnaires } from './registry.ts'

type Resource = Readonly<Record<string, unknown>>

/** The input of the operation. */
interface ValidationInput {
  readonly resource: Resource
  /** The form in the request. */
  readonly questionnaire?: Resource | undefined
  /** Value sets and code systems in the request. */
  readonly valueSets?: readonly Resource[]
  readonly mode?: FhirVersion | undefined
}

/** `POST /api/questionnaire/$validate`. */
export function serveValidation(app: App, questionnaires: Questionnaires): void {
  app.post(
    '/api/questionnaire/$validate',
    {
      schema: {
        operationId: 'validate',
        summary: 'Check a form or a response',
        description:
          'Responds with 200 and every issue, even if the resource is invalid: check for the severity `error` or `fatal`. The ' +
          'route is public with a rate limit; nothing is stored. A response is checked unchanged: a missing required answer is ' +
          'an error only if its status is `completed` or `amended`, as in every submitted response.',
        security: [],
        consumes: ['application/fhir+json', 'application/json'],
        body: { ...ref(ValidationRequest), examples: [responseWithForm] },
        response: {
          200: {
            description: 'Every issue.',
            content: { 'application/fhir+json': { schema: ref(OperationOutcome) } },
          },
        },
      },
      config: { rateLimited: true, cost: 5 },
    },
    async (request, reply) => {
      const { body, headers } = request
      const reader = readerOf(contextOf(request))
      const mode = modeOf(headers['content-type'])
      const found = await outcomeOfSent(body as unknown as Resource, mode, questionnaires, reader)
      reply.type('application/fhir+json; charset=utf-8')
      return found
    },
  )
}

/**
 * The issues of a resource, or of the one in Parameters.
 * @param said - the version of FHIR in the media type
 */
export async function outcomeOfSent(
  sent: Resource,
  said: FhirVersion | undefined,
  questionnaires: Questionnaires,
  reader: Reader,
): Promise<FhirOutcome> {
  const { mode = said, ...input } = read(sent)
  return outcomeOf(await validate({ ...input, mode }, questionnaires, reader))
}

async function validate(
  { resource, questionnaire, valueSets = [], mode: fhirVersion }: ValidationInput,
  questionnaires: Questionnaires,
  reader: Reader,
): Promise<readonly Issue[]> {
  const { key: caller } = reader
  const { checks } = questionnaires
  const type = resource['resourceType']
  const as = { fhirVersion, valueSets }
  const version = fhirVersion ?? questionnaires.fhirVersion
  if (type === 'Questionnaire') return checks.form(await questionnaires.partsOf(resource, as), caller)
  if (type === 'ValueSet' || type === 'CodeSystem') return checks.resource(resource, type, version, caller)
  if (type !== 'QuestionnaireResponse') return [notCheckedHere]

  const form = questionnaire ?? containedForm(resource)
  if (form) return checks.response(await questionnaires.partsOf(form, as), resource, reader)
  const name = resource['questionnaire']
  const registered = typeof name === 'string' ? await questionnaires.resolve(name) : undefined
  if (!registered) return [...(await checks.resource(resource, type, version, caller)), unresolved(name)]
  const found = registered.resource
  // The response may name the form in any way: the form was found by that name.
  const named = { ...resource, questionnaire: `Questionnaire/${found.id}` }
  if (fhirVersion === undefined && valueSets.length === 0) return registered.check(named, reader)
  const parts = await questionnaires.partsOf(unserved(found), { ...as, publisher: found.publisher })
  return checks.response(parts, named, reader)
}

const notCheckedHere: Issue = {
  severity: 'error',
  code: 'not-supported',
  rule: 'S-TYPE',
  expression: 'resourceType',
  text: 'Send a Questionnaire, a QuestionnaireResponse, a ValueSet, a CodeSystem, or Parameters with one of them as `resource`.',
}

/** Reads Parameters; any other resource is itself the input. */
function read(sent: Resource): ValidationInput {
  if (sent['resourceType'] !== 'Parameters') return { resource: sent }
  const parts = (name: string) => list(sent['parameter']).filter(each => each['name'] === name)
  const part = (name: string): Resource => parts(name)[0] ?? {}
  return {
    resource: object(part('resource')['resource']) ?? {},
    questionnaire: object(part('questionnaire')['resource']),
    valueSets: list(parts('valueSet').map(each => each['resource'])),
    mode: FHIR_VERSIONS.find(version => version === part('mode')['valueCode']),
  }
}

const object = (value: unknown): Resource | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Resource) : undefined

const list = (value: unknown): readonly Resource[] =>
  (Array.isArray(value) ? value : []).flatMap(each => {
    const found = object(each)
    return found ? [found] : []
  })
