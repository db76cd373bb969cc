/**
 * Files between the disk of a program in Node and the object store, encrypted as they pass.
 * @module
 */
export * from '../../../../../ui/sdk/disk/index.ts'
