/** Proposals of assistants: a person sees a proposed record and signs it before anything is stored. */
import { contextOf, definePlugin, InvalidRecord, uuidOf } from '../../core/index.ts'
import { ProposalAnswer, ProposedRecord } from '../../schemas/proposal.ts'
import { SubmissionAnswer } from '../../schemas/submission.ts'
import { ref } from '../../schemas/types.ts'
import { UnknownProposal } from './errors.ts'
import { Proposals } from './proposals.ts'
import { proposeObservation } from './propose-observation.ts'

declare module 'fastify' {
  interface FastifyInstance {
    proposals: Proposals
  }
}

export default definePlugin({
  name: 'proposals',
  version: '1.0.0',
  dependencies: ['fhir-observation', 'submissions'],
  schemas: [ProposalAnswer, ProposedRecord],
  tools: [proposeObservation],
  tag: { name: 'Profile', description: 'What a person can see and decide about their own profile.' },

  setup(app) {
    app.decorate('proposals', new Proposals(app.gateway))
  },

  routes(app) {
    const { proposals, gateway } = app
    app.addHook('onSend', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })

    app.post(
      '/api/profile/proposal',
      {
        config: { errors: [UnknownProposal], rateLimited: true },
        schema: {
          operationId: 'readProposal',
          summary: 'See what a program proposes to store',
          security: [{ selfSigned: ['read'] }],
          body: ref(ProposalAnswer),
          response: { 200: { description: 'The proposal.', ...ref(ProposedRecord) } },
        },
      },
      async ({ caller, body }) => {
        const { client, summary, record, proposedAt, expiresAt } = await proposals.read(caller, body.proposal)
        return { client: { ...client }, summary, record: { ...record }, proposedAt, expiresAt }
      },
    )

    app.post(
      '/api/profile/proposal/sign',
      {
        config: { errors: [UnknownProposal, InvalidRecord], rateLimited: true },
        schema: {
          operationId: 'signProposal',
          summary: 'Store what a program proposed',
          description:
            'Stores the record as it was shown, marked with the program. A repeated call stores it once.',
          security: [{ selfSigned: ['write'] }],
          body: ref(ProposalAnswer),
          response: { 201: { description: 'Stored.', ...ref(SubmissionAnswer) } },
        },
      },
      async (request, reply) => {
        const secret = request.body.proposal
        const { collection, record, proposedAt } = await proposals.read(request.caller, secret)
        const submission = { timestamp: proposedAt, schemaId: collection, submission: record }
        // Removed after the write: a call that dies in between is repeated under the same key.
        const answer = await gateway.submit(submission, contextOf(request), uuidOf('proposal', secret))
        await proposals.remove(secret)
        return reply.code(201).send(answer)
      },
    )

    app.post(
      '/api/profile/proposal/decline',
      {
        config: { errors: [UnknownProposal], rateLimited: true },
        schema: {
          operationId: 'declineProposal',
          summary: 'Decline what a program proposed',
          security: [{ selfSigned: ['write'] }],
          body: ref(ProposalAnswer),
          response: { 204: { description: 'Declined: nothing was stored.', type: 'null' } },
        },
      },
      async ({ caller, body }, reply) => {
        await proposals.read(caller, body.proposal)
        await proposals.remove(body.proposal)
        return reply.code(204).send(null)
      },
    )
  },
})
