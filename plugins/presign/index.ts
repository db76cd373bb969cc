/** Signed URLs with which people upload, download and delete their sealed files in the object store. */
import type { FastifyRequest } from 'fastify'
import { TAG_BYTES } from '../../core/crypto/index.ts'
import {
  addressFor,
  contextOf,
  definePlugin,
  frozen,
  InsufficientScope,
  isWebOrigin,
  serveObjectRoutes,
  spellingsOf,
} from '../../core/index.ts'
import { FileAnswer, FileRequest, UploadAnswer, UploadRequest } from '../../schemas/storage-delegation.ts'
import { ref } from '../../schemas/types.ts'
import { uids } from '../../schemas/uids.ts'
import { PartAnswer, PartsAnswer, PartsRequest, UploadState } from '../../schemas/upload-in-parts.ts'
import { FileTooLarge, NewcomerFileTooLarge, UnknownFile, UploadsExhausted } from './errors.ts'
import { safeFileName } from './file-name.ts'
import type { SignedUrl } from './hooks.ts'
import { createNewcomers, type Newcomers } from './newcomers.ts'
import { serveParts } from './parts.ts'

export type { SignedUrl } from './hooks.ts'

declare module 'fastify' {
  interface FastifyInstance {
    newcomers: Newcomers
  }
}

/** The content type of the sealed bytes, for every file. */
const SEALED = 'application/octet-stream'
/** Maximum loopback origins of this gateway's pages. */
const MOST_OWN = 8

export default definePlugin({
  name: 'presign',
  version: '1.0.0',
  dependencies: ['auth-jwt', 'applications', 'attachments'],
  config: {
    type: 'object',
    additionalProperties: false,
    required: ['expiresIn', 'parts', 'newcomers'],
    properties: {
      expiresIn: {
        type: 'integer',
        minimum: 1,
        maximum: 3600,
        default: 15,
        description: 'Seconds within which a request to a signed URL must begin.',
      },
      parts: {
        type: 'object',
        additionalProperties: false,
        default: {},
        required: ['bytes', 'unfinished', 'unfinishedBytes'],
        description: 'Uploads in parts.',
        properties: {
          bytes: {
            type: 'integer',
            minimum: 5_242_880,
            maximum: 67_108_864,
            default: 8_388_608,
            description: 'Bytes of a part; more for a file of more than 10,000 parts.',
          },
          unfinished: {
            type: 'integer',
            minimum: 1,
            default: 8,
            description: 'Maximum unfinished uploads of a person.',
          },
          unfinishedBytes: {
            type: 'integer',
            minimum: 1,
            default: 1_073_741_824,
            description: 'Maximum bytes of them, at least those of one file of the maximum size.',
          },
        },
      },
      newcomers: {
        type: 'object',
        additionalProperties: false,
        default: {},
        required: ['bytesPerKey', 'bytesPerAddress', 'seconds'],
        description:
          'Limits for uploads with keys that have stored nothing but files; such keys are free to create.',
        properties: {
          bytesPerKey: {
            type: 'integer',
            minimum: 1,
            default: 536_870_912,
            description: 'Maximum bytes that such a key uploads within `seconds`.',
          },
          bytesPerAddress: {
            type: 'integer',
            minimum: 1,
            default: 1_073_741_824,
            description: 'The same for all such keys at one address (for IPv6, at one /64).',
          },
          seconds: {
            type: 'integer',
            minimum: 60,
            default: 3_600,
            description:
              'Seconds after which such an upload is removed unless a record references it, and until its bytes are available again.',
          },
        },
      },
    },
  },
  schemas: [
    UploadRequest,
    UploadAnswer,
    FileRequest,
    FileAnswer,
    PartsRequest,
    PartsAnswer,
    PartAnswer,
    UploadState,
  ],
  tag: { name: 'Files', description: 'Encrypted files, and the URLs to transfer them.' },
  openHooks: { beforeSignedUrl: 'guard', afterSignedUrl: 'notice' },

  hooks: {
    async afterWrite({ collection }, { app, caller }) {
      if (collection.uid === uids.Binary || !app.newcomers.know(caller.key)) return
      for (const did of spellingsOf(caller.key, app.gateway.config.did.prefix))
        await app.uploads.welcome(app.files.folderOf(did))
    },
  },

  setup(app, { newcomers }) {
    app.decorate('newcomers', createNewcomers(app.gateway, newcomers))
  },

  async routes(app, { expiresIn, parts }) {
    const { gateway, files, uploads, applications, bearerTokens } = app
    const { objects, config, hooks } = gateway
    /** Origins of this gateway at which its pages were opened. */
    const own = new Set<string>()

    for (const url of ['/api/auth/delegate/storage', '/auth/delegate/storage'])
      app.post(
        url,
        {
          schema: {
            operationId: url.startsWith('/api') ? 'delegateStorage' : 'delegateStorageWithoutPrefix',
            summary: 'Get a signed URL to upload, download or delete an encrypted file',
            description:
              'Only for keys and files of the caller. A request must begin before the URL expires; its duration is not limited. An ' +
              'upload that no Binary record references within a day is removed; for a key that has stored nothing but files, within ' +
              'an hour. `delete` only creates a URL. To delete a file, use `DELETE /api/attachment/:binaryId`.',
            security: [{ selfSigned: ['write'] }, { selfSigned: ['read'] }],
            querystring: {
              type: 'object',
              required: ['requestType'],
              properties: { requestType: { type: 'string', enum: ['write', 'read', 'delete'] } },
            },
            body: {
              anyOf: [ref(UploadRequest), ref(FileRequest), { type: 'null' }],
              examples: [UploadRequest.examples[0]],
            },
            response: {
              200: { description: 'The signed URL.', anyOf: [ref(UploadAnswer), ref(FileAnswer)] },
            },
          },
          config: {
            errors: [
              ...[FileTooLarge, NewcomerFileTooLarge, UploadsExhausted, UnknownFile, InsufficientScope],
              ...files.refusals,
            ],
            rateLimited: true,
          },
        },
        async request => {
          const { requestType } = request.query
          if (requestType !== 'read' && !request.caller.scopes.includes('write'))
            throw new InsufficientScope('write')
          if (request.headers.origin !== undefined) await allowOrigins(request)
          if (requestType === 'write') return upload(request)
          return move(request, requestType === 'read' ? 'GET' : 'DELETE')
        },
      )

    serveParts(app, { ...parts, contentType: SEALED, expiresIn, allowOrigins, runHook })

    async function upload(request: FastifyRequest): Promise<UploadAnswer> {
      const requested = checked<UploadRequest>(request, UploadRequest)
      const { fileName, fileSize } = requested
      if (fileSize !== undefined && fileSize > config.limits.file) throw new FileTooLarge(config.limits.file)
      const size = fileSize === undefined ? undefined : fileSize + TAG_BYTES
      await runHook('beforeSignedUrl', request, { method: 'PUT', upload: requested })
      const newcomer = await app.newcomers.admit(request, size)
      const folder = files.folderOf(request.caller.did)
      const name = safeFileName(fileName)
      const { key, request: signed } = await uploads.allow({
        keyAt: time => `${folder}${time}-${name}`,
        contentType: SEALED,
        ...(size !== undefined && { size }),
        ...(newcomer && { newcomer }),
        expiresIn,
        address: addressFor(request, gateway),
      })
      await runHook('afterSignedUrl', request, { method: 'PUT', upload: requested })
      return { presignedUrl: signed.url, uploadKey: key, expiresIn, headers: signed.headers }
    }

    async function move(request: FastifyRequest, method: 'GET' | 'DELETE'): Promise<FileAnswer> {
      // Clients of an earlier release name the file to delete in their token.
      const { sub } = (await bearerTokens.verify(request, [])).claims
      const { binaryFileId, storageKey }: FileRequest =
        request.body == null && sub !== undefined
          ? { binaryFileId: sub }
          : checked<FileRequest>(request, FileRequest)
      const { caller } = request
      const file = await (method === 'GET'
        ? files.findStored(caller, binaryFileId)
        : files.findRecord(caller, binaryFileId))
      const key = file?.key ?? (await files.findUpload(caller, binaryFileId, storageKey))
      if (key === undefined) throw new UnknownFile(binaryFileId)
      await runHook('beforeSignedUrl', request, { method, binaryFileId, storageKey: key })
      if (method === 'DELETE' && file !== undefined) await uploads.expectRemoval(key)
      const { url } = await objects.sign({ method, key, expiresIn }, addressFor(request, gateway))
      await runHook('afterSignedUrl', request, { method, binaryFileId, storageKey: key })
      return { presignedUrl: url, storageKey: key, binaryFileId }
    }

    async function runHook(
      name: 'beforeSignedUrl' | 'afterSignedUrl',
      request: FastifyRequest,
      url: SignedUrl,
    ): Promise<void> {
      if (hooks.attended(name)) await hooks.run(name, frozen(url), contextOf(request))
    }

    /** The store must allow the origin of a page before the page uses a signed URL. */
    async function allowOrigins(request: FastifyRequest): Promise<void> {
      const origin = new URL(addressFor(request, gateway)).origin
      if (own.size < MOST_OWN) own.add(origin)
      try {
        const all = [new URL(gateway.baseUrl).origin, ...own, ...(await applications.origins())]
        await objects.allowOrigins(all.filter(isWebOrigin))
      } catch (error) {
        request.log.warn({ err: error }, 'setting CORS on the object store failed')
      }
    }

    if (objects.served) {
      const { served } = objects
      const patience = { stall: config.limits.requestTimeout, total: config.limits.uploadTimeout }
      await app.register(async scope => serveObjectRoutes(scope as never, served, patience))
    }
  },
})

/** Validates the body by the schema of this kind of request. */
function checked<T>(request: FastifyRequest, schema: object): T {
  const check = request.compileValidationSchema(schema as Record<string, unknown>, 'body')
  if (check(request.body)) return request.body as T
  throw Object.assign(new Error(), { validation: check.errors, validationContext: 'body' })
}
