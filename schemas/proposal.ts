/** A proposal of a program, and the person's answer to it. */
import type { Infer } from './types.ts'

/** The output of the tools that propose. */
export const Proposed = {
  type: 'object',
  required: ['summary', 'url', 'expiresAt'],
  properties: {
    summary: { type: 'string', description: 'What the person is to sign.' },
    url: { type: 'string', description: 'Give it to the person: there they sign or decline.' },
    expiresAt: { type: 'string' },
  },
} as const

export type Proposed = Infer<typeof Proposed>

const PROPOSAL = {
  type: 'string',
  maxLength: 64,
  description: 'The secret in the link that the program was given.',
} as const
const SECRET = 'N3q2-7wR0m1uVYp4cJ8sT5bQkXeZaLhG6dFo9iKxW_Y'

export const ProposalAnswer = {
  $id: 'ProposalAnswer',
  type: 'object',
  additionalProperties: false,
  required: ['proposal'],
  properties: { proposal: PROPOSAL },
  examples: [{ proposal: SECRET }],
} as const

export const ProposalSignature = {
  $id: 'ProposalSignature',
  type: 'object',
  additionalProperties: false,
  required: ['proposal'],
  properties: {
    proposal: PROPOSAL,
    record: {
      type: 'object',
      additionalProperties: true,
      description:
        'The record as its person changed it: the answers of a response; the date, values and notes of an observation.',
    },
  },
  examples: [{ proposal: SECRET }],
} as const

export const ProposedRecord = {
  $id: 'ProposedRecord',
  type: 'object',
  additionalProperties: false,
  required: ['client', 'collection', 'summary', 'record', 'proposedAt', 'expiresAt'],
  properties: {
    client: {
      type: 'object',
      additionalProperties: false,
      required: ['id', 'name'],
      description: 'The program that proposes, by the name that it gives itself.',
      properties: { id: { type: 'string' }, name: { type: 'string' } },
    },
    collection: { type: 'string', description: 'Uid of the collection.' },
    summary: { type: 'string', description: 'The record in words.' },
    answers: {
      type: 'array',
      description: 'The proposed answers in words, if the record is a response.',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['question', 'answer'],
        properties: { question: { type: 'string' }, answer: { type: 'string' } },
      },
    },
    application: {
      type: 'object',
      additionalProperties: false,
      required: ['id', 'name'],
      description: 'The application that published the form and receives the response.',
      properties: { id: { type: 'string' }, name: { type: 'string' } },
    },
    record: { type: 'object', additionalProperties: true, description: 'What would be stored.' },
    proposedAt: { type: 'string' },
    expiresAt: { type: 'string' },
  },
  examples: [
    {
      client: { id: 'https://assistant.example/client.json', name: 'Assistant' },
      collection: '5a4b9f0e-3f64-4b51-9c0b-6d0a3f0a1e77',
      summary: 'Body weight 71 kg, 2026-11-20',
      record: { resourceType: 'Observation' },
      proposedAt: '2026-11-22T10:00:00.000Z',
      expiresAt: '2026-11-22T22:00:00.000Z',
    },
  ],
} as const
