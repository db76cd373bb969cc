/**
 * Questionnaires: applications register them, people answer them, and their publishers read the responses.
 */
import { definePlugin } from '../../core/index.ts'
import { FHIR_VERSIONS } from '../../fhir/index.ts'
import {
  OperationOutcome,
  PublishedQuestionnaires,
  Questionnaire,
  QuestionnaireResponse,
  QuestionnaireRevisions,
  ResponseActivity,
  ResponseBundle,
  StoredQuestionnaire,
  ValidationRequest,
} from '../../schemas/questionnaire.ts'
import { uids } from '../../schemas/uids.ts'
import { serveActivity } from './activity.ts'
import { serveCodebook } from './codebook.ts'
import { offer } from './fhir.ts'
import { serveForms } from './form-routes.ts'
import { HOOKS } from './hooks.ts'
import { myAnswers } from './my-answers.ts'
import { proposeAnswer, refuseInactive } from './propose-answer.ts'
import { servePublished } from './published.ts'
import { Questionnaires } from './registry.ts'
import { questionnaireOf, responseCollection } from './response-collection.ts'
import { serveResponses } from './responses.ts'
import { serveRevisions } from './revisions.ts'
import { serveValidation } from './validation.ts'

export type { AdaptiveStep, AskedQuestion, Publication, ResponsesReading } from './hooks.ts'
export type { Questionnaires } from './registry.ts'

declare module 'fastify' {
  interface FastifyInstance {
    questionnaires: Questionnaires
  }
}

export default definePlugin({
  name: 'fhir-questionnaire',
  version: '1.0.0',
  dependencies: ['applications', 'fhir-terminology', 'submissions'],
  config: {
    type: 'object',
    additionalProperties: false,
    required: ['fhirVersion', 'cacheSize', 'cacheSeconds', 'pageSize'],
    properties: {
      fhirVersion: {
        enum: FHIR_VERSIONS,
        default: 'mix',
        description:
          'FHIR version of a questionnaire that does not specify one: strictly one version, or R4 and R5 mixed, as in many real ' +
          'forms. Each form keeps the version of its registration.',
      },
      cacheSize: {
        type: 'integer',
        minimum: 1,
        default: 500,
        description: 'Maximum compiled questionnaires in the cache.',
      },
      cacheSeconds: {
        type: 'integer',
        minimum: 1,
        default: 10,
        description: 'Seconds until changes made through another gateway take effect.',
      },
      pageSize: {
        type: 'integer',
        minimum: 1,
        maximum: 200,
        default: 50,
        description: 'Default number of responses on a page.',
      },
    },
  },
  schemas: [
    Questionnaire,
    StoredQuestionnaire,
    PublishedQuestionnaires,
    QuestionnaireResponse,
    ResponseBundle,
    ResponseActivity,
    QuestionnaireRevisions,
    ValidationRequest,
    OperationOutcome,
  ],
  openHooks: HOOKS,
  collections: [
    { uid: uids.Questionnaire, name: 'Questionnaire', kind: 'standard', schema: Questionnaire },
    responseCollection,
  ],
  tools: [myAnswers, proposeAnswer],
  fhir: offer,
  tag: { name: 'Questionnaire', description: 'Forms and their responses.' },

  setup(app, { fhirVersion, cacheSize, cacheSeconds }) {
    const { gateway, valueSets } = app
    app.decorate(
      'questionnaires',
      new Questionnaires({ gateway, valueSets, fhirVersion, cacheSize, ttl: cacheSeconds * 1000 }),
    )
    valueSets.questionAt = url => app.questionnaires.questionAt(url)
    app.proposals.kinds.set(uids.QuestionnaireResponse, {
      editable: ['item'],
      async admit(response) {
        const { resource } = await questionnaireOf(response, app.questionnaires)
        refuseInactive(resource)
      },
    })
  },

  routes(app, { pageSize }) {
    serveForms(app)
    servePublished(app)
    serveRevisions(app)
    serveResponses(app, { pageSize })
    serveActivity(app)
    serveCodebook(app)
    serveValidation(app, app.questionnaires)
  },
})
