/**
 * Hooks for React over the wallet of a gateway.
 * @module
 */
export * from '../../../../../ui/react/index.ts'
