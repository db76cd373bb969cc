/** Uploads in parts: request and responses. */
import { UploadRequest } from './storage-delegation.ts'
import type { Infer } from './types.ts'

const uploadKey: string = 'andiron/user-uploads/did:nil:02ab/1769851800000-scan.dcm'

export const PartsRequest = {
  $id: 'PartsRequest',
  type: 'object',
  required: ['reference', 'fileName', 'fileType', 'fileSize'],
  properties: UploadRequest.properties,
  examples: [
    {
      reference: 'questionnaire/1/scan',
      fileName: 'scan.dcm',
      fileType: 'application/dicom',
      fileSize: 214_748_364,
    },
  ],
} as const

export type PartsRequest = Infer<typeof PartsRequest>

export const PartsAnswer = {
  $id: 'PartsAnswer',
  type: 'object',
  required: ['uploadKey', 'partSize', 'parts'],
  properties: {
    uploadKey: { type: 'string' },
    partSize: { type: 'integer', description: 'Bytes of each part but the last.' },
    parts: {
      type: 'integer',
      description: 'The number of parts: of the encrypted file, which is 16 bytes longer than the file.',
    },
  },
  examples: [{ uploadKey, partSize: 8_388_608, parts: 26 }],
} as const

export type PartsAnswer = Infer<typeof PartsAnswer>

export const PartAnswer = {
  $id: 'PartAnswer',
  type: 'object',
  required: ['presignedUrl', 'expiresIn', 'headers'],
  properties: {
    presignedUrl: { type: 'string', format: 'uri', description: 'The URL for a PUT of the part.' },
    expiresIn: { type: 'integer', description: 'Seconds within which the upload of the part must begin.' },
    headers: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'The headers that the upload must send unchanged.',
    },
  },
  examples: [
    {
      presignedUrl: `https://objects.example/files/${uploadKey}?partNumber=1&X-Amz-Signature=0a1b2c`,
      expiresIn: 15,
      headers: { 'content-type': 'application/octet-stream' },
    },
  ],
} as const

export type PartAnswer = Infer<typeof PartAnswer>

export const UploadState = {
  $id: 'UploadState',
  type: 'object',
  required: ['uploadKey', 'isComplete', 'received'],
  properties: {
    uploadKey: { type: 'string' },
    isComplete: { type: 'boolean', description: 'True once the parts are one object.' },
    received: {
      type: 'array',
      items: { type: 'integer' },
      description: 'The numbers of the parts that are stored durably; empty once they are one object.',
    },
  },
  examples: [{ uploadKey, isComplete: false, received: [1, 2, 3] }],
} as const

export type UploadState = Infer<typeof UploadState>
