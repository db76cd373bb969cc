/**
 * The client of a gateway, for browsers and Node.
 * @module
 */
export * from '../../../../../ui/sdk/index.ts'
