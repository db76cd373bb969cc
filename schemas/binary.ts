/** A binary file: metadata of the encrypted bytes, and their key. */
import { Did, example } from './identity.ts'
import type { Infer } from './types.ts'

export const Binary = {
  $id: 'Binary',
  type: 'object',
  description: 'The record of a file.',
  required: ['encryption_key', 'reference', 'file_name', 'file_size', 'file_type', 'controller_did', 'url'],
  additionalProperties: false,
  properties: {
    encryption_key: {
      type: 'string',
      maxLength: 1024,
      description: 'The EncryptionKey as JSON. No storage node alone can read it.',
    },
    reference: {
      type: 'string',
      maxLength: 1024,
      description: 'The owning resource: `questionnaire/<id>/<slot>`.',
    },
    file_name: {
      type: 'string',
      minLength: 1,
      maxLength: 1024,
      description: 'The name of the file on the device of its owner.',
    },
    file_size: { type: 'integer', minimum: 0, description: 'Size in bytes before encryption.' },
    file_type: { type: 'string', maxLength: 255, description: 'MIME type.' },
    controller_did: { ...Did, description: 'The owner.' },
    url: { type: 'string', maxLength: 2048, description: '`<scheme>://<upload key>`.' },
  },
  examples: [
    {
      encryption_key: '{"algorithm":"AES-GCM","key":"…","iv":"…"}',
      reference: `questionnaire/${example.uuid}/photo`,
      file_name: 'photo.jpg',
      file_size: 48_211,
      file_type: 'image/jpeg',
      controller_did: example.did,
      url: `andiron://andiron/user-uploads/${example.did}/1769851800000-photo.jpg`,
    },
  ],
} as const

export type Binary = Infer<typeof Binary>
