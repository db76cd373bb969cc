/**
 * FHIR Questionnaires and their responses on the wire: the service's additions to FHIR. The rules are in
 * `fhir/`.
 */
import type {
  Bundle as FhirBundle,
  OperationOutcome as FhirOutcome,
  Parameters as FhirParameters,
  Questionnaire as FhirQuestionnaire,
  QuestionnaireResponse as FhirResponse,
} from 'fhir/r4.js'
import { Did, example, Uuid } from './identity.ts'
import { type Infer, schemaOf } from './types.ts'

const sample = {
  resourceType: 'Questionnaire',
  status: 'active',
  title: 'Sleep',
  item: [{ linkId: 'rested', type: 'boolean', text: 'Did you wake up rested?', required: true }],
} as const

/** A questionnaire as sent. R4 and R5 elements may be mixed, as in real forms. */
export const Questionnaire = schemaOf<FhirQuestionnaire>({
  $id: 'Questionnaire',
  type: 'object',
  description: 'A FHIR Questionnaire.',
  required: ['resourceType', 'status'],
  properties: {
    resourceType: { type: 'string', enum: ['Questionnaire'] },
    id: { type: 'string', pattern: '^[A-Za-z0-9.-]{1,64}$' },
    status: { type: 'string', enum: ['draft', 'active', 'retired', 'unknown'] },
    title: { type: 'string' },
    item: { type: 'array', items: { type: 'object' } },
  },
  examples: [sample],
})

/** A questionnaire as stored and served: the resource with the members that the service sets. */
export const StoredQuestionnaire = schemaOf<StoredQuestionnaire>({
  $id: 'StoredQuestionnaire',
  type: 'object',
  description: 'A registered FHIR Questionnaire.',
  required: ['resourceType', 'status', '_id', '_created', '_updated', 'id', 'publisher'],
  properties: {
    resourceType: { type: 'string', enum: ['Questionnaire'] },
    status: { type: 'string' },
    title: { type: 'string' },
    id: { type: 'string' },
    publisher: { ...Did, description: 'The application that registered it.' },
    _id: Uuid,
    _created: { type: 'string', format: 'date-time' },
    _updated: { type: 'string', format: 'date-time' },
  },
  examples: [
    {
      ...sample,
      id: 'sleep',
      publisher: example.did,
      _id: example.uuid,
      _created: example.instant,
      _updated: example.instant,
    },
  ],
})

export type StoredQuestionnaire = FhirQuestionnaire & StoredFields & { publisher: string }

/** An entry in a list of questionnaires, with the members that identify it. */
export interface PublishedQuestionnaire extends StoredFields {
  title?: string
  status: string
  version?: string
}

/** The questionnaires of an application, paginated. */
export const PublishedQuestionnaires = schemaOf<{ questionnaires: PublishedQuestionnaire[]; next?: string }>({
  $id: 'PublishedQuestionnaires',
  type: 'object',
  required: ['questionnaires'],
  additionalProperties: false,
  properties: {
    questionnaires: {
      type: 'array',
      description: 'Every revision, the oldest first.',
      items: {
        type: 'object',
        required: ['_id', 'status', '_created', '_updated'],
        additionalProperties: false,
        properties: {
          _id: Uuid,
          title: { type: 'string' },
          status: { type: 'string' },
          version: { type: 'string', description: 'The version that its author gave it.' },
          _created: { type: 'string', format: 'date-time' },
          _updated: { type: 'string', format: 'date-time' },
        },
      },
    },
    next: { type: 'string', description: 'The `cursor` of the next page; absent on the last page.' },
  },
  examples: [
    {
      questionnaires: [
        {
          _id: example.uuid,
          title: sample.title,
          status: sample.status,
          _created: example.instant,
          _updated: example.instant,
        },
      ],
    },
  ],
})

interface StoredFields {
  _id: string
  _created: string
  _updated: string
}

/** The collection of responses. Each is validated by the questionnaire that it refers to. */
export const QuestionnaireResponse = schemaOf<FhirResponse & { questionnaire: string }>({
  $id: 'QuestionnaireResponse',
  type: 'object',
  description: 'A FHIR QuestionnaireResponse.',
  required: ['resourceType', 'questionnaire', 'status'],
  properties: {
    resourceType: { type: 'string', enum: ['QuestionnaireResponse'] },
    questionnaire: {
      type: 'string',
      minLength: 1,
      description: 'The questionnaire: its `_id`, a reference or its canonical URL.',
    },
    status: { type: 'string', enum: ['in-progress', 'completed', 'amended', 'entered-in-error', 'stopped'] },
    item: { type: 'array', items: { type: 'object' } },
  },
})

/** The body of `POST /api/questionnaire/$validate`. */
export const ValidationRequest = schemaOf<FhirQuestionnaire | FhirResponse | FhirParameters>({
  $id: 'ValidationRequest',
  type: 'object',
  description:
    'A Questionnaire; a QuestionnaireResponse to a registered or contained one; a ValueSet or CodeSystem; or FHIR ' +
    'Parameters with the parts `resource`, `questionnaire` (the form, if it is not registered), `valueSet` (any number of ' +
    'value sets and code systems that the form names) and `mode` (`R4`, `R4B`, `R5` or `mix`).',
  properties: { resourceType: { type: 'string' } },
})

export const OperationOutcome = schemaOf<FhirOutcome>({
  $id: 'OperationOutcome',
  type: 'object',
  description: 'A FHIR OperationOutcome with every issue.',
  required: ['resourceType', 'issue'],
  properties: {
    resourceType: { type: 'string', enum: ['OperationOutcome'] },
    issue: { type: 'array', minItems: 1, items: { type: 'object' } },
  },
})

/** A page of responses. */
export const ResponseBundle = schemaOf<FhirBundle<FhirResponse>>({
  $id: 'ResponseBundle',
  type: 'object',
  description:
    'A FHIR Bundle of type searchset. An entry with search mode `outcome` lists omitted records and the reasons.',
  required: ['resourceType', 'type', 'link'],
  properties: {
    resourceType: { type: 'string', enum: ['Bundle'] },
    type: { type: 'string', enum: ['searchset'] },
    link: {
      type: 'array',
      items: {
        type: 'object',
        required: ['relation', 'url'],
        properties: { relation: { type: 'string' }, url: { type: 'string', format: 'uri' } },
      },
    },
    entry: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          fullUrl: { type: 'string' },
          resource: {
            type: 'object',
            required: ['resourceType'],
            properties: { resourceType: { type: 'string' } },
          },
          search: {
            type: 'object',
            properties: { mode: { type: 'string', enum: ['match', 'include', 'outcome'] } },
          },
        },
      },
    },
  },
  examples: [
    {
      resourceType: 'Bundle',
      type: 'searchset',
      link: [
        {
          relation: 'self',
          url: `https://profile.example/api/questionnaire/${example.uuid}/responses?_count=50`,
        },
      ],
      entry: [
        {
          fullUrl: `urn:uuid:${example.uuid}`,
          resource: {
            resourceType: 'QuestionnaireResponse',
            id: example.uuid,
            questionnaire: example.uuid,
            status: 'completed',
            item: [{ linkId: 'rested', answer: [{ valueBoolean: true }] }],
          },
          search: { mode: 'match' },
        },
      ],
    },
  ],
})

/** The numbers of responses by day, without an answer. */
export const ResponseActivity = {
  $id: 'ResponseActivity',
  type: 'object',
  description: 'The responses to a questionnaire by day, and the latest of them, without answers.',
  required: ['responses', 'since', 'last', 'days', 'latest'],
  additionalProperties: false,
  properties: {
    responses: { type: 'integer', description: 'The number of responses since `since`.' },
    since: { type: 'string', format: 'date-time', description: 'The begin of the counted period.' },
    last: { type: 'string', format: 'date-time', description: 'The instant of the latest response.' },
    days: {
      type: 'array',
      description: 'The days with responses, the earliest first.',
      items: {
        type: 'object',
        required: ['day', 'responses'],
        additionalProperties: false,
        properties: { day: { type: 'string', format: 'date' }, responses: { type: 'integer' } },
      },
    },
    latest: {
      type: 'array',
      description: 'The latest responses, the latest first.',
      items: {
        type: 'object',
        required: ['id', 'stored', 'participant'],
        additionalProperties: false,
        properties: {
          id: { type: 'string' },
          stored: { type: 'string', format: 'date-time' },
          participant: {
            type: 'string',
            description: 'A pseudonym of the person, the same in every form of the application.',
          },
        },
      },
    },
  },
  examples: [
    {
      responses: 1,
      since: '2026-03-01T00:00:00.000Z',
      last: example.instant,
      days: [{ day: '2026-03-01', responses: 1 }],
      latest: [{ id: example.uuid, stored: example.instant, participant: 'K7Q2M-9XFRT' }],
    },
  ],
} as const

export type ResponseActivity = Infer<typeof ResponseActivity>

/** The revisions of a questionnaire, without their items. */
export const QuestionnaireRevisions = {
  $id: 'QuestionnaireRevisions',
  type: 'object',
  description: 'The revisions of a questionnaire, paginated, the oldest first.',
  required: ['revisions'],
  additionalProperties: false,
  properties: {
    revisions: {
      type: 'array',
      items: {
        type: 'object',
        required: ['versionId', 'published', 'status'],
        additionalProperties: false,
        properties: {
          versionId: { type: 'string', description: 'The id of the revision: `meta.versionId`.' },
          published: { type: 'string', format: 'date-time' },
          title: { type: 'string' },
          status: { type: 'string' },
          version: { type: 'string', description: 'The version that its author gave it.' },
        },
      },
    },
    next: { type: 'string', description: 'The cursor of the next page.' },
  },
  examples: [
    {
      revisions: [{ versionId: example.uuid, published: example.instant, title: 'Sleep', status: 'active' }],
    },
  ],
} as const

export type QuestionnaireRevision = Infer<typeof QuestionnaireRevisions>['revisions'][number]
