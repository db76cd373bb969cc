/** Signed URLs with which people upload, download and delete their sealed files in the object store. */
import { definePlugin, serveObjectRoutes, spellingsOf } from '../../core/index.ts'
import { FileAnswer, FileRequest, UploadAnswer, UploadRequest } from '../../schemas/storage-delegation.ts'
import { uids } from '../../schemas/uids.ts'
import { PartAnswer, PartsAnswer, PartsRequest, UploadState } from '../../schemas/upload-in-parts.ts'
import { createNewcomers, type Newcomers } from './newcomers.ts'
import { serveParts } from './parts.ts'
import { SignedUrls } from './signed-urls.ts'
import { serveSigning } from './signing-routes.ts'

export type { SignedUrl } from './hooks.ts'

declare module 'fastify' {
  interface FastifyInstance {
    newcomers: Newcomers
  }
}

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
    const { objects, config } = app.gateway
    const urls = new SignedUrls(app, expiresIn)
    serveSigning(app, urls)
    serveParts(app, parts, urls)
    if (objects.served) {
      const { served } = objects
      const patience = { stall: config.limits.requestTimeout, total: config.limits.uploadTimeout }
      await app.register(async scope => serveObjectRoutes(scope, served, patience))
    }
  },
})
