/** Plausible answers to the example forms. */
import type { QuestionnaireResponseItem } from 'fhir/r5.js'

type Items = readonly QuestionnaireResponseItem[]

const LOINC = 'http://loinc.org'
const UCUM = 'http://unitsofmeasure.org'
const CODES = 'https://codes.andiron.example/CodeSystem/'

const often = (linkId: string) => ({
  linkId,
  answer: [{ valueCoding: { system: LOINC, code: 'LA6569-3', display: 'Several days' } }],
})

const quantity = (linkId: string, value: number, unit: string, code: string) => ({
  linkId,
  answer: [{ valueQuantity: { value, unit, system: UCUM, code } }],
})

const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1))

const signature = (sigFormat: string, picture: string) => [
  {
    url: 'http://hl7.org/fhir/StructureDefinition/questionnaireresponse-signature',
    valueSignature: {
      type: [{ system: 'urn:iso-astm:E1762-95:2013', code: '1.2.840.10065.1.12.1.7' }],
      when: '2026-11-20T08:30:00.000Z',
      who: { display: 'Ada Beispiel' },
      sigFormat,
      data: btoa(picture),
    },
  },
]
const stroke =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 200"><path fill="#fff" d="M0 0h600v200H0z"/>' +
  '<path fill="none" stroke="#1a1a1a" stroke-width="3" d="M80 150L140 50L200 150M110 105L180 105M260 60L260 150"/></svg>'

/** By the id of the form. */
export const ANSWERS: Readonly<Record<string, Items>> = {
  signatures: [
    { linkId: 'terms', extension: signature('image/svg+xml', stroke) },
    {
      linkId: 'contact',
      extension: signature('text/html', '<script>document.body.remove()</script>'),
      item: [{ linkId: 'phone', answer: [{ valueString: '123' }] }],
    },
  ],
  dated: [
    { linkId: 'born', answer: [{ valueDate: '1990-02-01' }] },
    { linkId: 'visit', answer: [{ valueDate: '2026-07-20' }] },
    { linkId: 'felt', answer: [{ valueDateTime: '2026-07-20T18:30:00Z' }] },
    { linkId: 'woke', answer: [{ valueTime: '07:15:00' }] },
    { linkId: 'doses', answer: [{ valueDate: '2021-04' }] },
  ],
  'phq-9': [{ linkId: 'phq-9-questions', item: numbers(9).map(often) }],
  'gad-7': [{ linkId: 'gad-7-questions', item: numbers(7).map(often) }],
  'blood-pressure': [
    { linkId: 'measured', answer: [{ valueDateTime: '2026-11-20T08:30:00Z' }] },
    {
      linkId: 'blood-pressure',
      item: [quantity('systolic', 128, 'mmHg', 'mm[Hg]'), quantity('diastolic', 82, 'mmHg', 'mm[Hg]')],
    },
    quantity('pulse', 66, 'per minute', '/min'),
    { linkId: 'medicine', answer: [{ valueBoolean: true }] },
    { linkId: 'medicine-time', answer: [{ valueTime: '07:15:00' }] },
  ],
  medicines: [
    { linkId: 'any', answer: [{ valueBoolean: true }] },
    ...['Ramipril', 'Ibuprofen'].map(name => ({
      linkId: 'medicine',
      item: [
        { linkId: 'medicine-name', answer: [{ valueString: name }] },
        { linkId: 'as-needed', answer: [{ valueBoolean: name === 'Ibuprofen' }] },
        ...(name === 'Ibuprofen'
          ? [{ linkId: 'reason', answer: [{ valueString: 'Headaches' }] }]
          : [
              {
                linkId: 'intake',
                item: [
                  { linkId: 'intake-time', answer: [{ valueTime: '08:00:00' }] },
                  { linkId: 'intake-amount', answer: [{ valueDecimal: 0.5 }] },
                ],
              },
            ]),
      ],
    })),
  ],
  schlaf: [
    {
      linkId: 'nacht',
      item: [
        { linkId: 'zu-bett', answer: [{ valueTime: '22:45:00' }] },
        { linkId: 'stunden', answer: [{ valueDecimal: 6.5 }] },
        {
          linkId: 'güte',
          answer: [{ valueCoding: { system: `${CODES}schlaf`, code: 'schlecht', display: 'Schlecht' } }],
        },
      ],
    },
    {
      linkId: 'störung',
      answer: [{ valueCoding: { system: `${CODES}störung`, code: 'lärm', display: 'Lärm' } }],
    },
    { linkId: 'mittel', answer: [{ valueBoolean: false }] },
  ],
  'every-type': [
    {
      linkId: 'about',
      item: [
        { linkId: 'name', answer: [{ valueString: 'Ada Beispiel' }] },
        { linkId: 'born', answer: [{ valueDate: '1990-02-01' }] },
        { linkId: 'postcode', answer: [{ valueString: '12345' }] },
        { linkId: 'home-page', answer: [{ valueUri: 'https://ada.example' }] },
      ],
    },
    {
      linkId: 'health',
      item: [
        { linkId: 'smoker', answer: [{ valueBoolean: true }] },
        { linkId: 'cigarettes', answer: [{ valueInteger: 3 }] },
        { linkId: 'pain', answer: [{ valueInteger: 4 }] },
        { linkId: 'temperature', answer: [{ valueDecimal: 36.6 }] },
        quantity('weight', 71, 'kg', 'kg'),
        { linkId: 'visit', answer: [{ valueDateTime: '2026-11-02T10:30:00Z' }] },
        {
          linkId: 'doctor',
          answer: [{ valueReference: { reference: 'Practitioner/1', display: 'Dr. Muster' } }],
        },
      ],
    },
    {
      linkId: 'choices',
      item: [
        {
          linkId: 'allergies',
          answer: [
            { valueCoding: { system: `${CODES}allergy`, code: 'pollen', display: 'Pollen' } },
            { valueString: 'Kiwi' },
          ],
        },
        { linkId: 'diet', answer: [{ valueString: 'Only soup' }] },
      ],
    },
    {
      linkId: 'files',
      item: [
        {
          linkId: 'report',
          answer: [
            {
              valueAttachment: {
                id: 'b1',
                url: 'andiron://local/user-uploads/did/1-report.pdf',
                contentType: 'application/pdf',
                size: 20_480 as never,
                title: 'report.pdf',
              },
            },
          ],
        },
      ],
    },
  ],
}
