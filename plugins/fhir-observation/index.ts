/** Observations: extracted from submitted responses, or submitted directly. */
import type { Observation as FhirObservation } from 'fhir/r4.js'
import {
  type Draft,
  definePlugin,
  InvalidRecord,
  loopTurn,
  resourceOf,
  sandboxKeyOf,
  TooExpensive,
  uuidOf,
  withIssues,
} from '../../core/index.ts'
import {
  checkStructureOnly,
  FHIR_VERSIONS,
  type FhirVersion,
  prepareExtraction,
  refused,
} from '../../fhir/index.ts'
import { Observation } from '../../schemas/observation.ts'
import { uids } from '../../schemas/uids.ts'
import { TooManyObservations } from './errors.ts'
import { type Extraction, type FormParts, storable, tooCostly } from './extract.ts'
import { offer } from './fhir.ts'
import { prompts } from './prompts.ts'
import { proposeObservation } from './propose-observation.ts'
import { named, stamp } from './stamp.ts'
import { myObservations, observationsResource } from './tool.ts'

declare module 'fastify' {
  interface FastifyInstance {
    observations: {
      /**
       * The Observations in a response, each with the id under which it is stored.
       * @param caller - the key for fair sharing of the sandbox
       * @throws TooManyObservations
       */
      of(response: Pick<Draft, 'uid' | 'record'>, caller?: string): Promise<readonly FhirObservation[]>
      /**
       * All that a form extracts from a response, and the Observations among it that are stored.
       * @throws TooManyObservations
       */
      extract(form: FormParts, response: Pick<Draft, 'uid' | 'record'>, caller: string): Promise<Extraction>
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
    async deriveRecords({ draft, derive }, context) {
      const { app } = context
      if (draft.collection.uid !== uids.QuestionnaireResponse) return
      for (const { id = '', ...record } of await app.observations.of(draft, sandboxKeyOf(context)))
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
      async of(response, caller = '') {
        const questionnaire = await app.questionnaires.answeredBy(response.record)
        if (!questionnaire) return []
        const { observations } = await app.observations.extract(questionnaire.parts, response, caller)
        return observations
      },
      async extract(parts, { uid, record }, caller) {
        // Linear in form and response, which have limited bodies; each is read in a turn of its own.
        await loopTurn()
        const extraction = extractionOf(parts.questionnaire as object)
        await loopTurn()
        const coded = extraction(record, uid) as readonly FhirObservation[]
        demandFew(coded, mostPerResponse)
        const response = { ...('_id' in record ? resourceOf(record as never) : record), id: uid }
        const found = await app.questionnaires.checks.extract(parts, response, uid, caller).catch(tooCostly)
        const others = storable(found, uid).filter(each => isValid(each, fhirVersion))
        const observations = [...coded, ...others]
        if (others.length > 0) demandFew(observations, mostPerResponse)
        return { observations, coded, ...found }
      },
      check(observation) {
        const issues = issuesOf(observation, fhirVersion)
        if (refused(issues)) throw withIssues(new InvalidRecord(), issues)
      },
    })
  },
})

/** Maximum characters of JSON of the Observations of one response: each repeats what the response says of all. */
const MOST_CHARACTERS = 4_000_000

/** @throws TooManyObservations, TooExpensive */
function demandFew(observations: readonly FhirObservation[], most: number): void {
  if (observations.length > most) throw new TooManyObservations(String(observations.length), String(most))
  let left = MOST_CHARACTERS
  for (const each of observations) {
    left -= JSON.stringify(each).length
    if (left < 0) throw new TooExpensive(`${MOST_CHARACTERS} characters of observations`)
  }
}

const issuesOf = (observation: FhirObservation, fhirVersion: FhirVersion) =>
  checkStructureOnly(observation, { fhirVersion, resourceType: 'Observation' })

/** A template can make a wrong resource without a fault of the person: it is left out, and `$extract` says why. */
const isValid = (observation: FhirObservation, fhirVersion: FhirVersion) =>
  !refused(issuesOf(observation, fhirVersion))
