/** Issues the delegation with which a person writes to the service's collections on the storage nodes. */
import { createDelegation, type Policy, sameIdentity } from '../../core/crypto/index.ts'
import { contextOf, definePlugin, frozen } from '../../core/index.ts'
import { Delegation, DelegationAnswer, DelegationRequest } from '../../schemas/delegation.ts'
import { ref } from '../../schemas/types.ts'
import { DelegationTermsWidened, NotVouched, NotYourself } from './errors.ts'
import { type DelegationTerms, narrowedTerms } from './terms.ts'
import { isVouchedFor } from './vouching.ts'

/** The command of the delegation: only creating records. */
const COMMAND = '/nil/db/data/create'

/**
 * The purpose of a delegation: records in the collections that belong to people. An andiron node checks it
 * against the collection of the request. Published clients send an invocation without arguments, which every
 * node accepts; a node that evaluates the policy only against the token accepts any collection, which is why
 * records of the service are sealed.
 */
const purposeOf = (collections: readonly string[]): Policy => [
  [
    'or',
    [
      ['==', '.args', {}],
      ['anyOf', '.args.collection', [...collections]],
    ],
  ],
]

export type { DelegationTerms } from './terms.ts'

export default definePlugin({
  name: 'delegation',
  version: '1.0.0',
  dependencies: ['auth-jwt', 'applications'],
  config: {
    type: 'object',
    additionalProperties: false,
    required: ['expiresIn', 'requireApplication'],
    properties: {
      expiresIn: {
        type: 'integer',
        minimum: 60,
        maximum: 86_400,
        default: 3600,
        description: 'Seconds until a delegation expires.',
      },
      requireApplication: {
        type: 'boolean',
        default: false,
        description:
          'Require a registered application to vouch for the person, by a proof or by the origin of the request.',
      },
    },
  },
  schemas: [Delegation, DelegationRequest, DelegationAnswer],
  openHooks: { narrowDelegation: 'transform', afterDelegation: 'notice' },
  tag: { name: 'Delegation', description: 'Write access to the storage nodes.' },

  routes(app, { expiresIn, requireApplication }) {
    const { gateway } = app
    const { builder, primitives, records, config, hooks } = gateway
    const collections = [...gateway.collections].filter(({ kind }) => kind === 'owned').map(({ uid }) => uid)

    for (const url of ['/api/auth/delegate', '/auth/delegate'])
      app.post(
        url,
        {
          schema: {
            operationId: url === '/api/auth/delegate' ? 'delegate' : 'delegateWithoutPrefix',
            summary: 'Get a delegation for the storage nodes',
            security: [{ selfSigned: ['write'] }],
            body: ref(DelegationRequest),
            response: { 200: { description: 'The delegation.', ...ref(DelegationAnswer) } },
          },
          config: { errors: [NotYourself, NotVouched, DelegationTermsWidened], rateLimited: true },
        },
        async (request): Promise<DelegationAnswer> => {
          const { audienceDid, applicationId } = request.body
          const { did } = request.caller
          if (audienceDid !== did && !sameIdentity(audienceDid, did, [config.did.prefix]))
            throw new NotYourself()
          if (requireApplication && !(await isVouchedFor(request))) throw new NotVouched()

          const offered: DelegationTerms = {
            ...(applicationId !== undefined && { applicationId }),
            collections: [...collections],
            // Nodes refuse what the key signed once it has ended.
            expiresAt: Math.min(Math.floor(Date.now() / 1000) + expiresIn, builder.ends),
          }
          const terms = await narrowedTerms(gateway, offered, contextOf(request))
          const { expiresAt } = terms
          const token = createDelegation({
            issuer: builder,
            audience: audienceDid,
            subject: builder.did,
            command: COMMAND,
            policy: purposeOf(terms.collections),
            expiresAt,
            prefixes: [config.did.prefix],
            primitives,
          })
          const delegation: Delegation = {
            type: 'nuc',
            token,
            issuer: builder.did,
            audience: audienceDid,
            command: COMMAND,
            expiresAt: new Date(expiresAt * 1000).toISOString(),
            nodes: records.nodes.map(({ url, did }) => ({ url, did })),
          }
          if (hooks.attended('afterDelegation'))
            await hooks.run('afterDelegation', frozen(terms), contextOf(request))
          return { delegation, audienceDid }
        },
      )
  },
})
