/** `GET /api/profile/export`: an archive of all data of a person. */
import { type App, type Caller, type Context, contextOf, ownPages, resourceOf } from '../../core/index.ts'
import { uids } from '../../schemas/uids.ts'
import { type Archive, archiveOf } from './archive.ts'
import { bundleText, type Counts, countOne, isFhir } from './bundle.ts'
import { addFiles } from './files.ts'
import { createNames } from './names.ts'
import { readmeOf } from './readme.ts'

export function serveExport(app: App): void {
  const { gateway } = app

  app.get(
    '/api/profile/export',
    {
      schema: {
        operationId: 'exportProfile',
        summary: 'Download all your data',
        description:
          'A ZIP archive, generated during the download: `bundle.json`, a FHIR Bundle of all records, the answered forms and ' +
          'the audit trail; the decrypted files under their names; a README. Omitted files are listed with the reason. A failed ' +
          'archive is cut off without a directory, so that no program accepts it as complete.',
        security: [{ selfSigned: ['read'] }],
        response: {
          200: {
            description: 'The archive.',
            content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } },
          },
        },
      },
      config: { errors: app.files.refusals, rateLimited: true },
    },
    async (request, reply) => {
      const { caller } = request
      const context = contextOf(request)
      const { now } = context
      const entry = { person: caller.key, at: now.getTime(), action: 'exportProfile', records: [] }
      await gateway.audit.add(entry)
      const name = `health-profile-${now.toISOString().slice(0, 10)}.zip`
      return reply
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="${name}"`)
        .type('application/zip')
        .send(archiveOf(archive => writeProfile(app, context, archive)) as never)
    },
  )
}

async function writeProfile(app: App, context: Context, archive: Archive): Promise<void> {
  const { caller, now } = context
  const resources: Counts = new Map()
  await archive.add({ path: 'bundle.json', content: bundleText(app, caller, { counts: resources, now }) })
  const others: Counts = new Map()
  await addOthers(app, caller, archive, others)
  const { files, notIncluded } = await addFiles(context, archive)
  const index = JSON.stringify({ files, notIncluded }, null, 2)
  await archive.add({ path: 'files.json', content: [`${index}\n`] })
  const { baseUrl } = app.gateway
  const contents = { did: caller.did, baseUrl, now, resources, others, files: files.length, notIncluded }
  await archive.add({ path: 'README.txt', content: [readmeOf(contents)] })
}

/** Records of collections that are not FHIR, in the format of their plugins. */
async function addOthers(app: App, caller: Caller, archive: Archive, counts: Counts): Promise<void> {
  const { gateway } = app
  const nameOf = createNames()
  for (const collection of gateway.collections) {
    const { uid, name, kind } = collection
    if (kind !== 'owned' || uid === uids.Binary || isFhir(collection)) continue
    const file = nameOf(`${name}.ndjson`)
    const path = `records/${file}`
    await archive.add({ path, content: linesOf(uid, () => countOne(counts, file)) })
  }

  async function* linesOf(uid: string, counted: () => void): AsyncGenerator<string, void> {
    for await (const page of ownPages(gateway, uid, caller))
      for (const record of page) {
        counted()
        const { _created: created, _updated: updated } = record
        yield `${JSON.stringify({ ...resourceOf(record), created, updated })}\n`
      }
  }
}
