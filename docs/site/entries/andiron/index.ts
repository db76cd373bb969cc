/**
 * The gateway: plugins, config, and the server for a host application.
 * @module
 */
export * from '../../../../plugins/index.ts'
