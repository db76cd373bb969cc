/** Observations: extracted from submitted responses, or submitted directly. */
import type { Observation as FhirObservation } from 'fhir/r4.js'
import { type Draft, definePlugin, InvalidRecord, loopTurn, uuidOf, withIssues } from '../../core/index.ts'
import { FHIR_VERSIONS, prepareExtraction, refused, validateResource } from '../../fhir/index.ts'
import { Observation } from '../../schemas/observation.ts'
import { uids } from '../../schemas/uids.ts'
import { TooManyObservations } from './errors.ts'
import { offer } from './fhir.ts'
import { prompts } from './prompts.ts'
import { proposeObservation } from './propose-observation.ts'
import { named, stamp } from './stamp.ts'
import { myObservations, observationsResource } from './tool.ts'

declare module 'fastify' {
  interface FastifyInstance {
    observations: {
      /** The Observations in a response, each with the id under which it is stored. */
      of(response: Pick<Draft, 'uid' | 'record'>): Promise<readonly FhirObservation[]>
      /** @throws InvalidRecord with every issue */
      check(observation: FhirObservation): void
    }
  }
}

export default definePlugin({
  name: 'fhir-observation',
  version: '1.0.0',
  dependencies: ['fhir-questionnaire', 'submissions'],
  config: {
    type: 'object',
    additionalProperties: false,
    required: ['fhirVersion', 'extractCodedItems', 'mostPerResponse'],
    properties: {
      fhirVersion: {
        enum: FHIR_VERSIONS,
        default: 'mix',
        description:
          'FHIR version for the validation of observations: strictly one version, or R4 and R5 mixed.',
      },
      extractCodedItems: {
        type: 'boolean',
        default: true,
        description:
          'Extract numbers, quantities and choices with a LOINC code from forms without extraction settings. A form opts out ' +
          'with the extension `observationExtract` false, for the whole form or for single items.',
      },
      mostPerResponse: {
        type: 'integer',
        minimum: 1,
        default: 500,
        description: 'Maximum observations per response; all of them are stored with it, or nothing is.',
      },
    },
  },
  schemas: [Observation],
  collections: [
    {
      uid: uids.Observation,
      name: 'Observation',
      kind: 'owned',
      personal: true,
      schema: Observation,
      enrich: (observation, { caller, now }) => stamp(observation, { now, subject: caller.did }),
      validate: (observation, { app }) => app.observations.check(observation),
    },
  ],
  tools: [myObservations, proposeObservation],
  resources: [observationsResource],
  prompts,
  fhir: offer,
  hooks: {
    enrichSubmission: draft =>
      draft.collection.uid === uids.Observation
        ? { ...draft, record: named(draft.record, draft.uid) }
        : draft,
    async deriveRecords({ draft, derive }, { app }) {
      if (draft.collection.uid !== uids.QuestionnaireResponse) return
      for (const { id = '', ...record } of await app.observations.of(draft))
        await derive(uids.Observation, id, { ...record })
    },
  },

  setup(app, { fhirVersion, extractCodedItems, mostPerResponse }) {
    /** Keyed by the loaded form: an entry is dropped with the form. */
    const extractions = new WeakMap<object, ReturnType<typeof prepareExtraction>>()
    const extractionOf = (form: object) => {
      const options = { fhirVersion, extractCodedItems, idOf: (name: string) => uuidOf('observation', name) }
      const extraction = extractions.get(form) ?? prepareExtraction(form, options)
      extractions.set(form, extraction)
      return extraction
    }

    app.proposals.kinds.set(uids.Observation, {
      editable: ['effectiveDateTime', 'valueQuantity', 'component', 'note'],
    })
    app.decorate('observations', {
      async of({ uid, record }) {
        const questionnaire = await app.questionnaires.answeredBy(record)
        // Linear in form and response, which have limited bodies; each is read in a turn of its own.
        await loopTurn()
        const extraction = questionnaire && extractionOf(questionnaire.resource)
        await loopTurn()
        const found = extraction?.(record, uid) ?? []
        if (found.length > mostPerResponse)
          throw new TooManyObservations(String(found.length), String(mostPerResponse))
        return found as readonly FhirObservation[]
      },
      check(observation) {
        const issues = validateResource(observation, { fhirVersion, resourceType: 'Observation' })
        if (refused(issues)) throw withIssues(new InvalidRecord(), issues)
      },
    })
  },
})
