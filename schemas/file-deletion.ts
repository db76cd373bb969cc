/** The remaining records of a file whose bytes are deleted. */
import { example, Uuid } from './identity.ts'
import type { Infer } from './types.ts'
import { uids } from './uids.ts'

export const FileDeletion = {
  $id: 'FileDeletion',
  type: 'object',
  required: ['binaryId', 'left'],
  properties: {
    binaryId: { type: 'string' },
    left: {
      type: 'array',
      description:
        'Records on the storage nodes that reference the file. The record of the file itself is last.',
      items: {
        type: 'object',
        required: ['collection', 'document'],
        properties: { collection: Uuid, document: Uuid },
      },
    },
  },
  examples: [{ binaryId: example.uuid, left: [{ collection: uids.Binary, document: example.uuid }] }],
} as const

export type FileDeletion = Infer<typeof FileDeletion>
