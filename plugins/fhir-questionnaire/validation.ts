/** Checks forms and responses for anyone who asks: nothing is stored, and nothing but registered forms is read. */
import type { OperationOutcome, Parameters, Questionnaire, QuestionnaireResponse } from 'fhir/r4.js'
import type { App } from '../../core/index.ts'
import { FHIR_VERSIONS, type FhirVersion, type Issue, outcomeOf, validateResource } from '../../fhir/index.ts'
import { schemaOf } from '../../schemas/types.ts'
import { unresolved } from './errors.ts'
import type { Questionnaires } from './registry.ts'
import { unserved } from './revisions.ts'

type Resource = Readonly<Record<string, unknown>>

/** What is asked for. */
interface Asked {
  readonly resource: Resource
  /** The form that came along. */
  readonly questionnaire?: Resource | undefined
  readonly mode?: FhirVersion | undefined
}

const body = schemaOf<Questionnaire | QuestionnaireResponse | Parameters>({
  $id: 'ValidationRequest',
  type: 'object',
  description:
    'A Questionnaire; a QuestionnaireResponse to a registered or contained one; or FHIR Parameters with the parts `resource`, ' +
    '`questionnaire` (the form, when it is not registered) and `mode` (`R4`, `R4B`, `R5` or `mix`).',
  properties: { resourceType: { type: 'string' } },
})

const outcome = schemaOf<OperationOutcome>({
  type: 'object',
  description: 'A FHIR OperationOutcome with every issue.',
  required: ['resourceType', 'issue'],
  properties: {
    resourceType: { type: 'string', enum: ['OperationOutcome'] },
    issue: { type: 'array', minItems: 1, items: { type: 'object' } },
  },
} as never)

/** `POST /api/questionnaire/$validate`. */
export function serveValidation(app: App, questionnaires: Questionnaires): void {
  app.post(
    '/api/questionnaire/$validate',
    {
      schema: {
        operationId: 'validate',
        summary: 'Check a form or a response',
        description:
          'Answers 200 with every issue, also when the resource would be refused: look for the severity `error` or `fatal`. ' +
          'Anyone may ask, a number of times a minute; nothing is stored. A response is checked as it is: what is required ' +
          'is an error only when its status is `completed` or `amended`, as every submitted response becomes.',
        security: [],
        body,
        response: { 200: outcome },
      },
      config: { rateLimited: true },
    },
    async ({ body, headers }, reply) => {
      reply.type('application/fhir+json; charset=utf-8')
      const { mode = modeOf(headers['content-type']), ...asked } = read(body as unknown as Resource)
      return outcomeOf(await validate({ ...asked, mode }, questionnaires))
    },
  )
}

async function validate(
  { resource, questionnaire, mode }: Asked,
  questionnaires: Questionnaires,
): Promise<readonly Issue[]> {
  const type = resource['resourceType']
  if (type === 'Questionnaire') return (await questionnaires.compile(resource, mode)).issues
  if (type !== 'QuestionnaireResponse') return [notCheckedHere]

  const form = questionnaire ?? containedIn(resource)
  if (form) return (await questionnaires.compile(form, mode)).validate(resource)
  const name = resource['questionnaire']
  const registered = typeof name === 'string' ? await questionnaires.resolve(name) : undefined
  if (!registered) {
    const fhirVersion = mode ?? questionnaires.fhirVersion
    return [...validateResource(resource, { fhirVersion, resourceType: type }), unresolved(name)]
  }
  const found = registered.resource
  const { validate } =
    mode === undefined ? registered.compiled : await questionnaires.compile(unserved(found), mode)
  // However the response names the form: it was found by that name.
  return validate({ ...resource, questionnaire: `Questionnaire/${found.id}` })
}

const notCheckedHere: Issue = {
  severity: 'error',
  code: 'not-supported',
  rule: 'S-TYPE',
  expression: 'resourceType',
  text: 'Send a Questionnaire, a QuestionnaireResponse, or Parameters with one of them as `resource`.',
}

/** The form that a response carries in itself and names as `#id`. */
function containedIn({ questionnaire, contained }: Resource): Resource | undefined {
  if (typeof questionnaire !== 'string' || !questionnaire.startsWith('#')) return undefined
  return list(contained).find(
    ({ resourceType, id }) => resourceType === 'Questionnaire' && id === questionnaire.slice(1),
  )
}

/** Reads Parameters; any other resource is what is asked about. */
function read(sent: Resource): Asked {
  if (sent['resourceType'] !== 'Parameters') return { resource: sent }
  const part = (name: string): Resource => list(sent['parameter']).find(each => each['name'] === name) ?? {}
  return {
    resource: object(part('resource')['resource']) ?? {},
    questionnaire: object(part('questionnaire')['resource']),
    mode: FHIR_VERSIONS.find(version => version === part('mode')['valueCode']),
  }
}

/** FHIR names its versions in the media type: `application/fhir+json; fhirVersion=4.0`. */
const modeOf = (contentType = ''): FhirVersion | undefined =>
  RELEASES[/;\s*fhirVersion="?(\d\.\d)/i.exec(contentType)?.[1] ?? '']

const RELEASES: Readonly<Record<string, FhirVersion>> = { '4.0': 'R4', '4.3': 'R4B', '5.0': 'R5' }

const object = (value: unknown): Resource | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Resource) : undefined

const list = (value: unknown): readonly Resource[] =>
  (Array.isArray(value) ? value : []).flatMap(each => {
    const found = object(each)
    return found ? [found] : []
  })
