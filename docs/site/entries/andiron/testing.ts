/**
 * A gateway for tests of plugins and host applications, with synthetic people and applications.
 * @module
 */
export * from '../../../../plugins/testing/index.ts'
