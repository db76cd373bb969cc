/**
 * Storage keys of wallets that sign differently each time.
 * @module
 */
export * from '../../../../../ui/sdk/keys/index.ts'
