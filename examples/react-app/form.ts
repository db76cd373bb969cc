/** The form of the example: PHQ-9, with a file upload, and an e-mail address that only the wallet sees. */
import phq9 from '../forms/phq-9.json' with { type: 'json' }

const hidden = [{ url: 'http://hl7.org/fhir/StructureDefinition/questionnaire-hidden', valueBoolean: true }]

const { url: _, ...questions } = phq9

export const form = {
  ...questions,
  item: [
    ...phq9.item,
    { linkId: 'letter', type: 'attachment', text: 'A letter or a picture to go with it' },
    { linkId: 'email-address', type: 'string', text: 'E-mail address', extension: hidden },
  ],
}
