/** Uploads in parts: the caller opens one, sends each part to a URL of its own, and completes it within a day. */
import type { FastifyRequest } from 'fastify'
import { TAG_BYTES } from '../../core/crypto/index.ts'
import { type App, addressFor, type Taken } from '../../core/index.ts'
import { ref } from '../../schemas/types.ts'
import { PartAnswer, PartsAnswer, PartsRequest, UploadState } from '../../schemas/upload-in-parts.ts'
import {
  FileTooLarge,
  NewcomerFileTooLarge,
  UnfinishedExhausted,
  UnknownUpload,
  UploadIncomplete,
  UploadsExhausted,
} from './errors.ts'
import { safeFileName } from './file-name.ts'
import { SEALED, type SignedUrls } from './signed-urls.ts'

export interface PartsOptions {
  readonly bytes: number
  readonly unfinished: number
  readonly unfinishedBytes: number
}

/** The most parts of an object in S3. */
const MOST_PARTS = 10_000
/** Milliseconds. */
const DAY = 24 * 60 * 60_000

const uploadKey = { type: 'string', maxLength: 2048, description: 'The upload key, URL-encoded.' } as const
const params = { type: 'object', required: ['uploadKey'], properties: { uploadKey } } as const

const security = [{ selfSigned: ['write'] }]

export function serveParts(app: App, options: PartsOptions, urls: SignedUrls): void {
  serveOpening(app, options, urls)
  serveProgress(app)
  servePartSigning(app, urls)
  serveCompletion(app)
  serveAbandonment(app)
}

function serveOpening(app: App, options: PartsOptions, urls: SignedUrls): void {
  const { gateway, files, uploads, newcomers } = app
  const { limits } = gateway.config

  app.post(
    '/api/upload',
    {
      schema: {
        operationId: 'openUpload',
        summary: 'Begin to upload an encrypted file in parts',
        description:
          'A part that has arrived stays, so that an interrupted upload resumes: read its progress, send the missing parts, and ' +
          'complete it. An upload that is not completed within nine tenths of the time in which a record must reference it is ' +
          'removed: of a day, or of an hour for a key that has stored nothing but files.',
        security,
        body: ref(PartsRequest),
        response: { 200: { description: 'The upload, and the size of its parts.', ...ref(PartsAnswer) } },
      },
      config: {
        errors: [FileTooLarge, NewcomerFileTooLarge, UploadsExhausted, UnfinishedExhausted],
        rateLimited: true,
      },
    },
    async function openUpload(request): Promise<PartsAnswer> {
      const upload = request.body as PartsRequest
      if (upload.fileSize > limits.file) throw new FileTooLarge(limits.file)
      const size = upload.fileSize + TAG_BYTES
      await urls.runHook('beforeSignedUrl', request, { method: 'PUT', upload })
      const taken = await take(app, options, request, size)
      const newcomer = await newcomers.admit(request, size).catch(async (error: unknown) => {
        await gateway.quotas.give(taken)
        throw error
      })
      const partSize = Math.max(options.bytes, Math.ceil(size / MOST_PARTS))
      const folder = files.folderOf(request.caller.did)
      const name = safeFileName(upload.fileName)
      const key = await uploads.begin({
        keyAt: time => `${folder}${time}-${name}`,
        ...{ contentType: SEALED, size, partSize, taken },
        ...(newcomer && { newcomer }),
      })
      await urls.runHook('afterSignedUrl', request, { method: 'PUT', upload })
      return { uploadKey: key, partSize, parts: Math.ceil(size / partSize) }
    },
  )
}

function serveProgress(app: App): void {
  app.get(
    '/api/upload/:uploadKey',
    {
      schema: {
        operationId: 'readUpload',
        summary: 'Read which parts of an upload have arrived',
        security,
        params,
        response: { 200: { description: 'The progress.', ...ref(UploadState) } },
      },
      config: { errors: [UnknownUpload] },
    },
    async function readUpload(request): Promise<UploadState> {
      const key = keyIn(app, request)
      const progress = await app.uploads.progress(key)
      if (progress === undefined) throw new UnknownUpload(key)
      return { uploadKey: key, isComplete: progress.isComplete, received: [...progress.received] }
    },
  )
}

function servePartSigning(app: App, urls: SignedUrls): void {
  const { expiresIn } = urls

  app.post(
    '/api/upload/:uploadKey/part/:number',
    {
      schema: {
        operationId: 'signPart',
        summary: 'Get a signed URL to upload one part',
        description:
          'The URL accepts exactly the bytes of this part. A part that is sent again replaces itself.',
        security,
        params: {
          type: 'object',
          required: ['uploadKey', 'number'],
          properties: {
            uploadKey,
            number: { type: 'integer', minimum: 1, maximum: MOST_PARTS, description: 'From 1.' },
          },
        },
        response: { 200: { description: 'The signed URL.', ...ref(PartAnswer) } },
      },
      config: { errors: [UnknownUpload], rateLimited: true },
    },
    async function signPart(request): Promise<PartAnswer> {
      const key = keyIn(app, request)
      await urls.allowOrigins(request)
      const address = addressFor(request, app.gateway)
      const signed = await app.uploads.allowPart(key, request.params.number, {
        contentType: SEALED,
        expiresIn,
        address,
      })
      if (signed === undefined) throw new UnknownUpload(key)
      return { presignedUrl: signed.url, expiresIn, headers: { ...signed.headers } }
    },
  )
}

function serveCompletion(app: App): void {
  app.post(
    '/api/upload/:uploadKey/complete',
    {
      schema: {
        operationId: 'completeUpload',
        summary: 'Complete an upload in parts',
        description: 'The parts become one object. Repeating the request changes nothing.',
        security,
        params,
        response: { 200: { description: 'The object is there durably.', ...ref(UploadState) } },
      },
      config: { errors: [UnknownUpload, UploadIncomplete] },
    },
    async function completeUpload(request): Promise<UploadState> {
      const key = keyIn(app, request)
      const progress = await app.uploads.complete(key)
      if (progress === undefined) throw new UnknownUpload(key)
      const { isComplete, received, count = 0 } = progress
      if (!isComplete) throw new UploadIncomplete(count - received.length, count)
      return { uploadKey: key, isComplete, received: [] }
    },
  )
}

function serveAbandonment(app: App): void {
  app.delete(
    '/api/upload/:uploadKey',
    {
      schema: {
        operationId: 'abandonUpload',
        summary: 'Remove an unfinished upload in parts',
        security,
        params,
        response: { 204: { description: 'It is gone.', type: 'null' } },
      },
      config: { errors: [UnknownUpload] },
    },
    async function abandonUpload(request, reply) {
      const key = keyIn(app, request)
      if (!(await app.uploads.abandon(key))) throw new UnknownUpload(key)
      return reply.code(204).send(null)
    },
  )
}

/** The upload key in the path. @throws UnknownUpload, for foreign ones too */
function keyIn({ files }: App, { params, caller }: FastifyRequest): string {
  const { uploadKey } = params as { readonly uploadKey: string }
  if (files.keyIn(files.urlOf(uploadKey), caller) === undefined) throw new UnknownUpload(uploadKey)
  return uploadKey
}

/**
 * Counts an unfinished upload of a person. A file of a permitted size always fits if it is the only one.
 * @throws UnfinishedExhausted
 */
async function take(
  { gateway }: App,
  options: PartsOptions,
  { caller }: FastifyRequest,
  size: number,
): Promise<Taken> {
  const result = await gateway.quotas.take({
    ...{ kind: 'upload-open', subject: caller.key, records: 1, bytes: size },
    // A sweep removes an upload after a day: it is given back long before the window could end.
    ...{ at: Date.now(), window: 2 * DAY, sliding: true },
    limit: {
      records: options.unfinished,
      bytes: Math.max(options.unfinishedBytes, gateway.config.limits.file + TAG_BYTES),
    },
  })
  if ('taken' in result) return result.taken
  const { left, until } = result.exhausted
  // After a day, each of them is complete or removed.
  const seconds = String(Math.max(1, Math.ceil(Math.min(until - Date.now(), DAY) / 1000)))
  throw Object.assign(new UnfinishedExhausted(left.records, left.bytes, seconds), {
    headers: { 'retry-after': seconds },
  })
}
