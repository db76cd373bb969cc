/** Errors of delegations. */
import createError from '@fastify/error'

export const NotYourself = createError(
  'AND_NOT_YOURSELF',
  "You can request a delegation for yourself only: 'audienceDid' differs from 'iss' of the token",
  403,
)
export const NotVouched = createError(
  'AND_NOT_VOUCHED',
  "A registered application must vouch for this request: send 'applicationId' with an 'applicationProof', or call from one of its origins",
  403,
)
export const DelegationTermsWidened = createError(
  'AND_DELEGATION_TERMS_WIDENED',
  "A listener of 'narrowDelegation' returned terms that exceed those of the request; no delegation was signed",
  500,
)
