/** Errors of proposals. */
import createError from '@fastify/error'

// One message for every reason: a link reveals nothing to another person.
export const UnknownProposal = createError(
  'AND_UNKNOWN_PROPOSAL',
  'There is no such proposal to you: it was answered, has expired, or is for another profile',
  404,
)
export const TooManyProposals = createError<[number]>(
  'AND_TOO_MANY_PROPOSALS',
  'At most %d proposals a day are made to a person: let them answer the others first',
  429,
)
export const UnreadableProposal = createError<[string]>(
  'AND_UNREADABLE_PROPOSAL',
  'A person could not read this before they sign it: %s',
  422,
)
export const SignedOtherwise = createError(
  'AND_SIGNED_OTHERWISE',
  'This proposal was signed with other content before: only that can be stored',
  409,
)
