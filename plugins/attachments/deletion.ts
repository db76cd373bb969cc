/** Deleting a file: the service removes the bytes, and says which records are left for their owner to delete. */
import { type App, contextOf } from '../../core/index.ts'
import { FileDeletion } from '../../schemas/file-deletion.ts'
import { ref } from '../../schemas/types.ts'
import { uids } from '../../schemas/uids.ts'

export function serveDeletion(app: App): void {
  const { gateway, files } = app

  app.delete(
    '/api/attachment/:binaryId',
    {
      schema: {
        operationId: 'deleteAttachment',
        summary: 'Delete a file',
        description:
          'Its bytes are gone with the answer. Records are their owner’s to delete: `left` names those that still tell of the file, ' +
          'in the order in which to delete them on the storage nodes. Asked again at any time, it completes what was cut short; ' +
          'with an empty `left` nothing of the file remains.',
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
    },
    async request => {
      const { binaryId } = request.params
      const file = await files.findRecord(request.caller, binaryId)
      if (file !== undefined) await gateway.uploads.remove(file.key)
      const deletion: FileDeletion = { binaryId, left: [] }
      await gateway.hooks.run('onFileDeletion', deletion, contextOf(request))
      // The record last: by it what is left is found again.
      if (file !== undefined) deletion.left.push({ collection: uids.Binary, document: binaryId })
      return deletion
    },
  )
}
