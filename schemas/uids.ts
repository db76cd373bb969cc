/**
 * The uids of the collections that every deployment has. They are part of the wire format and never change.
 */
export const uids = {
  QuestionnaireResponse: 'b14b538f-7de3-4767-ad77-464d755d78bd',
  Binary: '9d696baf-483f-4cc0-b748-23a22c1705f5',
  DocumentReference: 'fe9903c4-199c-449b-acad-c0458d95b262',
  Observation: '5a4b9f0e-3f64-4b51-9c0b-6d0a3f0a1e77',
  Questionnaire: '3f1c2b7e-52a4-4d0e-9b6c-1f6d2a7c8e90',
  ValueSet: 'e2c4f7a9-6d18-4b0e-9f53-0a7c1d8b46e2',
  Query: 'c9b1f6d2-7a34-4e58-b0c6-2d8f5e7a1b93',
  Application: '8a0d4c55-6b1f-4f3e-8c27-d94be0f1a3c6',
  Enrolment: '4091949e-ec50-493b-a6e0-0a43c493a67c',
  Consent: '0a81ed8d-835a-4396-acdf-1fbe657bf3f5',
  ProfileLabel: '46454af9-33ea-4aff-9ad5-5513cf7b8214',
  WrappedKey: 'fa5099e2-c8d6-4945-ae95-21902029a022',
} as const
