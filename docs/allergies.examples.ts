/** The plugin of the guide to FHIR REST: compiled here, loaded by the tests. */
import { definePlugin } from 'andiron'

const ALLERGIES = '7f0a1c52-94d1-4a08-9d0e-6b3f52c8e1a4'

const Allergy = {
  $id: 'Allergy',
  type: 'object',
  additionalProperties: true,
  required: ['resourceType', 'code'],
  properties: {
    resourceType: { const: 'AllergyIntolerance' },
    code: { type: 'object', additionalProperties: true },
  },
} as const

export default definePlugin({
  name: 'allergies',
  version: '1.0.0',
  dependencies: ['applications'],
  schemas: [Allergy],
  collections: [
    { uid: ALLERGIES, name: 'AllergyIntolerance', kind: 'owned', personal: true, schema: Allergy },
  ],
  fhir: {
    types: [
      {
        type: 'AllergyIntolerance',
        collection: ALLERGIES,
        description: 'The allergies and intolerances of a person.',
        creatable: true,
        mandatory: ['code'],
        search: [
          {
            name: 'code',
            type: 'token',
            description: 'The substance.',
            values: ({ code }) => [code],
            field: 'code.coding.code',
          },
        ],
      },
    ],
  },
})
