/** The route that signs a URL for a file of the caller, at its path and at the one of clients without a prefix. */
import type { FastifyRequest } from 'fastify'
import { type App, InsufficientScope } from '../../core/index.ts'
import { FileAnswer, FileRequest, UploadAnswer, UploadRequest } from '../../schemas/storage-delegation.ts'
import { ref } from '../../schemas/types.ts'
import { FileTooLarge, NewcomerFileTooLarge, UnknownFile, UploadsExhausted } from './errors.ts'
import type { SignedUrls } from './signed-urls.ts'

export function serveSigning(app: App, urls: SignedUrls): void {
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
            ...app.files.refusals,
          ],
          rateLimited: true,
        },
      },
      async function delegateStorage(request) {
        const { requestType } = request.query
        if (requestType !== 'read' && !request.caller.scopes.includes('write'))
          throw new InsufficientScope('write')
        await urls.allowOrigins(request)
        if (requestType === 'write')
          return urls.forUpload(request, checked<UploadRequest>(request, UploadRequest))
        const file = checked<FileRequest>(request, FileRequest)
        return urls.forFile(request, requestType === 'read' ? 'GET' : 'DELETE', file)
      },
    )
}

/** Validates the body by the schema of this kind of request. */
function checked<T>(request: FastifyRequest, schema: object): T {
  const check = request.compileValidationSchema(schema as Record<string, unknown>, 'body')
  if (check(request.body)) return request.body as T
  throw Object.assign(new Error(), { validation: check.errors, validationContext: 'body' })
}
