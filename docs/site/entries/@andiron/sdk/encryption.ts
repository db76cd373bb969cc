/**
 * Encrypts files in the client.
 * @module
 */
export * from '../../../../../ui/sdk/encryption.ts'
