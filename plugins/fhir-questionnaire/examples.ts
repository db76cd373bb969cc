/** Bodies of requests for the API document. Each answers on a gateway without registered forms, if it can. */
import type { FhirResource } from '../../core/index.ts'
import { example } from '../../schemas/identity.ts'

const ANSWERED = [{ linkId: 'rested', answer: [{ valueBoolean: true }] }]

export const form: FhirResource = {
  resourceType: 'Questionnaire',
  status: 'active',
  title: 'Sleep',
  item: [{ linkId: 'rested', type: 'boolean', text: 'Did you wake up rested?', required: true }],
}

export const response: FhirResource = {
  resourceType: 'QuestionnaireResponse',
  questionnaire: example.uuid,
  status: 'completed',
  item: ANSWERED,
}

/** The start of an adaptive form. */
export const unanswered: FhirResource = {
  resourceType: 'QuestionnaireResponse',
  questionnaire: example.uuid,
  status: 'in-progress',
}

const withForm = (...parts: readonly object[]): FhirResource => ({
  resourceType: 'Parameters',
  parameter: [{ name: 'questionnaire', resource: form }, ...parts],
})

export const responseWithForm = withForm({ name: 'resource', resource: response })

export const formToPopulate = withForm({ name: 'subject', valueReference: { reference: example.did } })

export const responseToProcess: FhirResource = {
  resourceType: 'Parameters',
  parameter: [{ name: 'response', resource: response }],
}
