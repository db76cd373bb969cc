/**
 * The types of the hooks and of the messages between page and wallet.
 * @module
 */
export * from '../../../../../ui/react/types.ts'
