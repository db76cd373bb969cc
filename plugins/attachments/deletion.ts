/** Deletes a file: the service removes the bytes, and returns the records that its owner must delete. */
import type { FastifyRequest } from 'fastify'
import { type App, contextOf } from '../../core/index.ts'
import { FileDeletion } from '../../schemas/file-deletion.ts'
import { ref } from '../../schemas/types.ts'
import { uids } from '../../schemas/uids.ts'
import { FileNotRead } from './errors.ts'

export function serveDeletion(app: App): void {
  const { gateway, files, uploads } = app

  /** @param storageKey - the key in the record, presented by an owner if the service may not read it */
  async function remove(
    request: FastifyRequest,
    binaryId: string,
    storageKey?: string,
  ): Promise<FileDeletion> {
    const { caller } = request
    const file = await files.findRecord(caller, binaryId)
    const key = file?.key ?? (await files.findUpload(caller, binaryId, storageKey))
    if (key !== undefined) await uploads.remove(key)
    const deletion: FileDeletion = { binaryId, left: [] }
    await gateway.hooks.run('onFileDeletion', deletion, contextOf(request))
    // The record last: the remaining objects are found through it.
    if (key !== undefined) deletion.left.push({ collection: uids.Binary, document: binaryId })
    // An empty answer would mean that nothing is left of the file, while all of its bytes may still exist.
    if (storageKey === undefined && deletion.left.length === 0) throw new FileNotRead(binaryId, binaryId)
    return deletion
  }

  app.delete(
    '/api/attachment/:binaryId',
    {
      schema: {
        operationId: 'deleteAttachment',
        summary: 'Delete a file',
        description:
          'Removes the bytes immediately. The service cannot delete records of their owner: `left` lists the records that still ' +
          'reference the file, in the order in which to delete them on the storage nodes. A repeated request completes an ' +
          'interrupted deletion. 404 (`AND_FILE_NOT_READ`): the service cannot read a record of such a file. Either the file is ' +
          'deleted, or its owner revoked read access; then use `DELETE /api/attachment/:binaryId/:storageKey` with the upload ' +
          'key.',
        security: [{ selfSigned: ['write'] }],
        params: {
          type: 'object',
          required: ['binaryId'],
          properties: {
            binaryId: { type: 'string', maxLength: 64, description: 'The uid of the binary file.' },
          },
        },
        response: { 200: { description: 'The remaining records.', ...ref(FileDeletion) } },
      },
      config: { errors: [FileNotRead] },
    },
    request => remove(request, request.params.binaryId),
  )

  app.delete(
    '/api/attachment/:binaryId/:storageKey',
    {
      schema: {
        operationId: 'deleteOwnAttachment',
        summary: 'Delete a file whose record the service cannot read',
        description:
          'As `DELETE /api/attachment/:binaryId`, for owners who revoked the read access of the service. Send the upload key ' +
          'from the record. `left` then lists only the record of the file and other records that the service can read.',
        security: [{ selfSigned: ['write'] }],
        params: {
          type: 'object',
          required: ['binaryId', 'storageKey'],
          properties: {
            binaryId: { type: 'string', maxLength: 64, description: 'The uid of the binary file.' },
            storageKey: { type: 'string', maxLength: 2048, description: 'Its upload key, URL-encoded.' },
          },
        },
        response: { 200: { description: 'The remaining records.', ...ref(FileDeletion) } },
      },
    },
    request => remove(request, request.params.binaryId, request.params.storageKey),
  )
}
