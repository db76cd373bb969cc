/** Questionnaires in FHIR's REST API, and the operations on them and on responses. */
import type { Questionnaire as FhirQuestionnaire } from 'fhir/r4.js'
import {
  type Context,
  type FhirOffer,
  type FhirOperationInput,
  type FhirPublished,
  type FhirResource,
  type FhirType,
  type Filter,
  NEWEST,
  type SearchParameter,
  type StoredRecord,
  splitCanonical,
} from '../../core/index.ts'
import { uids } from '../../schemas/uids.ts'
import { nextQuestion } from './adaptive.ts'
import { assembleForm, assembleOne } from './assemble.ts'
import { readerOf } from './checks.ts'
import * as examples from './examples.ts'
import { identifier, responses } from './fhir-responses.ts'
import { modeIn } from './mode.ts'
import { packageForm, packageOne } from './package.ts'
import { populateForm, populateOne } from './populate.ts'
import { processResponse } from './process-response.ts'
import { registerForm, replaceForm } from './registration.ts'
import type { Registered } from './registry.ts'
import { outcomeOfSent } from './validation.ts'

const VALIDATE = 'http://hl7.org/fhir/OperationDefinition/Resource-validate'
const ASSEMBLE = 'http://hl7.org/fhir/uv/sdc/OperationDefinition/Questionnaire-assemble'
const PACKAGE = 'http://hl7.org/fhir/us/davinci-dtr/OperationDefinition/questionnaire-package'
const PROCESS = 'http://hl7.org/fhir/uv/sdc/OperationDefinition/Questionnaire-process-response'
const NEXT_QUESTION = 'http://hl7.org/fhir/uv/sdc/OperationDefinition/Questionnaire-next-question'
const POPULATE = 'http://hl7.org/fhir/uv/sdc/OperationDefinition/Questionnaire-populate'

const text = (name: string, description: string): SearchParameter => ({
  ...{ name, type: 'string', description },
  values: (record: StoredRecord) => [record[name]],
})

/** The items of a form at every depth. */
const itemsOf = (item: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(item) ? item.flatMap(each => [each, ...itemsOf(each.item)]) : []

/** The form in the request, and the FHIR version for reading it. */
const readPublished = ({ resource, release }: FhirPublished) => ({
  form: resource as unknown as FhirQuestionnaire,
  mode: release ?? modeIn(resource),
})

/** The registry's form of a record, to which the store's records are converted. */
const recordIn = ({ resource }: Registered): StoredRecord => ({ ...resource })

const questionnaires: FhirType = {
  type: 'Questionnaire',
  collection: uids.Questionnaire,
  description: 'A form as its application published it, in the requested version of FHIR.',
  example: examples.form,
  readers: ['anyone'],
  mandatory: ['status'],
  summary: [
    ...[
      'url',
      'identifier',
      'version',
      'name',
      'title',
      'derivedFrom',
      'status',
      'experimental',
      'subjectType',
    ],
    ...['date', 'publisher', 'contact', 'useContext', 'jurisdiction', 'code', 'effectivePeriod'],
  ],
  search: [
    {
      name: 'url',
      type: 'uri',
      description: 'The canonical URL, or the URL of the form on this server.',
      values: ({ url }) => [url],
    },
    text('title', 'The title.'),
    text('name', 'The name for programs.'),
    text('publisher', 'The DID of the application.'),
    {
      name: 'status',
      type: 'token',
      description: 'draft, active, retired or unknown.',
      values: ({ status }) => [status],
      field: 'status',
    },
    {
      name: 'version',
      type: 'token',
      description: 'The version that its author gave it.',
      values: ({ version }) => [version],
      field: 'version',
    },
    {
      name: 'date',
      type: 'date',
      description: 'The date that its author gave it.',
      values: ({ date }) => [date],
    },
    {
      name: 'code',
      type: 'token',
      description: 'A code of the form or of one of its questions.',
      values: ({ code, item }) => [code, ...itemsOf(item).map(each => each['code'])].flat(),
    },
    identifier(),
  ],
  async compartment({ url }, { app }) {
    const { baseUrl } = app.gateway
    if (url === undefined) return { filter: NEWEST }
    const named = url.map((canonical): Filter => {
      const { name, version } = splitCanonical(canonical)
      const own = `${baseUrl}/fhir/Questionnaire/`
      const form = name.startsWith(own) ? { _id: name.slice(own.length) } : { url: name }
      return { ...form, ...(version !== undefined && { version }) }
    })
    return { filter: { ...NEWEST, $or: named }, answers: ['url'] }
  },
  async find(id, { app }, versionId) {
    const found = await app.questionnaires.get(id, { versionId })
    return found && recordIn(found)
  },
  inLanguage(record, accepted, { app }) {
    const { resource, ...found } = app.questionnaires.translations.of(record as never, accepted)
    return { ...found, record: { ...resource } }
  },
  publishing: {
    scope: 'write:questionnaire',
    async create(published, context) {
      const { form, mode } = readPublished(published)
      return recordIn(await registerForm(form, { mode }, context))
    },
    async replace(id, published, context, demand) {
      const { form, mode } = readPublished(published)
      const terms = { mode, demand: (current: Registered) => demand(recordIn(current)) }
      return recordIn(await replaceForm(id, form, terms, context))
    },
  },
}

export const offer: FhirOffer = {
  types: [questionnaires, responses],
  operations: [
    ...['Questionnaire', 'QuestionnaireResponse'].map(type => ({
      ...{
        name: 'validate',
        type,
        level: 'type' as const,
        definition: VALIDATE,
        callers: ['anyone'] as const,
      },
      description:
        'Responds with 200 and every issue, even if the resource is invalid. The body is the resource, or Parameters with the ' +
        'part `resource`; nothing is stored.',
      example: type === 'Questionnaire' ? examples.form : examples.responseWithForm,
      run: validate,
    })),
    {
      ...{ name: 'populate', type: 'Questionnaire', level: 'instance', definition: POPULATE },
      callers: ['anyone', 'person'],
      description:
        'A response with the initial answers of the form, as the part `response` of Parameters: initial values, and the ' +
        'results of initial and calculated expressions. The expressions can use the parts `context` of the request (`name`, ' +
        'and the resource as `content`) as the launch context. With `local` true and the token of a person, questions with ' +
        '`observationLinkPeriod` begin with the newest of their own Observations. `subject` of the Parameters becomes the ' +
        'subject of the response. The part `issues` lists the values that could not be populated.',
      run: populateOne,
    },
    {
      ...{ name: 'populate', type: 'Questionnaire', level: 'type', definition: POPULATE },
      callers: ['anyone', 'person'],
      description:
        'The same for the form that the parts `questionnaire` or `canonical` of the Parameters specify.',
      example: examples.formToPopulate,
      run: populateForm,
    },
    {
      ...{ name: 'assemble', type: 'Questionnaire', level: 'instance', definition: ASSEMBLE },
      callers: ['anyone'],
      description:
        'The form with the items of the forms that its display items name by `subQuestionnaire`, as a form that can be ' +
        'registered. Nothing is stored. With warnings, Parameters with the parts `return` and `outcome`; an error names the forms.',
      run: assembleOne,
    },
    {
      ...{ name: 'assemble', type: 'Questionnaire', level: 'type', definition: ASSEMBLE },
      callers: ['anyone'],
      description: 'The same for the form in the body, or in the part `questionnaire` of Parameters.',
      example: examples.form,
      run: assembleForm,
    },
    {
      ...{ name: 'questionnaire-package', type: 'Questionnaire', level: 'instance', definition: PACKAGE },
      callers: ['anyone'],
      description:
        'A collection Bundle with the form and what it needs: its modules, the forms that it is derived from, value sets and ' +
        'code systems. An OperationOutcome as its last entry names what is not registered here.',
      run: packageOne,
    },
    {
      ...{ name: 'questionnaire-package', type: 'Questionnaire', level: 'type', definition: PACKAGE },
      callers: ['anyone'],
      description: 'The same for the form in the body, or in the part `questionnaire` of Parameters.',
      example: examples.form,
      run: packageForm,
    },
    ...(['type', 'instance'] as const).map(level => ({
      ...{ name: 'process-response', type: 'Questionnaire', level, definition: PROCESS, submits: true },
      description:
        'Validates a completed response, stores it, and extracts its Observations, like a submission. The body is the response, ' +
        'or Parameters with the part `response`. The part `warnings` of the answer says where it is stored.',
      example: examples.responseToProcess,
      run: processResponse,
    })),
    {
      ...{ name: 'next-question', type: 'Questionnaire', level: 'type', definition: NEXT_QUESTION },
      callers: ['anyone'],
      description:
        'The next questions of an adaptive form. The body is a QuestionnaireResponse, or Parameters with it as ' +
        '`questionnaire-response`: at first without items, naming the form, then with the answers so far. The response ' +
        'returns with the questions to ask in its contained Questionnaire, or with the status `completed` and its scores. ' +
        'An item without an answer skips a question. After a change of an answer, questions that no longer follow are ' +
        'removed. Nothing is stored: submit the completed response.',
      example: examples.unanswered,
      run: nextQuestion,
    },
  ],
}

async function validate(
  { sent = { resourceType: '' }, release }: FhirOperationInput,
  context: Context,
): Promise<FhirResource> {
  const { questionnaires } = context.app
  return { ...(await outcomeOfSent(sent, release, questionnaires, readerOf(context))) }
}
