/** Log messages of the database to the operator, in the three levels it needs. */

import type { FastifyBaseLogger } from 'fastify'

/** A pino logger, or anything that answers to the same three names. */
export type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
