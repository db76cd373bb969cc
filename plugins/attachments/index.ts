/** Files of people: the records of sealed bytes in the object store. */
import { TAG_BYTES } from '../../core/crypto/index.ts'
import { definePlugin, type Guard, InvalidRecord, withIssues } from '../../core/index.ts'
import { Binary } from '../../schemas/binary.ts'
import { FileDeletion } from '../../schemas/file-deletion.ts'
import { uids } from '../../schemas/uids.ts'
import { serveDeletion } from './deletion.ts'
import { Documents } from './documents.ts'
import { serveDownloads } from './download.ts'
import { binaries } from './fhir.ts'
import { Files } from './files.ts'
import { Pictures } from './picture.ts'
import { documentsResource, myDocumentContent } from './tool.ts'
import { memoryUploadNotes, sqlUploadNotes } from './upload-notes.ts'
import { createUploads, type Uploads } from './uploads.ts'

declare module '../../core/index.ts' {
  interface Hooks {
    /** The bytes of a file are deleted: add the records that describe it to those left to delete. */
    onFileDeletion: Guard<FileDeletion>
  }
}

export type { FileOpening, Files } from './files.ts'

declare module 'fastify' {
  interface FastifyInstance {
    files: Files
    pictures: Pictures
    documents: Documents
    uploads: Uploads
  }
}

export default definePlugin({
  name: 'attachments',
  version: '1.0.0',
  dependencies: ['auth-jwt'],
  migrations: new URL('plugins/attachments/migrations/', import.meta.resolve('#root/package.json')),
  schemas: [Binary, FileDeletion],
  openHooks: { openFile: 'guard', onFileDeletion: 'guard' },
  collections: [
    {
      uid: uids.Binary,
      name: 'Binary',
      kind: 'owned',
      schema: Binary,
      secrets: ['encryption_key'],
      async validate(binary, { app, caller }) {
        const issues = await app.files.untruths(caller, binary)
        if (issues.length > 0) throw withIssues(new InvalidRecord(), issues)
      },
    },
  ],

  tools: [myDocumentContent],
  fhir: { types: [binaries] },
  resources: [documentsResource],
  tag: { name: 'Files', description: 'Encrypted files, and the URLs to transfer them.' },

  jobs: {
    sweep: {
      description: 'Removes uploads that no record references.',
      times: { every: 60_000 },
      async run(job, { app, log }) {
        const namedAmong = async (keys: readonly string[]) => {
          await job.renew()
          return app.files.namedAmong(keys)
        }
        await app.uploads.sweep(namedAmong, err =>
          log.warn({ err }, 'an upload could not be removed; it will be tried again'),
        )
      },
    },
  },

  setup(app, _options, { database }) {
    const { objects, quotas, config } = app.gateway
    const notes = database ? sqlUploadNotes(database) : memoryUploadNotes()
    const limit = config.limits.file + TAG_BYTES
    app.decorate('uploads', createUploads({ notes, objects, sign: objects.sign, quotas, limit }))
    app.decorate(
      'files',
      new Files(app.gateway, app.uploads, (key, at) => app.bearerTokens.isSignedOut(key, at)),
    )
    app.decorate('pictures', new Pictures(app.gateway.sandbox))
    app.decorate('documents', new Documents(app.gateway.sandbox))
  },

  async routes(app) {
    await app.register(async scope => serveDownloads(scope))
    serveDeletion(app)
  },
})
