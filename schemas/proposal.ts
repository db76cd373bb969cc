/** A proposal of a program, and the person's answer to it. */

export const ProposalAnswer = {
  $id: 'ProposalAnswer',
  type: 'object',
  additionalProperties: false,
  required: ['proposal'],
  properties: {
    proposal: {
      type: 'string',
      maxLength: 64,
      description: 'The secret in the link that the program was given.',
    },
  },
  examples: [{ proposal: 'N3q2-7wR0m1uVYp4cJ8sT5bQkXeZaLhG6dFo9iKxW_Y' }],
} as const

export const ProposedRecord = {
  $id: 'ProposedRecord',
  type: 'object',
  additionalProperties: false,
  required: ['client', 'summary', 'record', 'proposedAt', 'expiresAt'],
  properties: {
    client: {
      type: 'object',
      additionalProperties: false,
      required: ['id', 'name'],
      description: 'The program that proposes, by the name that it gives itself.',
      properties: { id: { type: 'string' }, name: { type: 'string' } },
    },
    summary: { type: 'string', description: 'The record in words.' },
    record: { type: 'object', additionalProperties: true, description: 'What would be stored.' },
    proposedAt: { type: 'string' },
    expiresAt: { type: 'string' },
  },
  examples: [
    {
      client: { id: 'https://assistant.example/client.json', name: 'Assistant' },
      summary: 'Body weight 71 kg, 2026-11-20',
      record: { resourceType: 'Observation' },
      proposedAt: '2026-11-22T10:00:00.000Z',
      expiresAt: '2026-11-22T22:00:00.000Z',
    },
  ],
} as const
