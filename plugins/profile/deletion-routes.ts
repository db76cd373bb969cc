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
        summary: 'Delete everything of yours',
        description:
          'Every record on every storage node, every file, and the tokens by which programs read in your name. Needs a token that was ' +
          'signed just now, your DID as the confirmation, and delegations by which the service may delete what only you can. What is ' +
          'cut short, or waits for a node, goes on by itself; asked again, it goes on at once. When it is done, the answer holds a ' +
          'signed receipt of what was removed, where and when, and of what is kept.',
        security: [{ selfSigned: ['write'] }],
        body: ref(ProfileDeletionRequest),
        response: {
          200: { description: 'Done.', ...ref(ProfileDeletion) },
          202: { description: 'Begun: see `GET /api/profile/deletion`.', ...ref(ProfileDeletion) },
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
        summary: 'Read how the deletion of your profile stands',
        security: [{ selfSigned: ['read'] }, { selfSigned: ['write'] }],
        response: { 200: { description: 'How it stands.', ...ref(ProfileDeletion) } },
      },
    },
    async ({ caller }, reply): Promise<ProfileDeletion> => {
      reply.header('cache-control', 'no-store')
      const deletion = await profileDeletions.kept.read(caller.key)
      return deletion === undefined ? { state: 'none' } : publicDeletion(deletion)
    },
  )
}
