/** Observations in FHIR's REST API, and `$extract`. */
import type { FhirOffer, FhirType } from '../../core/index.ts'
import { uids } from '../../schemas/uids.ts'
import { extractOne, extractSent } from './extract.ts'
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

const WEIGHT = { system: 'http://loinc.org', code: '29463-7' }
const weighing = {
  resourceType: 'Questionnaire',
  status: 'active',
  item: [
    {
      ...{ linkId: 'weight', type: 'quantity', text: 'Body weight', code: [WEIGHT] },
      extension: [
        {
          url: 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-observationExtract',
          valueBoolean: true,
        },
      ],
    },
  ],
}
const kilograms = { value: 72, unit: 'kg', system: 'http://unitsofmeasure.org', code: 'kg' }
const answered = {
  resourceType: 'QuestionnaireResponse',
  ...{ questionnaire: 'https://study.example/weight', status: 'completed' },
  item: [{ linkId: 'weight', answer: [{ valueQuantity: kilograms }] }],
}

export const offer: FhirOffer = {
  types: [observations],
  operations: [
    {
      ...{ name: 'extract', type: 'QuestionnaireResponse', level: 'instance', definition: EXTRACT },
      description:
        'The resources that a response holds, as a transaction Bundle: Observations by `observationExtract`, and any resource ' +
        'by templates and definitions of the form. With issues, Parameters with the parts `return` and `issues`. The new ' +
        'Observations were stored with the response.',
      run: extractOne,
    },
    {
      ...{ name: 'extract', type: 'QuestionnaireResponse', level: 'type', definition: EXTRACT },
      ...{ callers: ['anyone'] },
      description:
        'The same for a response in the request, as the body or as the part `questionnaire-response` of Parameters. Its form is ' +
        'registered, contained in it, or the part `questionnaire`. Nothing is stored.',
      example: {
        resourceType: 'Parameters',
        parameter: [
          { name: 'questionnaire-response', resource: answered },
          { name: 'questionnaire', resource: weighing },
        ],
      },
      run: extractSent,
    },
  ],
}
