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
    reference: { type: 'string', maxLength: 1024, description: 'What the file belongs to.' },
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
    presignedUrl: { type: 'string', format: 'uri', description: 'PUT the sealed bytes here.' },
    uploadKey: { type: 'string' },
    expiresIn: { type: 'integer', description: 'Seconds in which the upload must begin.' },
    headers: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'The headers that the upload must have, unchanged.',
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
        'The upload key in its record. With it, owners reach a file whose record they do not let the service read.',
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
    presignedUrl: { type: 'string', format: 'uri', description: 'GET or DELETE the sealed bytes here.' },
    storageKey: { type: 'string' },
    binaryFileId: Uuid,
  },
  examples: [{ presignedUrl, storageKey: uploadKey, binaryFileId: example.uuid }],
} as const

export type FileAnswer = Infer<typeof FileAnswer>
