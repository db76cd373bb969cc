/**
 * Identities, keys, tokens, attestations and sealed files; runs in browsers.
 * @module
 */
export * from '../../../../core/crypto/index.ts'
