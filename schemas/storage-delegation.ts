/** Signed URLs of the object store: request and response. */
import { example, Uuid } from './identity.ts'
import { ApplicationId } from './submission.ts'
import type { Infer } from './types.ts'

const uploadKey = `andiron/user-uploads/${example.did}/1769851800000-photo.jpg`
const presignedUrl = `https://objects.example/files/${uploadKey}?X-Amz-Signature=0a1b2c`

export const UploadRequest = {
  $id: 'UploadRequest',
  type: 'object',
  description: 'For `requestType=write`.',
  required: ['reference', 'fileName', 'fileType'],
  properties: {
    reference: { type: 'string', maxLength: 1024, description: 'The owning resource.' },
    fileName: { type: 'string', minLength: 1, maxLength: 1024 },
    fileType: { type: 'string', maxLength: 255, description: 'MIME type.' },
    fileSize: {
      type: 'integer',
      minimum: 0,
      description: 'Size in bytes before encryption. If set, the URL accepts exactly 16 bytes more, once.',
    },
    applicationId: ApplicationId,
  },
  examples: [
    { reference: 'questionnaire/1/photo', fileName: 'photo.jpg', fileType: 'image/jpeg', fileSize: 48_211 },
  ],
} as const

export type UploadRequest = Infer<typeof UploadRequest>

export const UploadAnswer = {
  $id: 'UploadAnswer',
  type: 'object',
  required: ['presignedUrl', 'uploadKey', 'expiresIn', 'headers'],
  properties: {
    presignedUrl: { type: 'string', format: 'uri', description: 'The URL for a PUT of the encrypted bytes.' },
    uploadKey: { type: 'string' },
    expiresIn: { type: 'integer', description: 'Seconds within which the upload must begin.' },
    headers: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'The headers that the upload must send unchanged.',
    },
  },
  examples: [
    { presignedUrl, uploadKey, expiresIn: 15, headers: { 'content-type': 'application/octet-stream' } },
  ],
} as const

export type UploadAnswer = Infer<typeof UploadAnswer>

export const FileRequest = {
  $id: 'FileRequest',
  type: 'object',
  description: 'For `requestType=read` and `delete`.',
  required: ['binaryFileId'],
  properties: {
    binaryFileId: { ...Uuid, description: 'The uid of the binary file.' },
    storageKey: {
      type: 'string',
      maxLength: 2048,
      description:
        'The upload key in its record. Owners need it for a file whose record the service cannot read.',
    },
  },
  examples: [{ binaryFileId: example.uuid }],
} as const

export type FileRequest = Infer<typeof FileRequest>

export const FileAnswer = {
  $id: 'FileAnswer',
  type: 'object',
  required: ['presignedUrl', 'storageKey', 'binaryFileId'],
  properties: {
    presignedUrl: {
      type: 'string',
      format: 'uri',
      description: 'The URL for a GET or DELETE of the encrypted bytes.',
    },
    storageKey: { type: 'string' },
    binaryFileId: Uuid,
  },
  examples: [{ presignedUrl, storageKey: uploadKey, binaryFileId: example.uuid }],
} as const

export type FileAnswer = Infer<typeof FileAnswer>
