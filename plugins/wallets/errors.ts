/** Errors of wallets: failed proofs and refused enrolments. */
import createError from '@fastify/error'

export const ChainRequired = createError(
  'AND_CHAIN_REQUIRED',
  "The signature is not one that a key of '%s' can make. That of a contract is checked only where a chain is configured: its operator sets 'chain' of the plugin 'wallets'",
  422,
)
export const ChainUnreachable = createError(
  'AND_CHAIN_UNREACHABLE',
  "The chain could not be asked whether the contract '%s' takes the signature for its own; try again",
  503,
)
export const UnknownSignIn = createError(
  'AND_UNKNOWN_SIGN_IN',
  'The sign-in is unknown, over, or was answered before: ask for a new message',
  400,
)
export const WrongWallet = createError(
  'AND_WRONG_WALLET',
  "The signature is not that of '%s' over the message%s",
  403,
)
export const NoWalletSession = createError(
  'AND_NO_WALLET_SESSION',
  'The wallet is not signed in, or no longer: sign in with it again',
  401,
)
export const WalletEnrolled = createError(
  'AND_WALLET_ENROLLED',
  'This wallet has a profile already, under another storage key',
  409,
)
export const WrongEnrolmentProof = createError(
  'AND_WRONG_ENROLMENT_PROOF',
  "The proof must be a token with the scope 'enrol', signed by the storage key that 'did' names",
  403,
)
