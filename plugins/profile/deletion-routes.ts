/** `DELETE /api/profile`, and its progress. */
import { sameIdentity } from '../../core/crypto/index.ts'
import type { App } from '../../core/index.ts'
import { ProfileDeletion, ProfileDeletionRequest } from '../../schemas/profile-deletion.ts'
import { ref } from '../../schemas/types.ts'
import { publicDeletion } from './deletion.ts'
import { InvalidPermission, NotConfirmed, TokenNotFresh } from './errors.ts'
import { readPermission } from './permission.ts'

/** Minutes for which a token counts as fresh. */
const FRESH = 5

export function serveDeletion(app: App): void {
  const { gateway, bearerTokens, profileDeletions } = app

  app.delete(
    '/api/profile',
    {
      schema: {
        operationId: 'deleteProfile',
        summary: 'Delete your profile',
        description:
          'Deletes every record on every storage node, every file, and the tokens of programs. Requires a recently signed ' +
          'token, your DID as the confirmation, and delegations that permit the service to delete your records. An interrupted ' +
          'or waiting deletion continues by itself; a repeated request continues it immediately. The final response contains a ' +
          'signed receipt of the removed data, with place and time, and of the data that is kept.',
        security: [{ selfSigned: ['write'] }],
        body: ref(ProfileDeletionRequest),
        response: {
          200: { description: 'Deleted.', ...ref(ProfileDeletion) },
          202: {
            description: 'Started: see `GET /api/profile/deletion` for the progress.',
            ...ref(ProfileDeletion),
          },
        },
      },
      config: { errors: [TokenNotFresh, NotConfirmed, InvalidPermission], rateLimited: true },
    },
    async (request, reply) => {
      const { caller, body } = request
      const { iat } = (await bearerTokens.verify(request, [])).claims
      if (iat < Date.now() / 1000 - FRESH * 60) throw new TokenNotFresh(FRESH)
      if (!sameIdentity(body.did, caller.did, [gateway.config.did.prefix])) throw new NotConfirmed()
      const deletion = await profileDeletions.begin(caller, readPermission(gateway, caller, body.permission))
      return reply.code(deletion.state === 'done' ? 200 : 202).send(publicDeletion(deletion))
    },
  )

  app.get(
    '/api/profile/deletion',
    {
      schema: {
        operationId: 'readProfileDeletion',
        summary: 'Read the progress of the deletion of your profile',
        security: [{ selfSigned: ['read'] }, { selfSigned: ['write'] }],
        response: { 200: { description: 'The progress.', ...ref(ProfileDeletion) } },
      },
    },
    async ({ caller }, reply): Promise<ProfileDeletion> => {
      reply.header('cache-control', 'no-store')
      const deletion = await profileDeletions.kept.read(caller.key)
      return deletion === undefined ? { state: 'none' } : publicDeletion(deletion)
    },
  )
}
