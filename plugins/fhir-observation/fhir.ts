/** Observations in FHIR's REST API, and `$extract`. */
import type { Observation } from 'fhir/r4.js'
import {
  type Context,
  type FhirOffer,
  type FhirOperationInput,
  type FhirResource,
  type FhirType,
  InvalidRecord,
  type StoredRecord,
  withIssues,
} from '../../core/index.ts'
import { uids } from '../../schemas/uids.ts'

const EXTRACT = 'http://hl7.org/fhir/uv/sdc/OperationDefinition/QuestionnaireResponse-extract'

const token = (
  name: string,
  description: string,
  values: (record: StoredRecord) => unknown[],
  field?: string,
) => ({
  ...{ name, type: 'token' as const, description, values },
  ...(field !== undefined && { field }),
})

const reference = (name: string, description: string, element: string = name) => ({
  ...{ name, type: 'reference' as const, description },
  values: (record: StoredRecord) => [record[element]].flat(),
})

/** Records that a person writes directly to the nodes may have any shape. */
const componentsOf = ({ component }: StoredRecord): readonly { readonly code?: unknown }[] =>
  Array.isArray(component) ? component.filter(each => typeof each === 'object' && each !== null) : []

const observations: FhirType = {
  type: 'Observation',
  collection: uids.Observation,
  description: 'Measurements and answers of a person.',
  mandatory: ['status', 'code'],
  summary: [
    ...['identifier', 'basedOn', 'partOf', 'status', 'code', 'subject', 'focus', 'encounter', 'effective'],
    ...['issued', 'performer', 'value', 'hasMember', 'derivedFrom', 'component'],
  ],
  search: [
    token('code', 'The code of the observation.', ({ code }) => [code], 'code.coding.code'),
    token('component-code', 'The code of a part.', record => componentsOf(record).map(({ code }) => code)),
    token('combo-code', 'The code of the whole or of a part.', record => [
      record['code'],
      ...componentsOf(record).map(({ code }) => code),
    ]),
    token(
      'category',
      'What kind of observation.',
      ({ category }) => [category].flat(),
      'category.coding.code',
    ),
    token('status', 'The status, usually `final`.', ({ status }) => [status], 'status'),
    token('identifier', 'An identifier that its sender gave it.', ({ identifier }) => [identifier].flat()),
    {
      name: 'date',
      type: 'date',
      description: 'The time of the observation.',
      values: ({ effectiveDateTime, effectivePeriod, effectiveInstant }) => [
        effectiveDateTime ?? effectivePeriod ?? effectiveInstant,
      ],
    },
    reference('subject', 'The person: their DID.'),
    reference('patient', 'The person: their DID.', 'subject'),
    {
      ...reference('derived-from', 'The response that the observation derives from.', 'derivedFrom'),
      target: ['QuestionnaireResponse'],
    },
  ],
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
