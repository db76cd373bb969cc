/**
 * The schemas of config and built-in plugins as functions that the build has compiled (`cli/compiled-ahead.ts`): a
 * start then needs no Ajv.
 */
import { createHash } from 'node:crypto'

/** Fills in defaults and returns true for a value that matches its schema. */
export type Accepts = (value: unknown) => boolean

/** By the digest of a schema: a schema that has changed since the build is compiled at the start. */
export const acceptingAhead = new Map<string, Accepts>()

/** The name of a schema in {@link acceptingAhead}. */
export const digestOf = (schema: object): string =>
  createHash('sha256').update(JSON.stringify(schema)).digest('base64url')
