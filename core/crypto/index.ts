/**
 * The entry `andiron/crypto`: identities, keys, tokens, attestations and sealed files. Pure: bytes in, bytes
 * out; runs in browsers and in Node.js.
 */

// Attestations of records.
export { attest, canonicalize, verifyAttestation } from './attest.ts'
// Bytes and errors.
export {
  concat,
  decodeUtf8,
  encodeUtf8,
  equal,
  fromBase64,
  fromBase64url,
  fromHex,
  randomBytes,
  toBase64,
  toBase64url,
  toHex,
} from './bytes.ts'

// Self-signed tokens (ES256K) and delegations (NUC).
export { assertSignedBy, type CompactToken, readCompact, refused, signCompact } from './compact.ts'
// Wallets (EIP-191, EIP-712), and the storage key that a wallet derives.
export {
  type AuthMessage,
  type DerivationInput,
  derivationInfo,
  deriveStorageKey,
  firstValidKey,
  normalizeWalletSignature,
  storageKeyTypedData,
  type TypedDataNames,
} from './derive.ts'
// Identities.
export { DID_PREFIX, didKeyOf, didOf, isDid, keyIdOf, publicKeyOf, sameIdentity } from './did.ts'
export { hashMessage, signMessage } from './eip191.ts'
export {
  addressOf,
  checksumAddress,
  hashTypedData,
  isAddress,
  recoverAddress,
  sameAddress,
  signTypedData,
  type TypedData,
  type TypedField,
} from './eip712.ts'
export { CryptoError, type CryptoErrorCode, cryptoErrors } from './errors.ts'
// Sealed files (AES-256-GCM), and secrets split over nodes.
export {
  createEncryptionKey,
  type EncryptionKey,
  openFile,
  parseEncryptionKey,
  type SealedFile,
  sealFile,
  TAG_BYTES,
} from './file.ts'
export {
  createSelfSignedJwt,
  type JwtClaims,
  type JwtVerification,
  MAX_TOKEN_LENGTH,
  type SelfSignedJwt,
  signJwt,
  type VerifiedJwt,
  verifyJwt,
} from './jwt.ts'
export { createKeyPair, type KeyPair, keyPairOf } from './keys.ts'
export {
  createDelegation,
  createInvocation,
  type DelegationOptions,
  type DelegationPayload,
  type EnvelopeVerification,
  type InvocationOptions,
  type InvocationPayload,
  type NucLimits,
  type NucPayload,
  type NucToken,
  nucLimits,
  type Policy,
  type PolicyRule,
  readEnvelope,
  type VerifiedInvocation,
  verifyEnvelope,
} from './nuc.ts'
export { noble, type Primitives } from './primitives.ts'
export { joinShares, MAX_SECRET_BYTES, splitSecret } from './shares.ts'
// The chain of a service's keys.
export {
  type ChainedKey,
  consentToSuccession,
  createSuccession,
  keysOfChain,
  readSuccession,
  type Succession,
  signSuccession,
} from './succession.ts'
