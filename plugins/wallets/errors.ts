/** Errors of wallets: failed proofs and refused enrolments. */
import createError from '@fastify/error'

export const ChainRequired = createError(
  'AND_CHAIN_REQUIRED',
  "The signature was not made by the key of '%s'. Signatures of contract accounts are only verified if the operator sets 'chain' of the plugin 'wallets'",
  422,
)
export const ChainUnreachable = createError(
  'AND_CHAIN_UNREACHABLE',
  "The chain did not answer, so the signature of the contract '%s' was not verified; retry",
  503,
)
export const UnknownSignIn = createError(
  'AND_UNKNOWN_SIGN_IN',
  'The sign-in is unknown, expired, or already used: request a new message',
  400,
)
export const WrongWallet = createError(
  'AND_WRONG_WALLET',
  "The signature is not that of '%s' over the message%s",
  403,
)
export const NoWalletSession = createError(
  'AND_NO_WALLET_SESSION',
  'The wallet is not signed in: sign in with it',
  401,
)
export const WalletEnrolled = createError(
  'AND_WALLET_ENROLLED',
  'This wallet already has a profile with another storage key',
  409,
)
export const WrongEnrolmentProof = createError(
  'AND_WRONG_ENROLMENT_PROOF',
  "The proof must be a token with the scope 'enrol', signed by the storage key that 'did' names",
  403,
)
