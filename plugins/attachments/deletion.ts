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
          'Its bytes are gone with the answer. Records are their owner’s to delete: `left` names those that still tell of the file, ' +
          'in the order in which to delete them on the storage nodes. Asked again at any time, it completes what was cut short. ' +
          '404 (`AND_FILE_NOT_READ`): the service reads nothing of such a file. It is gone, or its owner took reading back and ' +
          'presents the upload key: `DELETE /api/attachment/:binaryId/:storageKey`.',
        security: [{ selfSigned: ['write'] }],
        params: {
          type: 'object',
          required: ['binaryId'],
          properties: {
            binaryId: { type: 'string', maxLength: 64, description: 'The uid of the binary file.' },
          },
        },
        response: { 200: { description: 'What is left.', ...ref(FileDeletion) } },
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
        summary: 'Delete a file whose record the service may not read',
        description:
          'As `DELETE /api/attachment/:binaryId`, for owners who took reading back from the service: they present the upload key in ' +
          'the record. Records that the service does not see are not in `left`, except the one of the file.',
        security: [{ selfSigned: ['write'] }],
        params: {
          type: 'object',
          required: ['binaryId', 'storageKey'],
          properties: {
            binaryId: { type: 'string', maxLength: 64, description: 'The uid of the binary file.' },
            storageKey: { type: 'string', maxLength: 2048, description: 'Its upload key, URL-encoded.' },
          },
        },
        response: { 200: { description: 'What is left.', ...ref(FileDeletion) } },
      },
    },
    request => remove(request, request.params.binaryId, request.params.storageKey),
  )
}
