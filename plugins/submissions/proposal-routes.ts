/** Proposals of assistants: a person sees a proposed record and signs it before anything is stored. */
import { type App, contextOf, IdempotencyMismatch, InvalidRecord, uuidOf } from '../../core/index.ts'
import { ProposalAnswer, ProposalSignature, ProposedRecord } from '../../schemas/proposal.ts'
import { SubmissionAnswer } from '../../schemas/submission.ts'
import { ref } from '../../schemas/types.ts'
import { SignedOtherwise, UnknownProposal } from './errors.ts'

/** The routes of a person's answers to proposals, in a scope of their own. */
export function serveProposals(app: App): void {
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
      const {
        client,
        record,
        answers,
        application,
        person: _,
        ...shown
      } = await proposals.read(caller, body.proposal)
      return {
        ...{ ...shown, client: { ...client }, record: { ...record } },
        ...(answers && { answers: answers.map(each => ({ ...each })) }),
        ...(application && { application: { ...application } }),
      }
    },
  )

  app.post(
    '/api/profile/proposal/sign',
    {
      config: { errors: [UnknownProposal, SignedOtherwise, InvalidRecord], rateLimited: true },
      schema: {
        operationId: 'signProposal',
        summary: 'Store what a program proposed',
        description:
          'Stores the record as it was shown, or with the changes of its person, marked with the program. A repeated call stores it once.',
        security: [{ selfSigned: ['write'] }],
        body: ref(ProposalSignature),
        response: { 201: { description: 'Stored.', ...ref(SubmissionAnswer) } },
      },
    },
    async (request, reply) => {
      const { proposal: secret, record: changed } = request.body
      const context = contextOf(request)
      const proposal = await proposals.read(request.caller, secret)
      const submission = {
        ...{ applicationId: proposal.application?.id, timestamp: proposal.proposedAt },
        ...{ schemaId: proposal.collection, submission: await proposals.signed(proposal, changed, context) },
      }
      // Removed after the write: a call that dies in between is repeated under the same key.
      const answer = await gateway.submit(submission, context, uuidOf('proposal', secret)).catch(ifOtherwise)
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
}

/** Another window was first, with other content. */
function ifOtherwise(error: unknown): never {
  throw error instanceof IdempotencyMismatch ? new SignedOtherwise() : error
}
