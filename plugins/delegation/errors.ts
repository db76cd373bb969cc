/** Errors of delegations. */
import createError from '@fastify/error'

export const NotYourself = createError(
  'AND_NOT_YOURSELF',
  "A delegation can only be had for oneself: 'audienceDid' is another key than the token's 'iss'",
  403,
)
export const NotVouched = createError(
  'AND_NOT_VOUCHED',
  "A registered application must vouch for this request: send 'applicationId' with an 'applicationProof', or call from one of its origins",
  403,
)
export const DelegationTermsWidened = createError(
  'AND_DELEGATION_TERMS_WIDENED',
  "A listener of 'narrowDelegation' returned terms that are not within those of the request; no delegation is signed",
  500,
)
