/** Observations in FHIR's REST API, and `$extract`. */
import type { Observation } from 'fhir/r4.js'
import {
  type Context,
  type FhirOffer,
  type FhirOperationInput,
  type FhirResource,
  type FhirType,
  InvalidRecord,
  withIssues,
} from '../../core/index.ts'
import { uids } from '../../schemas/uids.ts'
import { search } from './search.ts'

const EXTRACT = 'http://hl7.org/fhir/uv/sdc/OperationDefinition/QuestionnaireResponse-extract'

const LASTN = 'http://hl7.org/fhir/OperationDefinition/Observation-lastn'

/** The first code of a concept, otherwise its text. */
function codeOf(concept: unknown): string | undefined {
  const { coding, text } = (concept ?? {}) as { coding?: unknown; text?: unknown }
  const [first] = Array.isArray(coding) ? coding : []
  const { system = '', code } = first ?? {}
  return code === undefined ? (text === undefined ? undefined : `text ${text}`) : `${system}|${code}`
}

const observations: FhirType = {
  type: 'Observation',
  collection: uids.Observation,
  description: 'Measurements and answers of a person.',
  mandatory: ['status', 'code'],
  newest: { definition: LASTN, by: 'date', groupOf: ({ code }) => codeOf(code) },
  summary: [
    ...['identifier', 'basedOn', 'partOf', 'status', 'code', 'subject', 'focus', 'encounter', 'effective'],
    ...['issued', 'performer', 'value', 'hasMember', 'derivedFrom', 'component'],
  ],
  search,
}

export const offer: FhirOffer = {
  types: [observations],
  operations: [
    {
      ...{ name: 'extract', type: 'QuestionnaireResponse', level: 'instance', definition: EXTRACT },
      description:
        'The Observations in a response, as a transaction Bundle; they were stored with the response.',
      run: ({ record }, context) => extract(record ?? {}, record?._id ?? '', context),
    },
    {
      ...{ name: 'extract', type: 'QuestionnaireResponse', level: 'type', definition: EXTRACT },
      ...{ callers: ['anyone'] },
      description:
        'The same for a response in the request, as the body or as the part `questionnaire-response` of Parameters. Nothing is stored.',
      run: ({ sent }, context) => extract(responseIn(sent), crypto.randomUUID(), context),
    },
  ],
}

/** @throws InvalidRecord, TooManyObservations */
async function extract(
  record: Readonly<Record<string, unknown>>,
  uid: string,
  { app }: Context,
): Promise<FhirResource> {
  const collection = app.gateway.collections.get(uids.QuestionnaireResponse)
  if (!collection || !(await app.questionnaires.answeredBy(record)))
    throw withIssues(new InvalidRecord(), [
      {
        severity: 'error',
        code: 'not-found',
        rule: 'QR-Q',
        expression: 'QuestionnaireResponse.questionnaire',
        text: 'The response must name a questionnaire that is registered here.',
      },
    ])
  const found = await app.observations.of({ uid, record })
  return {
    resourceType: 'Bundle',
    type: 'transaction',
    entry: found.map((resource: Observation) => ({
      fullUrl: `urn:uuid:${resource.id}`,
      resource,
      request: { method: 'POST', url: 'Observation' },
    })),
  }
}

/** The response itself, or the one in Parameters. */
function responseIn(sent: FhirOperationInput['sent']): Readonly<Record<string, unknown>> {
  const { parameter } = (sent ?? {}) as { parameter?: unknown }
  if (!Array.isArray(parameter)) return sent ?? {}
  const part = parameter.find(each => each?.name === 'questionnaire-response')
  return typeof part?.resource === 'object' && part.resource !== null ? part.resource : {}
}
