/**
 * The routes for people's records: any owned collection, with validation, stamps and attestation by the
 * service; and proposals of programs, which become records once their person has signed.
 */

import {
  contextOf,
  definePlugin,
  IdempotencyMismatch,
  InvalidIdempotencyKey,
  InvalidRecord,
  idempotencyKeyIn,
  NotOwned,
  UnknownSchema,
} from '../../core/index.ts'
import { ProposalAnswer, ProposalSignature, ProposedRecord } from '../../schemas/proposal.ts'
import { Submission, SubmissionAnswer } from '../../schemas/submission.ts'
import { ref } from '../../schemas/types.ts'
import { serveProposals } from './proposal-routes.ts'
import { Proposals } from './proposals.ts'

export type { NewProposal, ProposalKind, Proposals } from './proposals.ts'

declare module 'fastify' {
  interface FastifyInstance {
    proposals: Proposals
  }
}

export default definePlugin({
  name: 'submissions',
  version: '1.0.0',
  dependencies: ['auth-jwt'],
  schemas: [Submission, SubmissionAnswer, ProposalAnswer, ProposalSignature, ProposedRecord],
  tag: { name: 'Submission', description: 'Submission of records to the storage network.' },

  setup(app) {
    app.decorate('proposals', new Proposals(app.gateway))
  },

  async routes(app) {
    await app.register(async scope => serveProposals(scope))
    app.post(
      '/api/submission',
      {
        schema: {
          operationId: 'submit',
          summary: 'Submit a record',
          description:
            'Stores the record on every node under the DID of the caller. The response is sent once every node has stored it ' +
            'durably. Send an Idempotency-Key for safe retries: the same key and record are stored once.',
          security: [{ selfSigned: ['write'] }],
          headers: {
            type: 'object',
            properties: {
              'idempotency-key': {
                type: 'string',
                description: 'A unique id of this submission, kept for a day.',
              },
            },
          },
          body: ref(Submission),
          response: { 201: { description: 'Stored.', ...ref(SubmissionAnswer) } },
        },
        config: {
          errors: [UnknownSchema, NotOwned, InvalidRecord, InvalidIdempotencyKey, IdempotencyMismatch],
          rateLimited: true,
        },
      },
      async (request, reply) => {
        const answer = await app.gateway.submit(
          request.body,
          contextOf(request),
          idempotencyKeyIn(request.headers),
        )
        return reply.code(201).send(answer)
      },
    )
  },
})
